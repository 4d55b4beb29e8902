/** Subscriptions of which a charge is to fail: one list in a day at most, and only where something in it is new. */
import { createHash } from 'node:crypto'
import { listSubscriptionsToFail, type SubscriptionToFail } from '../../store/views/to-fail.ts'
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
  const { subscriptions, hasMore } = await listSubscriptionsToFail(dependencies, owner)
  const risks = subscriptions.map(nameRisk)
  const facts = {
    merchantName,
    network: owner.network,
    total: subscriptions.length,
    hasMore,
    subscriptions: subscriptions.slice(0, listedMax),
  }
  for (const accountId of accountIds) {
    const mail = { kind: 'atRisk', cause, accountId, ...owner } as const
    const told = await listTold(database, { accountId, network: owner.network, risks })
    if (risks.every((risk) => told.has(risk))) await mails.skip(database.pool, [mail])
    else await mails.enqueue(database.pool, [{ ...mail, about: risks.join(' '), facts }])
  }
}

/** A condition of one charge: whatever comes and goes meanwhile, it is the same one. 66 bits, so that a list of them is short. */
const nameRisk = ({ id, period, why }: SubscriptionToFail): string =>
  createHash('sha256').update(`${id}/${period}/${why}`).digest('base64url').slice(0, 11)

/** Lists those of the risks that a mail has told to the account, or is about to. */
async function listTold(
  { pool }: RoundDependencies['database'],
  { accountId, network, risks }: { accountId: string; network: string; risks: string[] },
): Promise<Set<string>> {
  if (risks.length === 0) return new Set()
  const { rows } = await pool.query<{ risk: string }>(
    `select distinct risk from mail cross join lateral string_to_table(about, ' ') as risk
     where account_id = $1 and kind = 'atRisk' and network = $2 and status in ('Waiting', 'Sent')
       and risk = any($3)`,
    [accountId, network, risks],
  )
  return new Set(rows.map(({ risk }) => risk))
}
