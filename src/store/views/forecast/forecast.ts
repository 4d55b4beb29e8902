/** Reads the forecast: which charges are to come, and whether what is known of their payers covers them. */
import { dayMs } from '../../../../machines/durations.ts'
import type { Owner } from '../../../shared/owner.ts'
import { askAtLarge } from '../large-query.ts'
import type { Database } from '../../database.ts'
import { numbered } from '../query-parameters.ts'
import { readGasEnds } from './gas-ends.ts'
import { gasOf, isHopeless, judge, type Surroundings, withFunds } from './judged.ts'
import { dayAt, shiftOf } from './days.ts'
import { addGround, type ForecastGround, plannedSubscriptions } from './planned.ts'
import { type JudgedCharge, judgeShared, type SharingSubscription } from './shared-wallets.ts'
import type { ForecastVerdict } from './spend-in-order.ts'
import { readChargedSince } from './charged-since.ts'

export const forecastClasses = ['covered', 'atRisk', 'unknown'] as const satisfies ForecastVerdict[]
export type ForecastClass = (typeof forecastClasses)[number]

/** Charges that are alike; `amount` is the sum of them, in base units. */
export type ForecastSum = {
  /** The day on which they fall due, `2026-11-23`, by the ground's offset from UTC; today for those that are overdue. */
  date: string
  blockchain: string
  asset: string
  decimals: number
  class: ForecastClass
  /** Null where it is covered. */
  reason: string | null
  count: number
  amount: bigint
  /** Sums of the same subscriptions have the same key; each of them has one charge here. */
  sameSubscriptions: string
  /** The oldest look into the wallets of these charges, in real time; null where there was none. */
  seenAt: Date | null
}

/** The sums, and what the list of the charges needs to judge each as they were judged here. */
export type Forecast = {
  sums: ForecastSum[]
  shared: JudgedCharge[]
  surroundings: Surroundings
}

/** Alike but for the day: `firstDay` is that of the first charge in the window, after which `n` others came. */
type SumRow = Omit<ForecastSum, 'date' | 'amount' | 'seenAt'> & {
  firstDay: string
  /** So many days later is it in the offset of the ground. */
  shift: number
  n: number
  /** 0 where there is no other one. */
  periodDays: number
  amount: string
  /** The moment as the driver gives it. */
  seenAt: Date | string | null
  sharing: Sharing | null
}

type Sharing = Pick<
  SharingSubscription,
  'contractAddress' | 'wallet' | 'firstAt' | 'periodDays' | 'chargesMade' | 'charges' | 'allowed'
> & { held: string }

/** Reads what all charges of the ground have around them. */
export async function readSurroundings(
  { pool }: Pick<Database, 'pool'>,
  owner: Owner,
  ground: ForecastGround,
): Promise<Surroundings> {
  const [gasEnds, chargedSince] = await Promise.all([
    readGasEnds(pool, owner, ground),
    readChargedSince(pool, owner, ground),
  ])
  return { gasEnds, chargedSince }
}

/**
 * Judges the charges of the window and sums them by day, asset, class and reason. `known`: the surroundings, of this ground or
 * of one that holds it.
 */
export async function readForecast(
  database: Database,
  owner: Owner,
  ground: ForecastGround,
  known?: Surroundings,
): Promise<Forecast> {
  const { pool } = database
  const surroundings = known ?? (await readSurroundings(database, owner, ground))
  const { gasEnds } = surroundings
  const rows = await askAtLarge<SumRow>(pool, ...sumsStatement(owner, ground, surroundings))
  const today = dayAt(ground.now, ground)
  const shared = judgeShared(rows.filter(({ sharing }) => sharing !== null).map(toSharing), gasEnds)
  const alone = rows.filter(({ sharing }) => sharing === null)
  return {
    sums: [
      ...alone.map((row) => toSum(row, laterOf(today, dayOf(row)))),
      ...shared.map((charge) => sumOfOne(charge, today, ground)),
    ],
    shared,
    surroundings,
  }
}

/**
 * Subscriptions that are alike in all that they are judged by are judged as one. `is_short`: others of its wallet may take
 * what it needs; of a wallet that pays for one subscription alone this is never so.
 */
