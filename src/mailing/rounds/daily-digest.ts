/** The digest of every morning: yesterday's charges, what waits for a decision, and what falls due next. */
import type { Owner } from '../../shared/owner.ts'
import { formatMoney } from '../../shared/money.ts'
import type { Database } from '../../store/database.ts'
import type { ChargeSum } from '../../store/mails/mail-kinds.ts'
import { chargeableSubscriptions, quoteStatuses } from '../../store/states.ts'
import { sumCharges } from '../../store/views/charges.ts'
import { countExceptions } from '../../store/views/payments.ts'
import { type DaysMail, listDaysMails } from './of-the-day.ts'
import type { RoundDependencies } from './rounds.ts'

const dayMs = 24 * 60 * 60 * 1000
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
  { database, mails }: RoundDependencies,
  now: Date,
): Promise<void> {
  const digest = await readDigest(database, owner, now)
  const { charged, failed, next, exceptions } = digest
  const isEmpty = charged.count + failed.count + next.count + exceptions.length === 0
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

async function readDigest(database: Database, owner: Owner, now: Date) {
  const until = new Date(Math.floor(now.getTime() / dayMs) * dayMs)
  const from = new Date(until.getTime() - dayMs)
  const dates = { chargeDateFrom: from, chargeDateTo: until }
  const [charged, failed, reasons, counts, next] = await Promise.all([
    sumCharges(database, owner, { statusIn: ['Succeeded'], ...dates }),
    sumCharges(database, owner, { statusIn: [...notCharged], ...dates }),
    listReasons(database, owner, from, until),
    countExceptions(database, owner),
    sumDue(database, owner, new Date(now.getTime() + dayMs)),
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
    ...next,
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

/** Sums what falls due until a moment by the schedules; what is overdue counts as well. */
async function sumDue(
  { pool }: Database,
  owner: Owner,
  until: Date,
): Promise<{ next: ChargeSum; nextAtRisk: number }> {
  const { rows } = await pool.query<{
    asset: string
    decimals: number
    count: number
    atRisk: number
    amount: string
  }>(
    `select asset, (snapshot->'context'->>'decimals')::int as decimals, count(*)::int as count,
       count(*) filter (where is_at_risk or phase like 'Overdue%')::int as "atRisk",
       sum(amount)::text as amount
     from subscription where merchant_id = $1 and network = $2 and next_charge_at < $3
       and status in (${quoteStatuses(chargeableSubscriptions)})
       and phase not in ('Ending', 'AwaitingPredecessor')
       and charges_made < (snapshot->'context'->>'maxPeriods')::int
     group by 1, 2 order by 1, 2`,
    [owner.merchantId, owner.network, until.toISOString()],
  )
  const sumOf = (field: 'count' | 'atRisk') => rows.reduce((sum, row) => sum + row[field], 0)
  return {
    next: {
      count: sumOf('count'),
      amounts: rows.map(({ amount, decimals, asset }) => formatMoney(amount, decimals, asset)),
    },
    nextAtRisk: sumOf('atRisk'),
  }
}
