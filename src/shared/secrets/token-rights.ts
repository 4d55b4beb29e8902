/** Says what a customer token lets its page do: everything, or only what ends or lowers what is taken from the payer. */
export const tokenRights = ['manage', 'leave'] as const
export type TokenRight = (typeof tokenRights)[number]
