/** Subscriptions, by what a merchant looks for. */
import type { StatusOf } from '../../../machines/actors.ts'
import type { Owner } from '../../shared/owner.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { isAtRisk } from '../views/at-risk.ts'
import { hashMetadata } from '../views/charges.ts'
import type { ParameterValue } from '../views/query-parameters.ts'
import {
  actorsOf,
  amountBetween,
  type AmountBetween,
  createdBetween,
  type CreatedBetween,
  hasWords,
  isAmong,
  isExactly,
  readMetadata,
  momentBetween,
  plansWithTags,
} from './conditions.ts'
import type { List } from './list.ts'
import { payingConditions, type PayingFilter } from './paying-conditions.ts'

export type SubscriptionFilter = CreatedBetween &
  AmountBetween &
  PayingFilter & {
    statusIn?: readonly StatusOf['subscription'][]
    reasonIn?: readonly string[]
    customerId?: string | undefined
    planId?: string | undefined
    payer?: string | undefined
    /** Finds subscriptions to plans that carry one of these. */
    tags?: readonly string[]
    metadata?: string | undefined
    /** Finds those that have all words of this. */
    words?: string | undefined
    nextChargeFrom?: Date | undefined
    nextChargeTo?: Date | undefined
    /** Finds those whose next charge will fail unless somebody acts, or the others. */
    atRisk?: boolean | undefined
  }

export const subscriptionList: List<SubscriptionFilter, StoredActor<'subscription'>> = {
  table: 'subscription',
  direction: 'desc',
  hasAmounts: true,
  alsoSummed: { as: 'monthly', sum: 'sum(monthly)' },
  conditionsOf: subscriptionConditions,
  // An index of their own holds those at risk, by urgency; reading in this order would look at all others, too.
  isRare: ({ atRisk }) => atRisk === true,
  metadata: {
    keysOf: 'subscription',
    valueOf: ({ snapshot: { context } }) => readMetadata(context.metadata),
  },
  readRows: actorsOf('subscription'),
}

export function subscriptionConditions(
  filter: SubscriptionFilter,
  owner: Owner,
  value: ParameterValue,
): (string | false)[] {
  const { tags = [], metadata, atRisk } = filter
  const next = { from: filter.nextChargeFrom, to: filter.nextChargeTo }
  return [
    ...createdBetween(filter, value),
    ...amountBetween(filter, value),
    ...momentBetween('next_charge_at', next, value),
    isAmong('status', filter.statusIn, value),
    isAmong('reason', filter.reasonIn, value),
    isExactly('customer_id', filter.customerId, value),
    isExactly('plan_id', filter.planId, value),
    isExactly('payer', filter.payer, value),
    tags.length > 0 && `plan_id in ${plansWithTags(tags, owner, value)}`,
    metadata !== undefined && `metadata_hash = ${value(hashMetadata(metadata))}`,
    hasWords({ kind: 'subscription' }, filter.words, owner, value),
    atRisk !== undefined && (atRisk ? `(${isAtRisk})` : `((${isAtRisk}) is not true)`),
    payingConditions(filter, owner, value),
  ]
}
