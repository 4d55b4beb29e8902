/** Subscriptions as the chain room needs them: their terms, and what was last known of them. */
import type { Pool } from 'pg'
import type { Address, Hex } from 'viem'
import type { SubscriptionInput } from '../../machines/subscription/subscription.events.ts'
import type { Terms } from '../shared/contract-address.ts'
import { idToBytes32 } from '../shared/ids.ts'
import type { FundsQuestion } from './funds.ts'

export type KnownSubscription = SubscriptionInput & {
  status: string
  /** Base units: what the chain said last. */
  allowance: string
  balance: string
  chargesMade: number
}

/** The subscriptions among these contract addresses (EIP-55), by address. */
export async function findSubscriptions(
  pool: Pool,
  contractAddresses: readonly string[],
): Promise<Map<string, KnownSubscription>> {
  if (!contractAddresses.length) return new Map()
  const { rows } = await pool.query<{ status: string; context: KnownSubscription }>({
    name: 'chain-subscriptions',
    text: `select status, snapshot->'context' as context from subscription where id = any($1)`,
    values: [contractAddresses],
  })
  return new Map(
    rows.map(({ status, context }) => [context.contractAddress, { ...context, status }]),
  )
}

/** The terms that the contract's address commits to. */
export const termsOf = (subscription: SubscriptionInput): Terms => ({
  token: subscription.token as Address,
  merchant: subscription.receiver as Address,
  payer: subscription.payer as Address,
  operator: subscription.operator as Address,
  amount: BigInt(subscription.amount),
  start: Math.floor(Date.parse(subscription.startFrom) / 1000),
  periodDays: subscription.periodDays,
  maxPeriods: subscription.maxPeriods,
  graceDays: subscription.graceDays,
})

/** The id inside the contract's salt. */
export const saltIdOf = ({ id }: SubscriptionInput): Hex => idToBytes32(id)

export const fundsQuestionOf = (subscription: SubscriptionInput): FundsQuestion => ({
  token: subscription.token as Address,
  payer: subscription.payer as Address,
  contractAddress: subscription.contractAddress as Address,
})
