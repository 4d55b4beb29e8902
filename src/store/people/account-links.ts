/**
 * One-time tokens with which people set their own password: an operator issues one, for a new person
 * or a forgotten password, and never learns the password. Only hashes are stored.
 */
import type { ClientBase } from 'pg'
import { dayMs } from '../../../machines/durations.ts'
import { hashPassword } from '../../shared/secrets/passwords.ts'
import { hashToken, newToken } from '../../shared/secrets/tokens.ts'
import { runInOneCommit } from '../commit.ts'
import { type Actor, insertAccountChange } from './account-changes.ts'
import { isUniqueViolation } from '../database-errors.ts'
import { tellAccountLink } from '../mails/tell.ts'
import { requireSessionStill } from './under-way.ts'
import { dropWishes } from './wishes.ts'
import type { WithMails } from '../parts.ts'

const linkLifetimeMs = { invitation: 7 * dayMs, reset: dayMs } as const
export type LinkPurpose = keyof typeof linkLifetimeMs

export type IssuedLink = { token: string; expiresAt: Date }
/** What a link is for, as its holder is told. */
export type LinkOwner = {
  email: string
  purpose: LinkPurpose
  /** Null for an operator. */
  merchantName: string | null
}
type Account = { id: string; email: string; purpose: LinkPurpose }

type Issued = { accountId: string; purpose: LinkPurpose; actor: Actor }

/**
 * Issues a token, and mails it where mail is on; an earlier one of the account is no longer valid. The
 * present password stays; what the account asked for does not, where somebody else has it reset.
 */
export const issueLink = (
  dependencies: WithMails,
  accountId: string,
  purpose: LinkPurpose,
  actor: Actor,
): Promise<IssuedLink> =>
  runInOneCommit(dependencies.database.pool, (client) =>
    insertLink(client, dependencies, { accountId, purpose, actor }),
  )

/** Issues a token like `issueLink`, in the commit of the cause. */
export async function insertLink(
  client: ClientBase,
  dependencies: Pick<WithMails, 'clock' | 'mails'>,
  { accountId, purpose, actor }: Issued,
): Promise<IssuedLink> {
  const token = newToken(256)
  const at = dependencies.clock.realNow()
  const expiresAt = new Date(at.getTime() + linkLifetimeMs[purpose])
  const change = purpose === 'invitation' ? 'Invited' : 'ResetIssued'
  const { isDemo, accountId: issuedBy = null } = actor
  await requireSessionStill(client, actor)
  if (purpose === 'reset') await dropWishes(client, dependencies, accountId, actor)
  await client.query(
    `insert into account_link (account_id, token_hash, purpose, issued_by_demo, issued_by_id,
       created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id) do update set token_hash = excluded.token_hash,
       purpose = excluded.purpose, issued_by_demo = excluded.issued_by_demo,
       issued_by_id = excluded.issued_by_id, created_at = excluded.created_at,
       expires_at = excluded.expires_at`,
    [accountId, hashToken(token), purpose, isDemo, issuedBy, at, expiresAt],
  )
  await insertAccountChange(client, { accountId, change, actor, at })
  const link = { accountId, purpose, token, expiresAt, by: actor.by }
  await tellAccountLink(client, dependencies, link)
  return { token, expiresAt }
}

/**
 * Ends the account's link, in the commit of its cause: another password, or the account is disabled
 * or enabled.
 */
export async function endLink(client: ClientBase, accountId: string): Promise<void> {
  await client.query('delete from account_link where account_id = $1', [accountId])
}

/** Finds whose password a token sets; null where it sets none. */
export async function findLinkOwner(
  { database, clock }: WithMails,
  { token, isLocal }: Pick<LinkUse, 'token' | 'isLocal'>,
): Promise<LinkOwner | null> {
  const { rows } = await database.pool.query<LinkOwner>(
    `select link.email, link.purpose, merchant.name as "merchantName"
     from (${openLink}) link left join merchant on merchant.id = link.merchant_id`,
    [hashToken(token), clock.realNow(), isLocal],
  )
  return rows[0] ?? null
}

/**
 * A request to set a password by a token; `isLocal`: whether the demo's tokens count; `isTaken`: whether somebody logs in
 * with the address already, where this database does not know.
 */
export type LinkUse = {
  token: string
  password: string
  from: string | null
  isLocal: boolean
  isTaken: (email: string) => Promise<boolean>
}
/** `IsTaken`: somebody else has set a password for this e-mail address before. */
export type LinkOutcome = { email: string } | 'Unknown' | 'IsTaken'

/**
 * Sets the password of the token's account, and ends its sessions, and after a reset what it asked for.
 *
 * @returns the account's e-mail address; `Unknown` where the token is unknown, used or over, the account
 *   disabled, or token or account are the demo's and a chain is not local
 */
export async function useLink(
  dependencies: WithMails,
  { token, password, from, isLocal, isTaken }: LinkUse,
): Promise<LinkOutcome> {
  const { database, clock } = dependencies
  const at = clock.realNow()
  const known = [hashToken(token), at, isLocal]
  // A guessed token costs one query, and no slow hash.
  const [asked] = (await database.pool.query<Account>(openLink, known)).rows
  if (!asked) return 'Unknown'
  if (await isTaken(asked.email)) return 'IsTaken'
  const passwordHash = await hashPassword(password)
  try {
    return await runInOneCommit(database.pool, async (client) => {
      // A change that disables the account or sets its password meanwhile waits, or has ended the link.
      const { rows } = await client.query<Account>(`${openLink} for update of account`, known)
      const [account] = rows
      if (!account || !(await takeLink(client, token))) return 'Unknown'
      const { id, email, purpose } = account
      await client.query('update account set password_hash = $2 where id = $1', [id, passwordHash])
      await client.query('delete from session where account_id = $1', [id])
      const actor = { by: `${email}, by ${purpose}`, from }
      await dropWishes(client, dependencies, id, actor)
      await insertAccountChange(client, { accountId: id, change: 'PasswordSet', actor, at })
      return { email }
    })
  } catch (error) {
    if (isUniqueViolation(error)) return 'IsTaken'
    throw error
  }
}

const openLink = `select account.id, account.email, account.merchant_id, account_link.purpose
  from account_link join account on account.id = account_link.account_id
  where account_link.token_hash = $1 and account_link.expires_at > $2 and account.disabled_at is null
    and ($3 or not (account_link.issued_by_demo or account.is_demo))`

async function takeLink(client: ClientBase, token: string): Promise<boolean> {
  const taken = await client.query('delete from account_link where token_hash = $1', [
    hashToken(token),
  ])
  return taken.rowCount === 1
}
