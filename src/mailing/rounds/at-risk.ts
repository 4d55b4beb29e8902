/** Subscriptions of which a charge is to fail: one list in a day at most, and only where it is another one than before. */
import { createHash } from 'node:crypto'
import { listSubscriptionsToFail } from '../../store/views/to-fail.ts'
import { type DaysMail, listDaysMails } from './of-the-day.ts'
import type { RoundDependencies } from './rounds.ts'

const listedMax = 20

/** Returns whether others may have still to be told. */
export async function tellAtRisk(dependencies: RoundDependencies): Promise<boolean> {
  const { database, clock } = dependencies
  const { mails, mayHaveMore } = await listDaysMails(database, 'atRisk', clock.now())
  for (const mail of mails) await tellOf(mail, dependencies)
  return mayHaveMore
}

async function tellOf(
  { owner, cause, merchantName, accountIds }: DaysMail,
  dependencies: RoundDependencies,
): Promise<void> {
  const { database, mails } = dependencies
  const { subscriptions, total } = await listSubscriptionsToFail(dependencies, owner)
  const ids = subscriptions.map(({ id }) => id).toSorted()
  const about = createHash('sha256').update(ids.join()).digest('base64url')
  const facts = {
    merchantName,
    network: owner.network,
    total,
    subscriptions: subscriptions.slice(0, listedMax),
  }
  for (const accountId of accountIds) {
    const mail = { kind: 'atRisk', cause, accountId, ...owner, about } as const
    if (total === 0 || (await wasToldLast(database, mail))) await mails.skip(database.pool, [mail])
    else await mails.enqueue(database.pool, [{ ...mail, facts }])
  }
}

/** Whether the account's mail of before was about the same subscriptions. */
async function wasToldLast(
  { pool }: RoundDependencies['database'],
  { accountId, network, about }: { accountId: string; network: string; about: string },
): Promise<boolean> {
  const { rows } = await pool.query<{ about: string | null }>(
    `select about from mail where account_id = $1 and kind = 'atRisk' and network = $2
     order by created_at desc limit 1`,
    [accountId, network],
  )
  return rows[0]?.about === about
}
