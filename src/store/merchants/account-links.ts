/**
 * One-time tokens with which people set their own password: an operator issues one, for somebody new
 * or for somebody who forgot, and never learns the password. Only hashes are stored.
 */
import { newId } from '../../shared/ids.ts'
import { hashPassword } from '../../shared/passwords.ts'
import { hashToken, newToken } from '../../shared/tokens.ts'
import { AccountLink } from '../tables/people.ts'
import { type Actor, recordAccountChange } from './account-changes.ts'
import type { MerchantRoom } from './merchants.ts'

const dayMs = 24 * 60 * 60 * 1000
export const linkLifetimeMs = { invitation: 7 * dayMs, reset: dayMs } as const
export type LinkPurpose = keyof typeof linkLifetimeMs

export type IssuedLink = { token: string; expiresAt: Date }
type Room = Pick<MerchantRoom, 'database' | 'clock'>

/** Issues a token; earlier ones of the account are dead from now on. The present password stays. */
export async function issueLink(
  room: Room,
  accountId: string,
  purpose: LinkPurpose,
  actor: Actor,
): Promise<IssuedLink> {
  const token = newToken(256)
  const createdAt = room.clock.realNow()
  const expiresAt = new Date(createdAt.getTime() + linkLifetimeMs[purpose])
  const change = purpose === 'invitation' ? 'Invited' : 'ResetIssued'
  const em = room.database.orm.em.fork()
  await em.nativeDelete(AccountLink, { $or: [{ accountId }, { expiresAt: { $lt: createdAt } }] })
  const tokenHash = hashToken(token)
  await em.insert(AccountLink, { tokenHash, accountId, purpose, createdAt, expiresAt })
  await recordAccountChange(room, accountId, change, actor)
  return { token, expiresAt }
}

/**
 * Sets the password of the token's account, and ends its sessions.
 *
 * @returns the account's e-mail address; null where the token is unknown, used or over
 */
export async function useLink(
  { database, clock }: Room,
  token: string,
  password: string,
  from: string | null,
): Promise<string | null> {
  const now = clock.realNow()
  const tokenHash = hashToken(token)
  const known = await database.orm.em
    .fork()
    .count(AccountLink, { tokenHash, expiresAt: { $gt: now } })
  if (!known) return null
  const { rows } = await database.pool.query<{ email: string }>(
    `with used as (delete from account_link where token_hash = $1 and expires_at > $2
         returning account_id, purpose),
       changed as (update account set password_hash = $3 from used where id = used.account_id
         returning id, email, purpose),
       ended as (delete from session using changed where session.account_id = changed.id),
       told as (insert into account_change (id, account_id, change, changed_by, changed_from, at)
         select $4, id, 'PasswordSet', email || ', by ' || purpose, $5, $2 from changed)
     select email from changed`,
    [tokenHash, now, await hashPassword(password), newId(now), from],
  )
  return rows[0]?.email ?? null
}
