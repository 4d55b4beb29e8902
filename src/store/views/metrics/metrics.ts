/** Reads the metrics of a merchant: what stands, what moved, and what came of charges; amounts in base units. */
import type { Owner } from '../../../shared/owner.ts'
import type { Database } from '../../database.ts'
import { askAtLarge } from '../large-query.ts'
import { onFailures, onMoved, onPayers, statements } from './statements.ts'

/** The time that is looked at, from `from` on and before `to`. */
export type MetricsSpan = { from: Date; to: Date }

/**
 * A subscription stopped paying in one of these ways; `paused` and `switched` are no churn, and `finished` is as
 * agreed.
 */
export const endings = ['voluntary', 'involuntary', 'finished', 'switched', 'paused'] as const
export type Ending = (typeof endings)[number]

type OfAsset = { asset: string }
type Standing = OfAsset & {
  decimals: number
  mrrBefore: string
  subscriptionsBefore: number
  mrr: string
  subscriptions: number
  activePayers: number
}
/** `day`: `2026-11-23`, in UTC. */
type Movement = OfAsset & {
  day: string
  kind: 'new' | Ending
  count: number
  monthly: string
}
/** `month`: that of the first charge, `2026-11`; `ended`: that of the end, null where it goes on. */
type CohortPart = OfAsset & { month: string; ended: string | null; count: number }
type ChargeSum = OfAsset & {
  decimals: number
  day: string
  status: 'Succeeded' | 'Failed'
  count: number
  amount: string
}
/** Charges whose first attempt to fail did so for this reason, by what has become of them. */
type RecoveryPart = OfAsset & {
  decimals: number
  reason: string
  status: string
  count: number
  amount: string
}

export type Metrics = {
  standing: Standing[]
  movements: Movement[]
  cohorts: CohortPart[]
  charges: ChargeSum[]
  recovery: RecoveryPart[]
}

export async function readMetrics(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
  { from, to }: MetricsSpan,
): Promise<Metrics> {
  const values = [merchantId, network, from.toISOString(), to.toISOString()]
  const ask = <Row extends object>(text: string) => askAtLarge<Row>(pool, text, values)
  const [[ofMoved], payers, charges, recovery] = await Promise.all([
    ask<OfMoved>(onMoved),
    askAtLarge<OfAsset & { activePayers: number }>(pool, onPayers, [
      merchantId,
      network,
      to.toISOString(),
    ]),
    ask<ChargeSum>(statements.charges),
    ask<RecoveryPart>(onFailures),
  ])
  const { standing, movements, cohorts } = ofMoved!
  return {
    standing: (standing ?? []).map((one) => ({
      ...one,
      activePayers: payers.find(({ asset }) => asset === one.asset)?.activePayers ?? 0,
    })),
    movements: movements ?? [],
    cohorts: cohorts ?? [],
    charges,
    recovery,
  }
}

/** Null where there is none. */
type OfMoved = {
  standing: Omit<Standing, 'activePayers'>[] | null
  movements: Movement[] | null
  cohorts: CohortPart[] | null
}
