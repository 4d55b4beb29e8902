/**
 * Says which role may do what on which network: the one table. Every route about a merchant names the right it needs,
 * what was asked for and comes later is held against it again, and `docs/roles.md` is written from both.
 */
import type { Network } from '../../shared/network.ts'
import { type AccountRole, memberRoles } from './account-roles.ts'

/** So many subscriptions and payments somebody cancels within 24 hours of real time by the right to serve alone. */
export const cancellationsPerDayMax = 20

/** Lists what routes ask for, and what it means. A right opens all routes that name it. */
export const rights = {
  read: 'look at everything but what the other rights name',
  export: 'take lists along as files',
  inspect: "see the API keys' names and what the merchant's server sent and was sent",
  serve: `pause, resume and cancel, at most ${cancellationsPerDayMax} cancellations in 24 hours`,
  cancelMany: `cancel more than ${cancellationsPerDayMax} in 24 hours, with a fresh proof of who it is`,
  sell: 'ask for payments, and make links for customers, each of which counts as a cancellation',
  settle: 'accept payments, move their money on, record refunds',
  plans: 'make, change and archive plans',
  integrate:
    'make and delete API keys, set the endpoint, what the widget may do and what payers see',
  money: 'choose assets and limit what gas may cost',
  receiver: 'say where the money goes',
  verify: 'submit the business verification',
  people: 'invite people, give them roles and take them away',
  audit: 'see who did what',
} as const satisfies Record<string, string>
export type Right = keyof typeof rights

export const rightNames = Object.keys(rights) as Right[]

const allBut = (...withheld: Right[]) => rightNames.filter((right) => !withheld.includes(right))
const same = (granted: Right[]) => ({ TestNet: granted, MainNet: granted })

const granted: Record<AccountRole, Record<Network, Right[]>> = {
  Owner: same(rightNames),
  Manager: same(allBut('receiver', 'people')),
  Finance: same(['read', 'export']),
  Support: same(['read', 'serve', 'sell']),
  // What concerns the merchant as a whole counts on the main network too.
  Developer: { TestNet: allBut('verify', 'people', 'audit'), MainNet: ['read', 'inspect'] },
  Reader: same(['read']),
  // Operators run the service; what a merchant does is the merchant's own.
  Operator: same([]),
}

/** Lists what a role may do on a network. */
export const rightsOf = (role: AccountRole, network: Network): readonly Right[] =>
  granted[role][network]

/** Lists the roles of a merchant's people that have a right on a network. */
export const rolesWith = (right: Right, network: Network) =>
  memberRoles.filter((role) => rightsOf(role, network).includes(right))
