/** Lists the charges of a forecast, the one that falls due first before the others. */
import { dayMs } from '../../../../machines/durations.ts'
import type { Owner } from '../../../shared/owner.ts'
import type { Database } from '../../database.ts'
import type { Part, ListPosition } from '../../lists/places.ts'
import { formatMoney } from '../../../shared/money.ts'
import { askAtLarge } from '../large-query.ts'
import { allOf, numbered, type ParameterValue } from '../query-parameters.ts'
import { beginOfDay, dayAt } from './days.ts'
import type { Forecast, ForecastClass, ForecastSum } from './forecast.ts'
import { gasOf, judge, withFunds } from './judged.ts'
import {
  addGround,
  dueAt,
  type ForecastGround,
  plannedSubscriptions,
  toStoredMoment,
} from './planned.ts'

/** A field that is left out filters nothing. */
export type ForecastFilter = {
  class?: ForecastClass | undefined
  reason?: string | undefined
  asset?: string | undefined
  blockchain?: string | undefined
  customerId?: string | undefined
  date?: string | undefined
}

/** A charge to come; amounts in base units. */
export type ForecastCharge = {
  contractAddress: string
  customerId: string
  planId: string
  payer: string
  blockchain: string
  asset: string
  decimals: number
  amount: string
  period: number
  dueAt: string
  class: ForecastClass
  reason: string | null
  /** The wallet holds this for all of its charges together; null where nobody has looked. */
  held: string | null
  /** Real time. */
  seenAt: string | null
}

type Listed = Omit<ForecastCharge, 'seenAt'> & { seenAt: Date | null; total: number | null }

/** A part of the charges; `upTo` is the last place of it. Charges before a place come the nearest first. */
type PartOfForecast = Part & { upTo?: ListPosition }

/** Lists a part of the charges that match, as the forecast of the same ground judged them, and counts all. */
export async function listForecastCharges(
  { pool }: Pick<Database, 'pool'>,
  owner: Owner,
  ground: ForecastGround,
  { forecast, filter }: { forecast: Forecast; filter: ForecastFilter },
  part: PartOfForecast,
): Promise<{ charges: ForecastCharge[]; total: number }> {
  const isCounted = filter.customerId !== undefined
  const total = isCounted ? null : countCharges(forecast, filter)
  if (total === 0) return { charges: [], total }
  const asked = partStatement(owner, ground, { forecast, filter }, part)
  const rows = await askAtLarge<Listed>(pool, ...asked)
  const charges = rows.map(({ total: _, seenAt, ...row }) => ({
    ...row,
    seenAt: seenAt && new Date(seenAt).toISOString(),
  }))
  return { charges, total: total ?? rows[0]?.total ?? 0 }
}

/** The sums know everything that is filtered by but the customer. */
const sumsOf = (
  { sums }: Pick<Forecast, 'sums'>,
  { customerId: _, ...filter }: ForecastFilter,
): ForecastSum[] =>
  sums.filter((sum) =>
    Object.entries(filter).every(
      ([name, wanted]) => wanted === undefined || sum[name as keyof typeof filter] === wanted,
    ),
  )

export const countCharges = (forecast: Pick<Forecast, 'sums'>, filter: ForecastFilter): number =>
  sumsOf(forecast, filter).reduce((all, { count }) => all + count, 0)

/** Sums them, for each asset by itself; null where only a customer's are asked for. */
export function sumCharges(
  forecast: Pick<Forecast, 'sums'>,
  filter: ForecastFilter,
): string[] | null {
  if (filter.customerId !== undefined) return null
  const byAsset = Map.groupBy(sumsOf(forecast, filter), ({ asset }) => asset)
  return [...byAsset].map(([asset, some]) =>
    formatMoney(
      some.reduce((all, { amount }) => all + amount, 0n),
      some[0]!.decimals,
      asset,
    ),
  )
}

