/** Types what the session API answers, as far as the pages use it. Amounts are plain decimals, moments ISO 8601. */
import type { Address, Hex } from 'viem'
import type { Shop } from '../parts/shop.ts'
import type { SubscriptionTerms } from '../subscription/terms.ts'
import type { Blockchain } from '../wallet/blockchain.ts'

export type SessionView = {
  customerId: string
  merchantName: string
  shop: Shop
  network: 'TestNet' | 'MainNet'
  /** `leave`: to read, pause and cancel only. */
  may: 'manage' | 'leave'
  /** The pages may lead back to these; none: any. */
  returnHosts: string[]
  /** In real time. */
  expiresAt: string
  /** Business time, in which all other moments are. */
  now: string
}

type ChainView = Blockchain & { displayName: string }

type TokenView = {
  code: string
  symbol: string
  name: string
  decimals: number
  address: Address
  /** It refuses to change an allowance that is not zero, as USDT does. */
  resetAllowance: boolean
  /** Whether it takes permits (EIP-2612); null where nobody knows. */
  permit: boolean | null
}

export type PlanView = {
  id: string
  name: string
  description: string
  /** The plain decimal and the asset's code, such as `10 ltUSDC`, as all amounts are here. */
  amount: string
  periodSeconds: number
  gracePeriodSeconds: number
  /** A charge may still be made this late. */
  graceSeconds: number
  receiver: Address | null
  token: TokenView | null
  chain: ChainView | null
}

/** A subscription of the customer. */
export type SubscriptionView = {
  contractAddress: Address
  planId: string
  payer: Address
  status: string
  phase: string
  reason: string | null
  /** Says who has to act on the reason; null where there is none. */
  reasonSide: 'payer' | 'merchant' | 'network' | null
  /** The session may ask for these now. */
  actions: string[]
  /** The plain decimal and the asset's code, such as `10 ltUSDC`, as all amounts are here. */
  amount: string
  /** As last seen on the chain. */
  allowance: string
  balance: string
  nextChargeAt: string
  /** When money will be taken next if nobody does anything; null where nothing will be. */
  willChargeAt: string | null
  /** Until when a late charge may still be made; null where none is late. */
  lapsesAt: string | null
  /** When it ends, where that is decided. */
  endsAt: string | null
  maxPeriods: number
  chargesMade: number
  /** The one whose place it takes, which ends for it. */
  replaces: Address | null
  replacesWhen: 'PaidPeriodEnd' | 'Now' | null
  token: TokenView
  chain: ChainView | null
  factory: Address | null
  terms: SubscriptionTerms
  plan: { name: string }
}

export type ChargeView = {
  id: string
  status: 'Pending' | 'Succeeded' | 'Retrying' | 'Failed' | 'Cancelled'
  period: number
  chargeDate: string
  attempts: number
  reason: string | null
  reasonSide: 'payer' | 'merchant' | 'network' | null
  /** When it is tried again, while it waits for that. */
  nextAttemptAt: string | null
  transactionHash: Hex | null
}

/** The plain decimal of an amount. */
export const decimalOf = (amount: string): string => amount.split(' ', 1)[0] ?? ''
