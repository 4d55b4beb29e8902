/** Conditions of subscriptions and charges by the metrics' own terms, so that every metric can name its rows. */
import type { Owner } from '../../shared/owner.ts'
import type { Ending } from '../views/metrics/metrics.ts'
import { statements } from '../views/metrics/statements.ts'
import { allOf, type ParameterValue } from '../views/query-parameters.ts'
import { isExactly, momentBetween } from './conditions.ts'

/** docs/metrics.md says what these mean. */
export type PayingFilter = {
  firstChargedFrom?: Date | undefined
  firstChargedTo?: Date | undefined
  payingAt?: Date | undefined
  endedBy?: Ending | undefined
  endedFrom?: Date | undefined
  endedTo?: Date | undefined
}

export function payingConditions(
  filter: PayingFilter,
  owner: Owner,
  value: ParameterValue,
): string | false {
  const conditions = conditionsOf(filter, value)
  if (!conditions.length) return false
  const paying = filledIn(statements.paying, [value(owner.merchantId), value(owner.network)])
  // Made once, whatever the planner thinks of tables that are new.
  return `id in (with paying as materialized (${paying})
    select id from paying where ${allOf(conditions)})`
}

function conditionsOf(filter: PayingFilter, value: ParameterValue): string[] {
  const { endedFrom, endedTo, firstChargedFrom, firstChargedTo, endedBy, payingAt } = filter
  const isEndAsked = endedFrom !== undefined || endedTo !== undefined
  return [
    ...momentBetween('began_at', { from: firstChargedFrom, to: firstChargedTo }, value),
    ...momentBetween('paid_until', { from: endedFrom, to: endedTo }, value),
    isEndAsked && 'paid_until is not null',
    isExactly('ended_by', endedBy, value),
    payingAt !== undefined && isPayingAt(value(payingAt.toISOString())),
  ].filter((condition) => condition !== false)
}

const isPayingAt = (moment: string) =>
  `(began_at < ${moment} and (paid_until is null or paid_until >= ${moment}))`

/** Attempts that failed for a reason before any other, within a time. */
export type FailedFirstFilter = {
  failedFirstFor?: string | undefined
  failedFrom?: Date | undefined
  failedTo?: Date | undefined
}

export function failedFirstConditions(
  { failedFirstFor, failedFrom, failedTo }: FailedFirstFilter,
  owner: Owner,
  value: ParameterValue,
): string | false {
  if (failedFirstFor === undefined && !failedFrom && !failedTo) return false
  const failures = filledIn(statements.failures, [
    value(owner.merchantId),
    value(owner.network),
    value(failedFrom?.toISOString() ?? '-infinity'),
    value(failedTo?.toISOString() ?? 'infinity'),
  ])
  const reason = isExactly('reason', failedFirstFor, value) || 'true'
  return `id in (with failures as materialized (${failures}) select id from failures where ${reason})`
}

/** Puts the placeholders of this query in the place of the statement's own. */
const filledIn = (statement: string, placeholders: string[]): string =>
  statement.replaceAll(/\$(\d)/g, (_, place: string) => placeholders[Number(place) - 1]!)
