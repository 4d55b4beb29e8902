/** Subscriptions whose next charge will fail: one list in a day at most, and only where it is another one than before. */
import { createHash } from 'node:crypto'
import { toSubscriptionResource } from '../../store/resources/subscription.ts'
import { countRows, readPart } from '../../store/lists/list.ts'
import { atRiskList } from '../../store/views/at-risk.ts'
import { type DaysMail, listDaysMails } from './of-the-day.ts'
import type { RoundDependencies } from './rounds.ts'

const comparedMax = 1_000
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
  { database, mails }: RoundDependencies,
): Promise<void> {
  const wanted = { owner, filter: {} }
  const [{ rows: actors }, total] = await Promise.all([
    readPart(database.pool, atRiskList, wanted, { limit: comparedMax }),
    countRows(database.pool, atRiskList, wanted),
  ])
  const ids = actors.map(({ id }) => id).toSorted()
  const about = createHash('sha256').update(ids.join()).digest('base64url')
  const subscriptions = actors.slice(0, listedMax).map((actor) => {
    const { contractAddress, customerId, amount, willChargeAt, reason } =
      toSubscriptionResource(actor)
    const why = reason ?? 'InsufficientAllowance'
    return { id: contractAddress, customerId, amount, nextChargeAt: willChargeAt, why }
  })
  for (const accountId of accountIds) {
    const mail = { kind: 'atRisk', cause, accountId, ...owner, about } as const
    const facts = { merchantName, network: owner.network, total, subscriptions }
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