function sumsStatement(
  owner: Owner,
  ground: ForecastGround,
  surroundings: Surroundings,
): [string, unknown[]] {
  const { values, value } = numbered()
  const placed = addGround(owner, ground, value)
  const assets = value(ground.activeAssets)
  const judged = judge(assets)
  const late = value([...surroundings.gasEnds.keys()])
  return [
    `with ${gasOf(ground, surroundings, value)}, ${plannedSubscriptions(placed)},
    needing as (
      select planned.*, case when ${isHopeless(assets)} then 0 when allowed = 1 then amount
        else amount * allowed end as need from planned left join gas using (blockchain)),
    totalled as (select *, sum(need) over (partition by wallet) as needed from needing),
    funded as (${withFunds('totalled', surroundings, value)}),
    kept as (
      select left(first_at, 10) as first_day, ${shiftOf(ground)} as shift, case when blockchain = any(${late}::text[]) then first_at end as first_at,
        blockchain, asset, decimals, case when charges > 1 then period_days else 0 end as period_days, charges, allowed, payable,
        class, reason, seen_at, is_seen, is_unseen, amount,
        case when is_seen and needed > held and need > 0 and needed > need then json_build_object(
          'contractAddress', id, 'wallet', wallet, 'firstAt', first_at, 'periodDays', period_days,
          'chargesMade', charges_made, 'charges', charges, 'allowed', allowed, 'held', held::text)::text end as sharing
      from funded),
    alike as (
      select first_day, shift, first_at, blockchain, asset, decimals, period_days, charges, allowed, payable, class, reason,
        is_seen, is_unseen, sharing, count(*)::int as count, sum(amount) as amount, min(seen_at) as seen_at,
        row_number() over ()::text as same
      from kept group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    one as (
      select alike.*, g.blockchain is not null as is_served, has_gas, ends_at, n
      from alike left join gas g using (blockchain)
      cross join lateral generate_series(0, case when sharing is null then charges - 1 else 0 end) as n)
    select first_day as "firstDay", shift, n, period_days as "periodDays", blockchain, asset, decimals,
      ${judged.class} as class, ${judged.reason} as reason, sharing::json as sharing, count, amount::text, seen_at as "seenAt",
      same as "sameSubscriptions"
    from one`,
    values,
  ]
}

function toSum(row: SumRow, date: string): ForecastSum {
  const { blockchain, asset, decimals, class: certainty, reason, count, sameSubscriptions } = row
  const [amount, seenAt] = [BigInt(row.amount), toMoment(row.seenAt)]
  const place = { date, blockchain, asset, decimals }
  return { ...place, class: certainty, reason, count, amount, sameSubscriptions, seenAt }
}

/** Finds what keeps it in doubt whatever the wallet holds; when the gas runs out is judged charge by charge. */
function toSharing(row: SumRow): SharingSubscription {
  const { blockchain, asset, decimals, class: certainty, reason } = row
  const doubt = certainty === 'unknown' && reason !== 'GasMayRunOut' ? reason : null
  const [amount, held] = [BigInt(row.amount), BigInt(row.sharing!.held)]
  const seenAt = toMoment(row.seenAt)
  return { ...row.sharing!, blockchain, asset, decimals, amount, held, doubt, seenAt }
}

const toMoment = (stored: Date | string | null) => (stored === null ? null : new Date(stored))

const sumOfOne = (
  { of, at, class: certainty, reason }: JudgedCharge,
  today: string,
  ground: ForecastGround,
) => ({
  date: laterOf(today, dayAt(at, ground)),
  blockchain: of.blockchain,
  asset: of.asset,
  decimals: of.decimals,
  class: certainty,
  reason,
  count: 1,
  amount: of.amount,
  sameSubscriptions: of.contractAddress,
  seenAt: of.seenAt,
})

const dayOf = ({ firstDay, shift, n, periodDays }: SumRow): string =>
  new Date(Date.parse(firstDay) + (shift + n * periodDays) * dayMs).toISOString().slice(0, 10)
const laterOf = (one: string, other: string): string => (one > other ? one : other)
