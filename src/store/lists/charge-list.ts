/** Charges, by what a merchant looks for. */
import type { Owner } from '../../shared/owner.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { type ChargeFilter, chargeConditions } from '../views/charges.ts'
import type { ParameterValue } from '../views/query-parameters.ts'
import {
  actorsOf,
  type AmountBetween,
  amountInRanges,
  createdBetween,
  type CreatedBetween,
  hasWords,
  isAmong,
  readMetadata,
  plansWithTags,
} from './conditions.ts'
import type { List } from './list.ts'
import { failedFirstConditions, type FailedFirstFilter } from './paying-conditions.ts'

export type ListedChargeFilter = ChargeFilter &
  CreatedBetween &
  AmountBetween &
  FailedFirstFilter & {
    reasonIn?: readonly string[]
    payer?: string | undefined
    /** Finds charges of subscriptions that have all words of this. */
    words?: string | undefined
    /** Finds charges of plans that carry one of these. */
    tags?: readonly string[]
  }

export const chargeList: List<ListedChargeFilter, StoredActor<'charge'>> = {
  table: 'charge',
  direction: 'desc',
  hasAmounts: true,
  alsoSummed: { as: 'paid', sum: "sum(amount) filter (where status = 'Succeeded')" },
  conditionsOf,
  metadata: {
    keysOf: 'subscription',
    valueOf: ({ snapshot: { context } }) => readMetadata(context.metadata),
  },
  readRows: actorsOf('charge'),
}

function conditionsOf(filter: ListedChargeFilter, owner: Owner, value: ParameterValue) {
  const { payer, tags = [] } = filter
  /** Selects the charges of the subscriptions that fit. */
  const isOf = (condition: string) => `contract_address in (select id from subscription
    where merchant_id = ${value(owner.merchantId)} and network = ${value(owner.network)} and ${condition})`
  return [
    ...chargeConditions(filter, owner, value),
    ...createdBetween(filter, value),
    ...amountInRanges(filter, value),
    isAmong('reason', filter.reasonIn, value),
    failedFirstConditions(filter, owner, value),
    hasWords({ kind: 'subscription', columns: ['contract_address'] }, filter.words, owner, value),
    payer !== undefined && isOf(`payer = ${value(payer)}`),
    tags.length > 0 && isOf(`plan_id in ${plansWithTags(tags, owner, value)}`),
  ]
}
