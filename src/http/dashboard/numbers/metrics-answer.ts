/** The metrics as they are answered: for each asset, with the rows of every number. */
import type { z } from 'zod'
import { formatMoney } from '../../../shared/money.ts'
import type { Ending, Metrics, MetricsSpan } from '../../../store/views/metrics/metrics.ts'
import { endings } from '../../../store/views/metrics/metrics.ts'
import { daysOf, monthAfter, monthsOf } from './calendar.ts'
import type { MetricsOfAsset } from './metrics-resource.ts'
import { toRows } from './rows-link.ts'

type Resource = z.infer<typeof MetricsOfAsset>
type Asset = { asset: string; decimals: number }
type Moved = { count: number; monthly: bigint }

/** Tells the metrics of each asset; those in which nothing ever happened are left out. */
export function toMetricsOfAssets(metrics: Metrics, span: MetricsSpan): Resource[] {
  const assets = new Map(
    [...metrics.standing, ...metrics.charges].map(({ asset, decimals }) => [asset, decimals]),
  )
  return [...assets]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([asset, decimals]) =>
      toMetricsOfAsset(ofAsset(metrics, asset), { asset, decimals }, span),
    )
}

function ofAsset(metrics: Metrics, wanted: string): Metrics {
  const isOf = ({ asset }: { asset: string }) => asset === wanted
  return {
    standing: metrics.standing.filter(isOf),
    movements: metrics.movements.filter(isOf),
    cohorts: metrics.cohorts.filter(isOf),
    charges: metrics.charges.filter(isOf),
    recovery: metrics.recovery.filter(isOf),
  }
}

function toMetricsOfAsset(
  metrics: Metrics,
  { asset, decimals }: Asset,
  span: MetricsSpan,
): Resource {
  const money = (baseUnits: bigint | string) => formatMoney(baseUnits, decimals, asset)
  const from = span.from.toISOString()
  const to = span.to.toISOString()
  const [standing] = metrics.standing
  const before = standing?.subscriptionsBefore ?? 0
  const lost = sumMoved(metrics, ['voluntary', 'involuntary']).count
  const payingAt = (moment: string) => toRows('subscriptions', { asset, payingAt: moment })
  const toMoved = ({ count, monthly }: Moved, rows: Record<string, string>) => ({
    count,
    mrr: money(monthly),
    rows: toRows('subscriptions', { asset, ...rows }),
  })
  const endedIn = { endedFrom: from, endedTo: to }
  return {
    asset,
    mrr: money(standing?.mrr ?? '0'),
    mrrBefore: money(standing?.mrrBefore ?? '0'),
    subscriptions: { count: standing?.subscriptions ?? 0, rows: payingAt(to) },
    subscriptionsBefore: { count: before, rows: payingAt(from) },
    activePayers: standing?.activePayers ?? 0,
    new: toMoved(sumMoved(metrics, ['new']), { firstChargedFrom: from, firstChargedTo: to }),
    ended: Object.fromEntries(
      endings.map((endedBy) => [
        endedBy,
        toMoved(sumMoved(metrics, [endedBy]), { endedBy, ...endedIn }),
      ]),
    ) as Resource['ended'],
    churnPercent: before > 0 ? percentOf(lost, before) : null,
    charges: toCharges(metrics, money, { asset, from, to }),
    recovery: toRecovery(metrics, money, { asset, from, to }),
    cohorts: toCohorts(metrics, asset, span),
    days: toDays(metrics, money, span),
  }
}

function sumMoved({ movements }: Metrics, kinds: ('new' | Ending)[]): Moved {
  const some = movements.filter(({ kind }) => kinds.includes(kind))
  return {
    count: some.reduce((sum, { count }) => sum + count, 0),
    monthly: some.reduce((sum, { monthly }) => sum + BigInt(monthly), 0n),
  }
}

type Money = (baseUnits: bigint | string) => string
type Where = { asset: string; from: string; to: string }

function toCharges({ charges }: Metrics, money: Money, { asset, from, to }: Where) {
  const sum = (status: 'Succeeded' | 'Failed') => {
    const some = charges.filter((one) => one.status === status)
    return {
      count: some.reduce((all, { count }) => all + count, 0),
      amount: money(some.reduce((all, { amount }) => all + BigInt(amount), 0n)),
      rows: toRows('charges', { asset, statusIn: status, chargeDateFrom: from, chargeDateTo: to }),
    }
  }
  return { succeeded: sum('Succeeded'), failed: sum('Failed') }
}

