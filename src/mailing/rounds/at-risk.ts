/** Subscriptions of which a charge is to fail: one list in a day at most, and only where something in it is new. */
import { createHash } from 'node:crypto'
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../../store/database.ts'
import { rolesTold, type SubscriptionToFail } from '../../store/mails/mail-kinds.ts'
import { listReaders } from '../../store/mails/mail-readers.ts'
import { listSubscriptionsToFail } from '../../store/views/to-fail.ts'
import type { RoundDependencies } from '../dependencies.ts'

const kind = 'atRisk'
const listedMax = 20
/** Lists go out from this hour of the day on, in business time and UTC. */
const fromHour = 6
const ownersMax = 20

/** An owner's readers of today's list, and the name that their mails have it by. */
type DaysMail = { owner: Owner; cause: string; merchantName: string; accountIds: string[] }

/** Returns whether others may still be without their mail. */
export async function tellAtRisk(dependencies: RoundDependencies): Promise<boolean> {
  const { database, clock } = dependencies
  const { mails, mayHaveMore } = await listDaysMails(database, clock.now())
  for (const mail of mails) await tellOf(mail, dependencies)
  return mayHaveMore
}

/** Lists some of those who have still to get the list of this moment's day; none before its hour. */
async function listDaysMails(
  { pool }: Database,
  now: Date,
): Promise<{ mails: DaysMail[]; mayHaveMore: boolean }> {
  if (now.getUTCHours() < fromHour) return { mails: [], mayHaveMore: false }
  const day = now.toISOString().slice(0, 10)
  const { rows: owners } = await pool.query<Owner>({
    name: 'mails-of-the-day',
    text: `select distinct account.merchant_id as "merchantId", n.network
      from account cross join (values ('MainNet'), ('TestNet')) as n(network)
        left join mail_choice as choice on choice.account_id = account.id
      where account.merchant_id is not null and account.disabled_at is null
        and account.password_hash is not null and not account.is_demo and account.role = any($4)
        and (n.network = 'MainNet' or choice.includes_test_net)
        and not coalesce(choice.declined ? $1, false)
        and not exists (select from mail where mail.account_id = account.id and mail.kind = $1
          and mail.cause = n.network || '/' || $2)
      limit $3`,
    values: [kind, day, ownersMax, rolesTold[kind]],
  })
  const mails = await Promise.all(
    owners.map(async (owner) => {
      const readers = await listReaders(pool, owner, kind)
      const merchantName = readers[0]?.merchantName ?? ''
      const accountIds = readers.map(({ accountId }) => accountId)
      return { owner, cause: `${owner.network}/${day}`, merchantName, accountIds }
    }),
  )
  return { mails, mayHaveMore: owners.length === ownersMax }
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
    const mail = { kind, cause, accountId, ...owner } as const
    const told = await listTold(database, { accountId, network: owner.network, risks })
    if (risks.every((risk) => told.has(risk))) await mails.skip(database.pool, [mail])
    else await mails.enqueue(database.pool, [{ ...mail, about: risks.join(' '), facts }])
  }
}

/** A condition of one charge: whatever comes and goes meanwhile, it is the same one. 66 bits, so that a list of them is short. */
const nameRisk = ({ id, period, why }: SubscriptionToFail): string =>
  createHash('sha256').update(`${id}/${period}/${why}`).digest('base64url').slice(0, 11)

/** Lists the risks that a mail has reported to the account, or is about to. */
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
