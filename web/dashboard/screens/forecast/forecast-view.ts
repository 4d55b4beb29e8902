import { readersOffset } from '../../../messages/moments.ts'

/** The forecast as the API answers it; `/docs/dashboard` describes it. */
export const classes = ['covered', 'atRisk', 'unknown'] as const
export type Class = (typeof classes)[number]

/** Its days are those of the reader's zone. */
export const forecastPath = (days: number): string =>
  `/forecast?days=${days}&utcOffset=${readersOffset()}`

type Sum = { count: number; subscriptions: number; amount: string; rows: string }
type Place = { blockchain: string; asset: string }

export type ForecastView = {
  now: string
  until: string
  totals: (Place & {
    classes: Record<Class, Sum>
    /** The oldest look into a wallet that a covered charge relies on. */
    coveredSeenAt: string | null
    reasons: (Sum & { class: Class; reason: string })[]
  })[]
  days: (Place & { date: string; classes: Record<Class, Sum> })[]
}
export type Total = ForecastView['totals'][number]

export type ChargeToCome = {
  contractAddress: string
  customerId: string
  payer: string
  blockchain: string
  amount: string
  period: number
  dueAt: string
  class: Class
  reason: string | null
  balance: string | null
  balanceSeenAt: string | null
}
