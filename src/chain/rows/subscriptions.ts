/** Loads subscriptions as watching and sending need them: their terms, and what was last known of them. */
import type { Pool } from 'pg'
import type { Address, Hex } from 'viem'
import type { StatusOf } from '../../../machines/actors.ts'
import type { SubscriptionInput } from '../../../machines/subscription/subscription.events.ts'
import type { Terms } from '../../shared/addresses/contract-address.ts'
import { idToBytes32 } from '../../shared/ids.ts'
import type { FundsQuestion } from './payer-funds.ts'

export type KnownSubscription = SubscriptionInput & {
  status: StatusOf['subscription']
  reason: string | null
  /** Base units, as last read from the chain; so is `balance`. */
  allowance: string
  isAllowanceRevoked: boolean
  balance: string
  chargesMade: number
  nextChargeAt: string
  frozenBy: string | null
}

/** Finds the subscriptions among these contract addresses (EIP-55), by address. */
export async function findSubscriptions(
  pool: Pool,
  contractAddresses: readonly string[],
): Promise<Map<string, KnownSubscription>> {
  if (!contractAddresses.length) return new Map()
  const { rows } = await pool.query<{
    status: StatusOf['subscription']
    context: KnownSubscription
  }>({
    name: 'chain-subscriptions',
    text: `select status, snapshot->'context' as context from subscription where id = any($1)`,
    values: [contractAddresses],
  })
  return new Map(
    rows.map(({ status, context }) => [context.contractAddress, { ...context, status }]),
  )
}

/** A turn may be written so long before the time of the block that caused it. */
const clocksApartMinutesMax = 10

/** A block by its time, in Unix seconds, and how much older it is than the head of its chain. */
type Age = { timestamp: number; belowHeadSeconds: number }

/**
 * Finds the contracts whose subscriptions have changed since a block, the newest first. A chain that the test clock has
 * moved is ahead of the rows, which know real time; one that stands still is behind it.
 */
export async function findChangedSince(
  pool: Pool,
  blockchain: string,
  { timestamp, belowHeadSeconds }: Age,
  limit: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from subscription
     where blockchain = $1 and updated_at >=
       least(to_timestamp($2), now() - $3 * interval '1 second') - $4 * interval '1 minute'
     order by updated_at desc limit $5`,
    [blockchain, timestamp, belowHeadSeconds, clocksApartMinutesMax, limit],
  )
  return rows.map(({ id }) => id)
}

/** Returns the terms that the contract's address commits to. */
export const termsOf = (subscription: SubscriptionInput): Terms => ({
  token: subscription.token as Address,
  merchant: subscription.receiver as Address,
  payer: subscription.payer as Address,
  operator: subscription.operator as Address,
  amount: BigInt(subscription.amount),
  start: toUnixSeconds(subscription.startFrom),
  periodDays: subscription.periodDays,
  maxPeriods: subscription.maxPeriods,
  graceDays: subscription.graceDays,
  activateUntil: toUnixSeconds(subscription.activateUntil),
})

const toUnixSeconds = (moment: string): number => Math.floor(Date.parse(moment) / 1000)

/** Returns the id inside the contract's salt. */
export const saltIdOf = ({ id }: SubscriptionInput): Hex => idToBytes32(id)

export const fundsQuestionOf = (subscription: SubscriptionInput): FundsQuestion => ({
  token: subscription.token as Address,
  payer: subscription.payer as Address,
  contractAddress: subscription.contractAddress as Address,
})
