/**
 * The statements of the metrics, which `docs/metrics.md` shows as they are. Each takes the merchant, the network, and
 * the moments `from` and `to`, ISO 8601 in UTC, as texts, whose order is that of time. Nothing is ever added across assets.
 */

import { decidedCharges, pausedSubscriptions, quoteStatuses } from '../../../core/states.ts'

/** Selects beginnings and ends: a row for each subscription that was ever charged. */
const paying = `select s.id, s.asset, s.decimals, s.payer, s.monthly, first.charge_date collate "C" as began_at,
    case when (s.status = 'Active' and not s.is_to_end and s.charges_made < s.max_periods)
        or s.status = 'Suspended' then null
      else s.next_charge_at end collate "C" as paid_until,
    case when s.status in (${quoteStatuses(pausedSubscriptions)}) then 'paused'
      when (s.status = 'Active' or s.status = 'Finished') and not s.is_to_end then 'finished'
      when s.reason = 'Switched' then 'switched'
      when s.reason in ('GraceExpired', 'ChainContradiction') then 'involuntary'
      else 'voluntary' end as ended_by
  from subscription s
  join charge first on first.contract_address = s.id and first.period = 1
    and first.status = 'Succeeded' and first.merchant_id = $1 and first.network = $2
  where s.merchant_id = $1 and s.network = $2 and s.charges_made > 0`

/** Joins those that began and ended on the same days: the figures are made of these rows. */
const moved = `select asset, decimals, left(began_at, 10) as began_on, left(paid_until, 10) as ended_on, ended_by,
    began_at < $3 and (paid_until is null or paid_until >= $3) as paid_before,
    began_at < $4 and (paid_until is null or paid_until >= $4) as paid_after,
    began_at >= $3 and began_at < $4 as is_new, paid_until >= $3 and paid_until < $4 as has_ended,
    case when paid_until < $4 then left(paid_until, 7) end as ended_in,
    count(*) as count, sum(monthly) as monthly
  from paying group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`

const standing = `select asset, decimals,
    coalesce(sum(monthly) filter (where paid_before), 0)::text as "mrrBefore",
    coalesce(sum(count) filter (where paid_before), 0)::int as "subscriptionsBefore",
    coalesce(sum(monthly) filter (where paid_after), 0)::text as mrr,
    coalesce(sum(count) filter (where paid_after), 0)::int as subscriptions
  from moved group by asset, decimals`

const payers = `select asset, count(*)::int as "activePayers"
  from (select asset, payer from paying
    where began_at < $4 and (paid_until is null or paid_until >= $4) group by asset, payer) of_payer
  group by asset`

const movement = `select asset, began_on as day, 'new' as kind,
    sum(count)::int as count, sum(monthly)::text as monthly
  from moved where is_new group by 1, 2
  union all
  select asset, ended_on, ended_by, sum(count)::int, sum(monthly)::text
  from moved where has_ended group by 1, 2, 3`

const cohorts = `select asset, left(began_on, 7) as month, ended_in as ended, sum(count)::int as count
  from moved where is_new group by 1, 2, 3`

const charges = `select asset, decimals, left(charge_date, 10) as day, status,
    count(*)::int as count, sum(amount)::text as amount
  from charge
  where merchant_id = $1 and network = $2 and charge_date >= $3 and charge_date < $4
    and status in (${quoteStatuses(decidedCharges)})
  group by 1, 2, 3, 4`

/** The first attempt of each charge that failed in the time, and why it did. */
const failures = `select entity_id as id, (array_agg(event->>'reason' order by revision))[1] as reason
  from journal
  where kind = 'charge' and event->>'type' = 'charge.attemptFailed'
    and merchant_id = $1 and network = $2 and at >= $3::timestamptz and at < $4::timestamptz
  group by entity_id`

const recovery = `select c.asset, c.decimals, f.reason, c.status, count(*)::int as count,
    sum(c.amount)::text as amount
  from failures f join charge c on c.id = f.id
  group by 1, 2, 3, 4`

export const statements = {
  paying,
  moved,
  standing,
  payers,
  movement,
  cohorts,
  charges,
  failures,
  recovery,
}

/** The statements that read `moved`, as one, so that it is made once: a column with the rows of each. */
export const onMoved = `with paying as (${paying}), moved as materialized (${moved}),
  standing as (${standing}), movement as (${movement}), cohorts as (${cohorts})
  select (select json_agg(standing) from standing) as standing,
    (select json_agg(movement) from movement) as movements,
    (select json_agg(cohorts) from cohorts) as cohorts`
/** Counting payers takes as long as all of that, and is done beside it. It asks for no `from`: its third value is `to`. */
export const onPayers = `with paying as (${paying}) ${payers}`.replaceAll('$4', '$3')
export const onFailures = `with failures as (${failures}) ${recovery}`
