/** The people of one merchant, and what their owners do to them. A merchant always keeps an owner who can log in. */
import type { ClientBase, PoolClient } from 'pg'
import { dayMs } from '../../../machines/durations.ts'
import { runInOneCommit } from '../commit.ts'
import { Account } from '../tables/people.ts'
import { type Actor, insertAccountChange } from './account-changes.ts'
import { insertLink, type IssuedLink, type LinkPurpose } from './account-links.ts'
import type { MemberRole } from './account-roles.ts'
import { type AccountSummary, letIn, shutOut, summarize } from './accounts.ts'
import { dropWishes } from './wishes.ts'
import type { WithMails } from '../parts.ts'

type MemberOf = { id: string; merchantId: string }
export type MemberSummary = AccountSummary & {
  hasSecondFactor: boolean
  usedAt: Date | null
}
/** The outcome of a change. `LastOwner`: nothing, for nobody else could own the merchant then. */
export type MemberOutcome = 'Done' | 'LastOwner'

/** Lists all accounts of a merchant, the oldest first; a merchant has some dozens at most. */
export async function listMembers(
  { database, clock }: Pick<WithMails, 'database' | 'clock'>,
  merchantId: string,
): Promise<MemberSummary[]> {
  const accounts = await database.orm.em
    .fork()
    .find(Account, { merchantId }, { orderBy: { id: 'asc' } })
  const { rows } = await database.pool.query<Strength>(
    `select id, (exists (select from totp where account_id = account.id and confirmed_at is not null)
         or exists (select from passkey where account_id = account.id)) as "hasSecondFactor",
       (select max(used_at) from session where account_id = account.id and expires_at > $2) as "usedAt"
     from account where merchant_id = $1`,
    [merchantId, clock.realNow()],
  )
  const strengths = new Map(rows.map((row) => [row.id, row]))
  return accounts.map((account) => {
    const { hasSecondFactor, usedAt } = strengths.get(account.id)!
    return {
      ...summarize(account),
      hasSecondFactor,
      usedAt: usedAt === null ? null : new Date(usedAt),
    }
  })
}
type Strength = { id: string; hasSecondFactor: boolean; usedAt: string | null }

/** Gives somebody another role, in the merchant's people; what they asked for in the one of before is called off. */
export async function changeRole(
  dependencies: WithMails,
  { id, merchantId }: MemberOf,
  role: MemberRole,
  actor: Actor,
): Promise<MemberOutcome> {
  const { database, clock } = dependencies
  return runInOneCommit(database.pool, async (client) => {
    if (role !== 'Owner' && (await isLastOwner(client, id, merchantId))) return 'LastOwner'
    const { rows } = await client.query<{ role: string; email: string }>(
      'select role, email from account where id = $1 and merchant_id = $2',
      [id, merchantId],
    )
    await client.query('update account set role = $3 where id = $1 and merchant_id = $2', [
      id,
      merchantId,
      role,
    ])
    const { email, role: before } = rows[0]!
    if (before !== role) await dropWishes(client, dependencies, id, actor)
    actor.audit?.note({ before: { email, role: before }, after: { email, role } })
    const change = { accountId: id, change: 'RoleChanged', actor, at: clock.realNow() } as const
    await insertAccountChange(client, change)
    return 'Done'
  })
}

/** Shuts somebody out of the merchant, with all sessions and links, and with what they asked for. */
export async function disableMember(
  dependencies: WithMails,
  { id, merchantId }: MemberOf,
  actor: Actor,
): Promise<MemberOutcome> {
  return runInOneCommit(dependencies.database.pool, async (client) => {
    if (await isLastOwner(client, id, merchantId)) return 'LastOwner'
    actor.audit?.note({ before: { isDisabled: false }, after: { isDisabled: true } })
    await shutOut(client, dependencies, id, actor)
    return 'Done'
  })
}

/** Lets somebody in again whom the merchant's own people have shut out. `ByOperator`: others did, and nothing is changed. */
export async function enableMember(
  dependencies: WithMails,
  { id }: MemberOf,
  actor: Actor,
): Promise<'Done' | 'ByOperator'> {
  return runInOneCommit(dependencies.database.pool, async (client) => {
    // The lock lets an operator who shuts out at this moment have the last word.
    const { rows } = await client.query<{ byOperator: boolean }>(
      'select disabled_by_operator as "byOperator" from account where id = $1 for update',
      [id],
    )
    if (rows[0]!.byOperator) return 'ByOperator'
    await letIn(client, dependencies, id, actor)
    return 'Done'
  })
}

/** So many links, each of which may be a mail to a stranger, a merchant's owners issue within a day of real time. */
export const linksPerDayMax = 30

/** Issues a member's invitation or reset; null where the merchant's people have issued as many as they may in a day. */
export async function issueMemberLink(
  dependencies: WithMails,
  { id, merchantId }: MemberOf,
  purpose: LinkPurpose,
  actor: Actor,
): Promise<IssuedLink | null> {
  return runInOneCommit(dependencies.database.pool, async (client) =>
    (await mayIssueLink(client, dependencies, merchantId))
      ? insertLink(client, dependencies, { accountId: id, purpose, actor })
      : null,
  )
}

/** Whether the day's links are not used up. The lock lets two that are asked for at once be counted one after the other. */
export async function mayIssueLink(
  client: ClientBase,
  { clock }: Pick<WithMails, 'clock'>,
  merchantId: string,
): Promise<boolean> {
  await client.query('select from merchant where id = $1 for update', [merchantId])
  const { rows } = await client.query<{ issued: number }>(
    `select count(*)::int as issued from account join account_change as c on c.account_id = account.id
     where account.merchant_id = $1 and c.change in ('Invited', 'ResetIssued') and c.at > $2`,
    [merchantId, new Date(clock.realNow().getTime() - dayMs)],
  )
  return rows[0]!.issued < linksPerDayMax
}

/** Whether nobody else owns the merchant and can log in. The lock lets two such changes pass one after the other. */
async function isLastOwner(client: PoolClient, id: string, merchantId: string): Promise<boolean> {
  await client.query('select from merchant where id = $1 for update', [merchantId])
  const { rows } = await client.query<{ isOwner: boolean; others: number }>(
    `select exists (select from account where id = $1 and role = 'Owner') as "isOwner",
       (select count(*)::int from account where merchant_id = $2 and id <> $1 and role = 'Owner'
         and disabled_at is null and password_hash is not null) as others`,
    [id, merchantId],
  )
  return rows[0]!.isOwner && rows[0]!.others === 0
}