function toRecovery({ recovery }: Metrics, money: Money, { asset, from, to }: Where) {
  const byReason = Map.groupBy(recovery, ({ reason }) => reason)
  const told = [...byReason].map(([reason, parts]) => {
    const statusIs = (status: string) => parts.filter((one) => one.status === status)
    const countOf = (some: typeof parts) => some.reduce((all, { count }) => all + count, 0)
    const recovered = countOf(statusIs('Succeeded'))
    const filter = { asset, failedFirstFor: reason, failedFrom: from, failedTo: to }
    const amountOf = (some: typeof parts) =>
      money(some.reduce((all, one) => all + BigInt(one.amount), 0n))
    return {
      reason: reason as Resource['recovery'][number]['reason'],
      failed: { count: countOf(parts), amount: amountOf(parts), rows: toRows('charges', filter) },
      recovered: {
        count: recovered,
        amount: amountOf(statusIs('Succeeded')),
        rows: toRows('charges', { ...filter, statusIn: 'Succeeded' }),
      },
      recoveredPercent: percentOf(recovered, countOf(parts)),
    }
  })
  return told.toSorted((one, other) => other.failed.count - one.failed.count)
}

/** Follows each month's beginners month by month, until the end of the time that is looked at. */
function toCohorts({ cohorts }: Metrics, asset: string, { from, to }: MetricsSpan) {
  return monthsOf({ from, to }).flatMap((month) => {
    const parts = cohorts.filter((one) => one.month === month)
    if (parts.length === 0) return []
    const firstChargedFrom = laterOf(`${month}-01T00:00:00.000Z`, from.toISOString())
    const firstChargedTo = earlierOf(`${monthAfter(month)}-01T00:00:00.000Z`, to.toISOString())
    const begun = { asset, firstChargedFrom, firstChargedTo }
    const sizeOf = (some: typeof parts) => some.reduce((all, { count }) => all + count, 0)
    const retained = monthsOf({ from: new Date(`${month}-01T00:00:00Z`), to }).map((until) => ({
      month: until,
      count: sizeOf(parts.filter(({ ended }) => ended === null || ended > until)),
      rows: toRows('subscriptions', {
        ...begun,
        payingAt: earlierOf(`${monthAfter(until)}-01T00:00:00.000Z`, to.toISOString()),
      }),
    }))
    return [{ month, count: sizeOf(parts), rows: toRows('subscriptions', begun), retained }]
  })
}

/** Returns what each day brought, and the recurring revenue at its end. */
function toDays({ standing, movements, charges }: Metrics, money: Money, span: MetricsSpan) {
  let mrr = BigInt(standing[0]?.mrrBefore ?? 0)
  const movedOn = Map.groupBy(movements, ({ day }) => day)
  const chargedOn = Map.groupBy(charges, ({ day }) => day)
  return daysOf(span).map((date) => {
    const moved = movedOn.get(date) ?? []
    const charged = chargedOn.get(date) ?? []
    for (const { kind, monthly } of moved)
      mrr += kind === 'new' ? BigInt(monthly) : -BigInt(monthly)
    const countOf = (wanted: (kind: string) => boolean) =>
      moved.filter(({ kind }) => wanted(kind)).reduce((all, { count }) => all + count, 0)
    const amountOf = (status: string) =>
      money(
        charged
          .filter((one) => one.status === status)
          .reduce((all, one) => all + BigInt(one.amount), 0n),
      )
    return {
      date,
      mrr: money(mrr),
      new: countOf((kind) => kind === 'new'),
      ended: countOf((kind) => kind !== 'new'),
      succeeded: amountOf('Succeeded'),
      failed: amountOf('Failed'),
    }
  })
}

/** Returns a percentage with two digits. */
const percentOf = (part: number, whole: number): number => Math.round((part / whole) * 10_000) / 100
const earlierOf = (one: string, other: string) => (one < other ? one : other)
const laterOf = (one: string, other: string) => (one > other ? one : other)
