/** Lists the charges of a forecast, the one that falls due first before the others. */
import type { Owner } from '../../../shared/owner.ts'
import type { Page } from '../../../shared/page.ts'
import type { Database } from '../../database.ts'
import { askAtLarge } from '../at-large.ts'
import { allOf, numbered, type Value } from '../numbered.ts'
import { type ForecastGround, judgedCharges } from './forecast-statement.ts'
import type { ForecastClass, ShortCharge } from './forecast.ts'

/** A field that is left out filters nothing. */
export type ForecastFilter = {
  class?: ForecastClass | undefined
  reason?: string | undefined
  asset?: string | undefined
  blockchain?: string | undefined
  payer?: string | undefined
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
  /** What the wallet holds for all of its charges together; null where nobody has looked. */
  held: string | null
  /** Real time. */
  seenAt: string | null
}

/** Lists a page of the charges that match, with the verdicts about wallets that hold too little, and counts all. */
export async function listForecastCharges(
  { pool }: Database,
  owner: Owner,
  ground: ForecastGround,
  { short, filter }: { short: readonly ShortCharge[]; filter: ForecastFilter },
  { limit, offset }: Page,
): Promise<{ charges: ForecastCharge[]; total: number }> {
  const { values, value } = numbered()
  const rows = await askAtLarge<ForecastCharge & { total: number }>(
    pool,
    `with ${judgedCharges(owner, ground, value)},
      verdict as (select * from unnest(${value(short.map((one) => one.contractAddress))}::text[],
        ${value(short.map(({ period }) => period))}::int[], ${value(short.map((one) => one.class))}::text[],
        ${value(short.map(({ reason }) => reason))}::text[]) as one (id, period, class, reason)),
      found as (
        select j.id, j.payer, j.blockchain, j.asset, j.amount, j.period, j.at, j.held, j.seen_at,
          coalesce(v.class, j.class) as class,
          case when v.class is null then j.reason else v.reason end as reason
        from judged j left join verdict v using (id, period)),
      page as (
        select *, count(*) over ()::int as total from found where ${toConditions(filter, { owner, now: ground.now }, value)}
        order by at, id limit ${value(limit)} offset ${value(offset)})
    select p.id as "contractAddress", s.customer_id as "customerId", s.plan_id as "planId", p.payer, p.blockchain,
      p.asset, s.decimals, p.amount::text, p.period, p.at as "dueAt",
      p.class, p.reason, p.held::text, p.seen_at as "seenAt", p.total
    from page p join subscription s on s.id = p.id order by p.at, p.id`,
    values,
  )
  const charges = rows.map(({ total: _, dueAt, seenAt, ...row }) => ({
    ...row,
    dueAt: new Date(dueAt).toISOString(),
    seenAt: seenAt && new Date(seenAt).toISOString(),
  }))
  return { charges, total: rows[0]?.total ?? 0 }
}

function toConditions(
  filter: ForecastFilter,
  { owner, now }: { owner: Owner; now: Date },
  value: Value,
): string {
  const { class: certainty, reason, asset, blockchain, payer, customerId, date } = filter
  return allOf([
    'true',
    certainty !== undefined && `class = ${value(certainty)}`,
    reason !== undefined && `reason = ${value(reason)}`,
    asset !== undefined && `asset = ${value(asset)}`,
    blockchain !== undefined && `blockchain = ${value(blockchain)}`,
    payer !== undefined && `payer = ${value(payer)}`,
    customerId !== undefined &&
      `id in (select id from subscription where merchant_id = ${value(owner.merchantId)}
        and network = ${value(owner.network)} and customer_id = ${value(customerId)})`,
    date !== undefined &&
      `to_char(greatest(at, ${value(now.toISOString())}::timestamptz) at time zone 'UTC', 'YYYY-MM-DD') = ${value(date)}`,
  ])
}
