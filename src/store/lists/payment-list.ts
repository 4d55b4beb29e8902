/** Payments, by what a merchant looks for; and those that wait for a decision, the oldest first. */
import type { Owner } from '../../shared/owner.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { PaymentReason } from '../../../machines/reasons.ts'
import {
  exceptions,
  standingsOfReasons,
  standingsShortOfMoney,
} from '../../core/resources/payment-state.ts'
import type { ParameterValue } from '../views/query-parameters.ts'
import { type PaymentFilter, paymentConditions } from '../views/payments.ts'
import {
  actorsOf,
  amountBetween,
  type AmountBetween,
  hasWords,
  momentBetween,
  type MetadataOfRow,
} from './conditions.ts'
import type { List } from './list.ts'

export type ListedPaymentFilter = PaymentFilter &
  AmountBetween & {
    reasonIn?: readonly PaymentReason[]
    /** Finds those that have all words of this. */
    words?: string | undefined
    expiresFrom?: Date | undefined
    expiresTo?: Date | undefined
  }

export const paymentList: List<ListedPaymentFilter, StoredActor<'payment'>> = {
  table: 'payment',
  direction: 'desc',
  hasAmounts: true,
  alsoSummed: { as: 'paid', sum: 'sum(paid)' },
  conditionsOf,
  // Few payments ask for a decision; read in order, all are looked at (100,000: 230 ms).
  isRare: ({ exceptionIn = [] }) => exceptionIn.length > 0,
  metadata: {
    keysOf: 'payment',
    valueOf: ({ snapshot: { context } }) =>
      context.metadata === null ? null : (JSON.parse(context.metadata) as MetadataOfRow),
  },
  readRows: actorsOf('payment'),
}

/** Payments that wait for their merchant's decision. */
export const exceptionList: typeof paymentList = {
  ...paymentList,
  direction: 'asc',
  conditionsOf({ exceptionIn = [], ...filter }, owner, value) {
    const wanted = exceptionIn.length > 0 ? exceptionIn : [...exceptions]
    return conditionsOf({ ...filter, exceptionIn: wanted }, owner, value)
  },
  isRare: () => true,
}

function conditionsOf(filter: ListedPaymentFilter, owner: Owner, value: ParameterValue) {
  const { reasonIn = [] } = filter
  const expires = { from: filter.expiresFrom, to: filter.expiresTo }
  return [
    ...paymentConditions(filter, value),
    hasWords({ kind: 'payment' }, filter.words, owner, value),
    ...amountBetween(filter, value),
    ...momentBetween('expires_at', expires, value),
    reasonIn.length > 0 && hasReason(reasonIn, value),
  ]
}

const standing = "coalesce(nullif(phase, ''), status)"

/** Chooses as `reasonOf` does: money that is missing and was there before comes first. */
function hasReason(reasons: readonly PaymentReason[], value: ParameterValue): string {
  const seen = (when: string) => `(snapshot->'context'->'${when}'->>'seen')::numeric`
  const takenBack = `(${standing} = any(${value(standingsShortOfMoney)})
    and ${seen('inTime')} + ${seen('late')} < (snapshot->'context'->>'seenMost')::numeric)`
  const others = `(${standing} = any(${value(standingsOfReasons(reasons))}) and not ${takenBack})`
  return reasons.includes('TakenBack') ? `(${takenBack} or ${others})` : others
}
