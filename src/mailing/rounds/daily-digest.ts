/** The digest of every morning: yesterday's charges, what waits for a decision, and what falls due next. */
import { dayMs } from '../../../machines/durations.ts'
import { formatMoney } from '../../shared/money.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../../store/database.ts'
import type { ChargeSum } from '../../store/mails/mail-kinds.ts'
import { quoteStatuses } from '../../store/states.ts'
import { sumCharges } from '../../store/views/charges.ts'
import {
  type ForecastClass,
  forecastClasses,
  readForecast,
} from '../../store/views/forecast/forecast.ts'
import { readForecastGround } from '../../store/views/forecast/forecast-ground.ts'
import { countExceptions } from '../../store/views/payments.ts'
import { type DaysMail, listDaysMails } from './of-the-day.ts'
import type { RoundDependencies } from './rounds.ts'

const reasonsMax = 10
/** Charges that were due and did not come about, for now or for good. */
const notCharged = ['Retrying', 'Failed'] as const

/** Returns whether others may have still to get theirs. */
export async function tellDailyDigest(dependencies: RoundDependencies): Promise<boolean> {
  const { database, clock } = dependencies
  const now = clock.now()
  const { mails, mayHaveMore } = await listDaysMails(database, 'dailyDigest', now)
  for (const mail of mails) await tellOf(mail, dependencies, now)
  return mayHaveMore
}

async function tellOf(
  { owner, cause, merchantName, accountIds }: DaysMail,
  dependencies: RoundDependencies,
  now: Date,
): Promise<void> {
  const { database, mails } = dependencies
  const digest = await readDigest(dependencies, owner, now)
  const { charged, failed, next, exceptions } = digest
  const counted = [charged, failed, ...Object.values(next)]
  const isEmpty = exceptions.length === 0 && counted.every(({ count }) => count === 0)
  const all = accountIds.map(
    (accountId) => ({ kind: 'dailyDigest', cause, accountId, ...owner }) as const,
  )
  const facts = { ...digest, merchantName, network: owner.network }
  if (isEmpty) await mails.skip(database.pool, all)
  else
    await mails.enqueue(
      database.pool,
      all.map((mail) => ({ ...mail, facts })),
    )
}

async function readDigest(dependencies: RoundDependencies, owner: Owner, now: Date) {
  const { database } = dependencies
  const until = new Date(Math.floor(now.getTime() / dayMs) * dayMs)
  const from = new Date(until.getTime() - dayMs)
  const dates = { chargeDateFrom: from, chargeDateTo: until }
  const [charged, failed, reasons, counts, next] = await Promise.all([
    sumCharges(database, owner, { statusIn: ['Succeeded'], ...dates }),
    sumCharges(database, owner, { statusIn: [...notCharged], ...dates }),
    listReasons(database, owner, from, until),
    countExceptions(database, owner),
    readNextDay(dependencies, owner),
  ])
  const exceptions = Object.entries(counts)
    .map(([exception, count]) => ({ exception, count }))
    .filter(({ count }) => count > 0)
  return {
    day: from.toISOString().slice(0, 10),
    charged: { count: charged.total, amounts: charged.amounts },
    failed: { count: failed.total, amounts: failed.amounts },
    reasons,
    exceptions,
    next,
  }
}

async function listReasons({ pool }: Database, owner: Owner, from: Date, until: Date) {
  const { rows } = await pool.query<{ reason: string; count: number }>(
    `select coalesce(snapshot->'context'->>'reason', 'Unknown') as reason, count(*)::int as count
     from charge where merchant_id = $1 and network = $2 and charge_date >= $3 and charge_date < $4
       and status in (${quoteStatuses(notCharged)})
     group by 1 order by 2 desc, 1 limit $5`,
    [owner.merchantId, owner.network, from.toISOString(), until.toISOString(), reasonsMax],
  )
  return rows
}

/** Sums what the dashboard's forecast of one day says, by class; what is overdue counts as well. */
async function readNextDay(
  dependencies: RoundDependencies,
  owner: Owner,
): Promise<Record<ForecastClass, ChargeSum>> {
  const ground = await readForecastGround(dependencies, owner, 1)
  const { sums } = await readForecast(dependencies.database, owner, ground)
  const byClass = forecastClasses.map((one) => {
    const ofClass = sums.filter((sum) => sum.class === one)
    const byAsset = Map.groupBy(ofClass, ({ asset, decimals }) => `${asset} ${decimals}`)
    const amounts = [...byAsset.values()].map((some) => {
      const amount = some.reduce((all, sum) => all + sum.amount, 0n)
      return formatMoney(amount, some[0]!.decimals, some[0]!.asset)
    })
    const count = ofClass.reduce((all, sum) => all + sum.count, 0)
    return [one, { count, amounts: amounts.toSorted() }] as const
  })
  return Object.fromEntries(byClass) as Record<ForecastClass, ChargeSum>
}
