import type { Identity } from '../../api/dashboard.generated.ts'

/** What a role may do, such as `plans`. */
export type Right = Identity['rights'][NetworkName][number]

/** The networks, as addresses spell them. */
export const networks = ['test', 'main'] as const
export type NetworkName = (typeof networks)[number]

export const isNetwork = (name: string | undefined): name is NetworkName =>
  networks.some((network) => network === name)
