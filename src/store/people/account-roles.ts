/** The roles of the dashboard's accounts: those of a merchant's people, and the operator's. */
export const memberRoles = [
  'Owner',
  'Manager',
  'Finance',
  'Support',
  'Developer',
  'Reader',
] as const
export type MemberRole = (typeof memberRoles)[number]

export const accountRoles = [...memberRoles, 'Operator'] as const
export type AccountRole = (typeof accountRoles)[number]
