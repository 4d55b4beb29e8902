/** The metrics as the API answers them; docs/metrics.md defines them. */
type Moved = { count: number; mrr: string; rows: string }
type Sum = { count: number; amount: string; rows: string }
type Count = { count: number; rows: string }

export const endings = ['voluntary', 'involuntary', 'finished', 'switched', 'paused'] as const

export type AssetMetrics = {
  asset: string
  mrr: string
  mrrBefore: string
  subscriptions: Count
  subscriptionsBefore: Count
  activePayers: number
  new: Moved
  ended: Record<(typeof endings)[number], Moved>
  churnPercent: number | null
  charges: { succeeded: Sum; failed: Sum }
  recovery: { reason: string; failed: Sum; recovered: Sum; recoveredPercent: number }[]
  cohorts: {
    month: string
    count: number
    rows: string
    retained: { month: string; count: number; rows: string }[]
  }[]
  days: { date: string; mrr: string; succeeded: string; failed: string }[]
}

export type MetricsView = { from: string; to: string; assets: AssetMetrics[] }

/** For drawing alone: sums come from the service. */
export const drawn = (money: string): number => Number(money.split(' ', 1)[0])
