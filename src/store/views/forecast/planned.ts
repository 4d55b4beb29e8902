/**
 * The subscriptions that are charged within a window, as common table expressions: one row for each, with how many of its
 * charges fall into the window and how many of those its allowance covers. Every forecast begins here.
 */
import { dayMs } from '../../../../machines/durations.ts'
import type { Owner } from '../../../shared/owner.ts'
import {
  chargeableSubscriptions,
  pausedSubscriptions,
  quoteStatuses,
} from '../../../core/states.ts'
import { allOf, type ParameterValue } from '../query-parameters.ts'

/** Holds what is known about the chains and assets of a network at the moment of a forecast. */
export type ForecastGround = {
  now: Date
  until: Date
  /** Days begin so many minutes before those of UTC. */
  utcOffset: number
  /** The codes of the assets that the merchant has switched on. */
  activeAssets: string[]
  /** For each chain that is served, the charges that its gas wallet pays for; null where that is not known. */
  gas: { blockchain: string; chargesLeft: number | null }[]
  /** Only charges of these wallets are judged, with all that they have to pay; left out: of all. */
  payers?: string[]
}

/** The ground as placeholders of one statement. */
export type GroundValues = { ownedBy: string; now: string; until: string; days: string }

/** The condition on subscriptions, as `s`: those of a merchant on a network, and of some payers where they are asked for. */
export const isOwned = (owner: Owner, { payers }: ForecastGround, value: ParameterValue): string =>
  allOf([
    `s.merchant_id = ${value(owner.merchantId)} and s.network = ${value(owner.network)}`,
    payers !== undefined && `s.payer = any(${value(payers)})`,
  ])

/** Adds the ground to a statement. */
export function addGround(
  owner: Owner,
  ground: ForecastGround,
  value: ParameterValue,
): GroundValues {
  const { now, until } = ground
  return {
    ownedBy: isOwned(owner, ground, value),
    now: `${value(now.toISOString())}::text`,
    until: `${value(until.toISOString())}::text`,
    days: `${value(Math.ceil((until.getTime() - now.getTime()) / dayMs))}::int`,
  }
}

/** Reasons for which a held back charge is not made until the merchant acts; of all others nobody knows. */
const untilSomebodyActs = ['GasWalletEmpty', 'AssetInactive', 'GasCostAboveLimit']
/** Reasons that allowance and balance tell more newly. */
const shortages = ['InsufficientAllowance', 'InsufficientBalance', 'AllowanceRevoked']

const columns = `s.id, s.wallet, s.blockchain, s.asset, s.decimals, s.amount, s.charges_made, s.allowance,
  s.period_days, s.max_periods - s.charges_made as periods_left`

/** Writes a moment as it is stored, so that the order of texts is that of time. */
export const toStoredMoment = (moment: string): string =>
  `to_char((${moment}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const onSchedule = ({ ownedBy, until }: GroundValues): string => `
  select ${columns}, s.next_charge_at as first_at,
    case when s.status = 'Suspended' and s.reason in (${quoteStatuses(untilSomebodyActs)}) then 'atRisk'
      when s.phase = 'Overdue' and s.reason not in (${quoteStatuses(shortages)}) then 'atRisk'
      when s.status = 'Suspended' then 'unknown' end as class,
    case when s.status = 'Suspended'
      or (s.phase = 'Overdue' and s.reason not in (${quoteStatuses(shortages)})) then s.reason end as reason
  from subscription s
  where ${ownedBy} and s.status in (${quoteStatuses(chargeableSubscriptions)})
    and s.next_charge_at < ${until} and s.charges_made < s.max_periods
    and s.is_to_end is not true and s.phase <> 'AwaitingPredecessor'`

/** Pauses that end by themselves, or are just beginning or ending: when it is charged then, the chain will say. */
const paused = ({ ownedBy, now, until }: GroundValues): string => `
  select ${columns}, at.text, 'unknown', 'Paused'
  from subscription s cross join lateral (select ${toStoredMoment(`greatest(s.next_charge_at::timestamptz,
    (s.snapshot->'context'->>'resumeAt')::timestamptz, ${now}::timestamptz)`)} as text) at
  where ${ownedBy} and s.status in (${quoteStatuses(pausedSubscriptions)})
    and (s.status <> 'Paused' or s.snapshot->'context'->>'resumeAt' is not null)
    and s.charges_made < s.max_periods and s.is_to_end is not true and at.text < ${until}`

/** Selects those that begin when the one has ended whose place they take. */
const switched = ({ ownedBy, until }: GroundValues): string => `
  select ${columns}, old.next_charge_at, 'unknown', 'Switched'
  from subscription s join subscription old
    on old.id = s.snapshot->'context'->'replaces'->>'contractAddress'
    and old.merchant_id = s.merchant_id and old.network = s.network
  where ${ownedBy} and s.status = 'Pending' and s.phase = 'AwaitingPredecessor'
    and s.charges_made < s.max_periods and s.is_to_end is not true and old.next_charge_at < ${until}`

/**
 * `planned`: `first_at` is when its first charge of the window falls due, `charges` how many there are, `allowed` how many
 * of them its allowance covers; `class` and `reason` are what stands in the way of all of them, or null. The numbers of
 * most are plain: they are charged once in the window.
 */
export const plannedSubscriptions = (ground: GroundValues): string => `
  to_charge as (${onSchedule(ground)} union all ${paused(ground)} union all ${switched(ground)}),
  counted as (
    select *, case when period_days >= ${ground.days} and first_at >= ${ground.now} then 1
      else least(periods_left, ceil(date_part('epoch', ${ground.until}::timestamptz - first_at::timestamptz)
        / 86400 / period_days))::int end as charges
    from to_charge),
  planned as (
    select *, case when charges = 1 then case when amount <= allowance then 1 else 0 end
      else least(charges, div(allowance, amount))::int end as allowed
    from counted)`

/** When the charge `n` of a row of `planned` falls due, as a moment. */
export const dueAt = `(first_at::timestamptz + n * period_days * interval '24 hours')`
