/** Reads the forecast: which charges are to come, and whether what is known of their payers covers them. */
import type { Owner } from '../../../shared/owner.ts'
import type { Database } from '../../database.ts'
import { numbered } from '../numbered.ts'
import { askAtLarge } from '../at-large.ts'
import { type ForecastGround, judgedCharges } from './forecast-statement.ts'
import { spendInOrder, type Verdict } from './spend-in-order.ts'

export const forecastClasses = ['covered', 'atRisk', 'unknown'] as const satisfies Verdict[]
export type ForecastClass = (typeof forecastClasses)[number]

/** Charges that are alike; `amount` is the sum of them, in base units. */
export type ForecastSum = {
  /** The day in UTC on which they fall due, `2026-11-23`; today for those that are overdue. */
  date: string
  blockchain: string
  asset: string
  decimals: number
  class: ForecastClass
  /** Null where it is covered. */
  reason: string | null
  count: number
  amount: bigint
}

/** A charge of a wallet that holds too little for all of its charges; amounts in base units. */
export type ShortCharge = {
  contractAddress: string
  period: number
  class: ForecastClass
  reason: string | null
}

export type Forecast = { sums: ForecastSum[]; short: ShortCharge[] }

/** Beyond so many charges of wallets that hold too little, the others are left unknown. */
const shortChargesMax = 50_000

type SumRow = Omit<ForecastSum, 'amount'> & { amount: string; isShort: false }
type ShortRow = Omit<ForecastSum, 'amount' | 'count'> & {
  amount: string
  isShort: true
  contractAddress: string
  period: number
  wallet: string
  held: string
}

/** Judges the charges of the window and sums them by day, asset, class and reason. */
export async function readForecast(
  { pool }: Database,
  owner: Owner,
  ground: ForecastGround,
): Promise<Forecast> {
  const { values, value } = numbered()
  const date = `to_char(greatest(at, ${value(ground.now.toISOString())}::timestamptz) at time zone 'UTC', 'YYYY-MM-DD')`
  const rows = await askAtLarge<SumRow | ShortRow>(
    pool,
    `with ${judgedCharges(owner, ground, value)}
    select false as "isShort", date, blockchain, asset, decimals, class, reason, count(*)::int as count,
      sum(amount)::text as amount, null as "contractAddress", null::int as period, null as wallet, null as held
    from (select *, ${date} as date from judged where not is_short) one
    group by date, blockchain, asset, decimals, class, reason
    union all
    (select true, ${date}, blockchain, asset, decimals, class, reason, 1, amount::text, id, period,
      blockchain || token || payer, held::text
    from judged where is_short order by at, id limit ${value(shortChargesMax)})`,
    values,
  )
  const short = rows.filter((row) => row.isShort)
  const verdicts = judgeShort(short)
  const sums = rows.filter((row) => !row.isShort).map(toSum)
  const shortSums = short.map((row, index) => ({
    ...toSum({ ...row, count: 1 }),
    ...verdicts[index]!,
  }))
  return {
    sums: [...sums, ...shortSums],
    short: short.map(({ contractAddress, period }, index) => ({
      contractAddress,
      period,
      ...verdicts[index]!,
    })),
  }
}

const toSum = ({
  date,
  blockchain,
  asset,
  decimals,
  class: certainty,
  reason,
  count,
  amount,
}: Omit<ForecastSum, 'amount'> & { amount: string }): ForecastSum => ({
  date,
  blockchain,
  asset,
  decimals,
  class: certainty,
  reason,
  count,
  amount: BigInt(amount),
})

type Judged = Pick<ShortCharge, 'class' | 'reason'>

/** Judges them wallet by wallet, and answers in their order, which is the order in which they fall due. */
function judgeShort(rows: readonly ShortRow[]): Judged[] {
  const judged = new Map<ShortRow, Judged>()
  for (const charges of Map.groupBy(rows, ({ wallet }) => wallet).values()) {
    const verdicts = spendInOrder(
      BigInt(charges[0]!.held),
      charges.map(({ contractAddress, amount, class: certainty }) => ({
        contractAddress,
        amount: BigInt(amount),
        isSure: certainty === 'covered',
      })),
    )
    for (const [index, row] of charges.entries())
      judged.set(row, withReason(verdicts[index]!, row.reason))
  }
  return rows.map((row) => judged.get(row)!)
}

const withReason = (verdict: Verdict, reason: string | null): Judged => {
  if (verdict === 'covered') return { class: verdict, reason: null }
  if (verdict === 'atRisk') return { class: verdict, reason: 'InsufficientBalance' }
  return { class: verdict, reason: reason ?? 'BalanceShared' }
}
