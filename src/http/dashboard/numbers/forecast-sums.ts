/** The sums of a forecast as they are answered: by asset and chain, in total and by day, with the rows of each. */
import { z } from 'zod'
import { chargeReasons } from '../../../../machines/reasons.ts'
import { formatMoney } from '../../../shared/money.ts'
import { Money, RealTime } from '../../../core/resources/fields.ts'
import {
  type ForecastClass,
  forecastClasses,
  type ForecastSum,
} from '../../../store/views/forecast/forecast.ts'
import { RowsLink, toRows } from './rows-link.ts'

/** A forecast knows these reasons beyond those of charges. */
const forecastReasons = [
  'BalanceNotSeen',
  'BalanceTooOld',
  'BalanceShared',
  'GasMayRunOut',
  'GasNotSeen',
] as const

export const ForecastReason = z.enum([...chargeReasons, ...forecastReasons]).meta({
  id: 'ForecastReason',
  description:
    'Why a charge is not covered: a reason that charges have ([reasons](/docs/guides/reasons)), or `BalanceNotSeen` (nobody has ' +
    'looked into the wallet yet), `BalanceTooOld` (the last look is too long ago), `BalanceShared` (whether the ' +
    'wallet is enough depends on others of its charges), `GasMayRunOut` (at the worst price the gas wallet is ' +
    'empty before), `GasNotSeen`. `Paused`: it waits for the end of a pause; `Switched`: for the subscription whose ' +
    'place it takes',
})
type Reason = z.infer<typeof ForecastReason>

const sum = {
  count: z.int().nonnegative(),
  subscriptions: z.int().nonnegative().meta({
    description: 'Whose charges these are; one may have several, and in each class',
  }),
  amount: Money,
  rows: RowsLink,
}
const Sum = z.strictObject(sum).meta({ id: 'ForecastSum' })
const Classes = z
  .strictObject({ covered: Sum, atRisk: Sum, unknown: Sum })
  .meta({ id: 'ForecastSums' })
const place = { blockchain: z.string(), asset: z.string() }

export const ForecastTotal = z
  .strictObject({
    ...place,
    classes: Classes,
    coveredSeenAt: RealTime.nullable().meta({
      description:
        'The oldest look into a wallet that a covered charge relies on; null where none is covered. What a payer ' +
        'moved away since is not known yet',
    }),
    reasons: z
      .array(z.strictObject({ class: z.enum(forecastClasses), reason: ForecastReason, ...sum }))
      .meta({ description: 'Why charges are not covered, the largest first' }),
  })
  .meta({ id: 'ForecastTotal' })

export const DayOfForecast = z
  .strictObject({
    date: z.iso.date().meta({
      description: 'The day, by `utcOffset`; today for what is overdue',
      examples: ['2026-11-23'],
    }),
    ...place,
    classes: Classes,
  })
  .meta({ id: 'DayOfForecast' })

type Totals = z.infer<typeof ForecastTotal>[]
type Days = z.infer<typeof DayOfForecast>[]

export const sumTotals = (sums: ForecastSum[], window: Window): Totals =>
  groupsOf(sums, placeOf).map((group) => ({
    ...placeOfFirst(group),
    classes: classesOf(group, daysOf(window)),
    coveredSeenAt: oldestOf(group.filter((one) => one.class === 'covered')),
    reasons: reasonsOf(group, window),
  }))

export const sumByDay = (sums: ForecastSum[], window: Window): Days =>
  groupsOf(sums, (one) => `${one.date} ${placeOf(one)}`).map((group) => {
    const { date } = group[0]!
    return { date, ...placeOfFirst(group), classes: classesOf(group, dayOf(window, date)) }
  })

function oldestOf(sums: ForecastSum[]): string | null {
  const looks = sums.flatMap(({ seenAt }) => (seenAt ? [seenAt.getTime()] : []))
  // Too many to be handed over as arguments one by one.
  const oldest = looks.reduce((one, other) => Math.min(one, other), Infinity)
  return looks.length ? new Date(oldest).toISOString() : null
}

const placeOf = ({ blockchain, asset }: ForecastSum): string => `${blockchain} ${asset}`
const placeOfFirst = ([first]: ForecastSum[]) => ({
  blockchain: first!.blockchain,
  asset: first!.asset,
})

function groupsOf(sums: ForecastSum[], keyOf: (sum: ForecastSum) => string): ForecastSum[][] {
  const groups = [...Map.groupBy(sums, keyOf)]
  return groups.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group)
}

/** Days by an offset from UTC: a list is narrowed by it only where it is one of a day. */
type Window = { days: number; utcOffset: number }
const daysOf = ({ days }: Window) => ({ days })
const dayOf = ({ days, utcOffset }: Window, date: string) =>
  utcOffset === 0 ? { days, date } : { days, date, utcOffset }

type Narrowing = {
  days: number
  utcOffset?: number
  date?: string
  reason?: string
  class?: ForecastClass
}

const classesOf = (group: ForecastSum[], narrowing: Narrowing) =>
  Object.fromEntries(
    forecastClasses.map((one) => {
      const ofClass = group.filter((each) => each.class === one)
      return [one, addUp(ofClass, group[0]!, { ...narrowing, class: one })]
    }),
  ) as z.infer<typeof Classes>

function reasonsOf(group: ForecastSum[], window: Window) {
  const uncovered = group.filter(({ reason }) => reason !== null)
  const keyOf = ({ class: certainty, reason }: ForecastSum) => `${certainty} ${reason}`
  const sums = groupsOf(uncovered, keyOf).map((some) => {
    const { class: certainty, reason } = some[0]!
    const named = { class: certainty, reason: reason as Reason }
    return { ...named, ...addUp(some, some[0]!, { ...daysOf(window), ...named }) }
  })
  return sums.toSorted((one, other) => other.count - one.count)
}

function addUp(
  some: ForecastSum[],
  { blockchain, asset, decimals }: ForecastSum,
  narrowing: Narrowing,
) {
  const amount = some.reduce((all, one) => all + one.amount, 0n)
  const bySubscriptions = new Map(some.map((one) => [one.sameSubscriptions, one.count]))
  return {
    count: some.reduce((all, one) => all + one.count, 0),
    subscriptions: [...bySubscriptions.values()].reduce((all, one) => all + one, 0),
    amount: formatMoney(amount, decimals, asset),
    rows: toRows('forecast/charges', { ...narrowing, blockchain, asset }),
  }
}
