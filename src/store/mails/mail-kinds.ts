/** The kinds of mail, what each tells, and who may do without it. */
import type { AccountRole } from '../people/account-roles.ts'
import type { Network } from '../../shared/network.ts'
/** Mails that somebody may decline. */
export const optionalMailKinds = ['atRisk', 'lowGas', 'failingEndpoint'] as const
export type OptionalMailKind = (typeof optionalMailKinds)[number]

/** Mails about the account itself, and about where the money goes: whoever took an account over must not silence them. */
const necessaryMailKinds = ['accountLink', 'receiverChanged'] as const

export const mailKinds = [...necessaryMailKinds, ...optionalMailKinds] as const
export type MailKind = (typeof mailKinds)[number]

export const isOptional = (kind: MailKind): kind is OptionalMailKind =>
  (optionalMailKinds as readonly string[]).includes(kind)

/** Lists the roles of a merchant that get each mail, unless their people decline it. */
export const rolesTold: Record<Exclude<MailKind, 'accountLink'>, readonly AccountRole[]> = {
  receiverChanged: ['Owner'],
  atRisk: ['Owner', 'Manager', 'Finance', 'Support'],
  lowGas: ['Owner', 'Manager', 'Finance'],
  failingEndpoint: ['Owner', 'Manager', 'Developer'],
}

/** Describes the content of a mail, by its kind. Amounts are texts with their currency, moments ISO 8601 in UTC. */
export type MailFacts = {
  accountLink: {
    purpose: 'invitation' | 'reset'
    /** The secret of the link. */
    token: string
    expiresAt: string
    /** Null: to the deployment's operators. */
    merchantName: string | null
    by: string
  }
  receiverChanged: {
    merchantName: string
    network: Network
    blockchain: string
    previous: string | null
    /** Null where a change that waited was taken back: `previous` stays. */
    address: string | null
    /** The change that was taken back. */
    calledOff?: string
    by: string
    from: string | null
    at: string
    /** When it begins to count; null: at once. */
    effectiveAt: string | null
  }
  atRisk: {
    merchantName: string
    network: Network
    total: number
    /** Whether there are more than `total`, which nobody has counted. */
    hasMore?: boolean
    /** The most urgent first, and not all of them. */
    subscriptions: Omit<SubscriptionToFail, 'period'>[]
  }
  lowGas: {
    merchantName: string
    network: Network
    blockchain: string
    address: string
    level: 'Low' | 'Empty'
    balance: string
    chargesLeft: number
    daysLeft: number | null
  }
  failingEndpoint: {
    merchantName: string
    network: Network
    url: string
    apiKey: string
    since: string
    error: string
    waiting: number
  }
}

/** Amounts are with their asset. */
export type SubscriptionToFail = {
  id: string
  customerId: string
  /** The period of the charge that is to fail; the first is 1. */
  period: number
  amount: string
  /** The moment of the charge that is to fail; null where it is overdue. */
  nextChargeAt: string | null
  why: string
  /** Comes if the wallet is why: what it was seen to hold for all of its charges, and when, in real time. */
  wallet?: { address: string; held: string; seenAt: string }
  /** Comes if the allowance is why: what the payer lets the contract take. */
  allowed?: string
}