/** The first of a few charges are found in order, without putting all of them into it. */
function partStatement(
  owner: Owner,
  ground: ForecastGround,
  { forecast, filter }: { forecast: Forecast; filter: ForecastFilter },
  part: PartOfForecast,
): [string, unknown[]] {
  const { surroundings } = forecast
  const { limit, offset = 0, before } = part
  const way = before ? 'desc' : 'asc'
  const { values, value } = numbered()
  const placed = addGround(owner, ground, value)
  // Only what a customer has is counted here: that is little, and the place is looked for in all of it.
  const isCounted = filter.customerId !== undefined
  const inPart = allOf(['true', ...placeConditions(part, value)])
  const found = allOf([...conditionsOf(filter, ground, owner, value), isCounted ? false : inPart])
  const most = isCounted ? '' : `order by at ${way}, id ${way} limit ${value(offset + limit)}`
  const judged = judge(value(ground.activeAssets))
  const among = (source: string) => `(select * from (
    select f.id, first_at, charges_made + n + 1 as period, blockchain, asset, decimals, amount, held, seen_at,
      case when n = 0 then first_at else ${toStoredMoment(dueAt)} end as at,
      coalesce(v.verdict, ${judged.class}) as class,
      case when v.verdict is null then ${judged.reason} else v.why end as reason
    from (select f.*, gas.blockchain is not null as is_served, has_gas, ends_at
      from (${source}) f left join gas on gas.blockchain = f.blockchain) f
    left join verdict v on v.id = f.id and v.period = charges_made + n + 1) one
    where ${found} ${most})`
  return [
    `with ${gasOf(ground, surroundings, value)},
    ${plannedSubscriptions(placed).replaceAll(' as (', ' as not materialized (')},
    ${verdictsOf(forecast, value)},
    page as (select * from (
      select *, ${isCounted ? 'count(*) over ()::int' : 'null::int'} as total from (
        ${among(`select *, 0 as n from (${withFunds('planned', surroundings, value)}) one`)} union all
        ${among(`select *, generate_series(1, charges - 1) as n from (${withFunds('(select * from planned where charges > 1)', surroundings, value)}) one`)}) each_one) one
      where ${isCounted ? inPart : 'true'}
      order by at ${way}, id ${way} limit ${value(limit)} offset ${value(offset)})
    select p.id as "contractAddress", s.customer_id as "customerId", s.plan_id as "planId", s.payer, p.blockchain,
      p.asset, p.decimals, p.amount::text, p.period, p.at as "dueAt",
      p.class, p.reason, p.held::text, p.seen_at as "seenAt", p.total
    from page p join subscription s on s.id = p.id order by p.at ${way}, p.id ${way}`,
    values,
  ]
}

/** `verdict`: the charges of wallets that several subscriptions share, as they were judged together. */
function verdictsOf({ shared }: Forecast, value: ParameterValue): string {
  return `verdict as (select * from unnest(${value(shared.map(({ of }) => of.contractAddress))}::text[],
    ${value(shared.map(({ of, n }) => of.chargesMade + n + 1))}::int[],
    ${value(shared.map((one) => one.class))}::text[],
    ${value(shared.map(({ reason }) => reason))}::text[]) as one (id, period, verdict, why))`
}

function conditionsOf(
  filter: ForecastFilter,
  ground: ForecastGround,
  owner: Owner,
  value: ParameterValue,
): (string | false)[] {
  const { class: certainty, reason, asset, blockchain, customerId } = filter
  return [
    'true',
    certainty !== undefined && `class = ${value(certainty)}`,
    reason !== undefined && `reason = ${value(reason)}`,
    asset !== undefined && `asset = ${value(asset)}`,
    blockchain !== undefined && `blockchain = ${value(blockchain)}`,
    customerId !== undefined &&
      `id in (select id from subscription where merchant_id = ${value(owner.merchantId)}
        and network = ${value(owner.network)} and customer_id = ${value(customerId)})`,
    isOnDay(filter, ground, value),
  ]
}

function placeConditions(
  { after, before, upTo }: PartOfForecast,
  value: ParameterValue,
): (string | false)[] {
  const compare = (isBehind: string, place: ListPosition | undefined) =>
    place !== undefined && `(at, id) ${isBehind} (${value(toMoment(place))}, ${value(place.id)})`
  return [compare('>', after), compare('<', before), compare(before ? '>=' : '<=', upTo)]
}

/** The moment of a place, to the millisecond as moments of charges are. */
export const toMoment = ({ at }: ListPosition): string => new Date(at).toISOString()

/** Whether a day is asked for that is over: nothing falls due then. */
export const isPast = ({ date }: ForecastFilter, ground: ForecastGround): boolean =>
  date !== undefined && date < dayAt(ground.now, ground)

/**
 * From when on and until when charges fall due on the day that is asked for; null: there is no bound. An overdue charge
 * falls due today.
 */
export function dayOf(
  { date }: ForecastFilter,
  ground: ForecastGround,
): { from: string | null; to: string | null } {
  if (date === undefined) return { from: null, to: null }
  const begin = beginOfDay(date, ground)
  const isToCome = date > dayAt(ground.now, ground)
  return {
    from: isToCome ? begin.toISOString() : null,
    to: new Date(begin.getTime() + dayMs).toISOString(),
  }
}

function isOnDay(filter: ForecastFilter, ground: ForecastGround, value: ParameterValue): string {
  if (isPast(filter, ground)) return 'false'
  const { from, to } = dayOf(filter, ground)
  return allOf([
    'true',
    from !== null && `at >= ${value(from)}`,
    to !== null && `at < ${value(to)}`,
  ])
}
