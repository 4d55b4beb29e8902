/** Describes who is logged in, as the service says. */
export type Identity = {
  email: string
  /** Such as `Owner`; `Operator` for those who run the service. */
  role: string
  /** Lists what the role may do on each network, such as `plans`. */
  rights: Record<NetworkName, string[]>
  /** Null for operators, who belong to no merchant. */
  merchant: { id: string; name: string } | null
  /** Business time. */
  now: string
}

/** The networks, as addresses spell them. */
export const networks = ['test', 'main'] as const
export type NetworkName = (typeof networks)[number]

export const isNetwork = (name: string | undefined): name is NetworkName =>
  networks.some((network) => network === name)
