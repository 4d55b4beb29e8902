/** The two networks of the service. Their keys, plans and money never meet. */
export const networks = ['TestNet', 'MainNet'] as const
export type Network = (typeof networks)[number]
