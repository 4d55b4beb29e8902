/**
 * Dashboard sessions: 256 random bits in a cookie; the database holds their hash. They expire in real
 * time, wherever the test clock stands. Each knows from where it is used, and when its holder proved
 * last who they are.
 */
import type { ClientBase, Pool } from 'pg'
import { newId } from '../../shared/ids.ts'
import { hashToken, newToken } from '../../shared/secrets/tokens.ts'
import { runInOneCommit } from '../commit.ts'
import { Account, Session } from '../tables/people.ts'
import { type Actor, insertAccountChange } from './account-changes.ts'
import { dropWishes } from './wishes.ts'
import type { WithClock, WithMails } from '../parts.ts'

export const sessionLifetimeMs = 12 * 60 * 60 * 1000
/** The last use of a session is known this exactly. */
const useNotedEveryMs = 60_000
/** The browser and the network address that a session is used from, as far as they are known. */
export type SessionOrigin = { userAgent: string | null; address: string | null }
const nowhere: SessionOrigin = { userAgent: null, address: null }

export type SessionSummary = SessionOrigin & {
  id: string
  createdAt: Date
  usedAt: Date
  expiresAt: Date
}
/** Says who has a session, and since when that is proven; null: it was not, or counts no more. */
export type SessionHolder = { account: Account; sessionId: string; provenAt: Date | null }

/**
 * Opens a session for an account whose owner has just proven who they are, and returns its token; null
 * where the password was changed or the account disabled meanwhile: that has ended the account's sessions, and
 * this one would outlive them. Sessions that have expired are deleted at the same time.
 */
export async function openSession(
  { database, clock }: WithClock,
  { id, passwordHash }: Pick<Account, 'id' | 'passwordHash'>,
  { userAgent, address }: SessionOrigin = nowhere,
): Promise<string | null> {
  const token = newToken(256)
  const now = clock.realNow()
  await database.orm.em.fork().nativeDelete(Session, { expiresAt: { $lt: now } })
  const expiresAt = new Date(now.getTime() + sessionLifetimeMs)
  // The lock waits for a change that is being committed, and makes a later one see this session.
  const { rowCount } = await database.pool.query({
    name: 'open-session',
    text: `with owner as materialized (
        select id from account where id = $3 and password_hash = $4 and disabled_at is null for share)
      insert into session (token_hash, id, account_id, created_at, used_at, proven_at, user_agent,
        address, expires_at)
      select $1, $5, id, $6, $6, $6, $7, $8, $2::timestamptz from owner`,
    values: [hashToken(token), expiresAt, id, passwordHash, newId(now), now, userAgent, address],
  })
  return rowCount === 1 ? token : null
}

/** Returns the holder of a session, or null where it is unknown or has expired, or the account is disabled. */
export async function findSession(
  dependencies: WithClock,
  token: string,
  address: string | null = null,
): Promise<SessionHolder | null> {
  const em = dependencies.database.orm.em.fork()
  const now = dependencies.clock.realNow()
  const tokenHash = hashToken(token)
  const session = await em.findOne(Session, { tokenHash, expiresAt: { $gt: now } })
  const account =
    session && (await em.findOne(Account, { id: session.accountId, disabledAt: null }))
  if (!account) return null
  if (now.getTime() - session.usedAt.getTime() >= useNotedEveryMs)
    await em.nativeUpdate(Session, { tokenHash }, { usedAt: now, address })
  return { account, sessionId: session.id, provenAt: session.provenAt ?? null }
}

/** Notes that the holder of a session has just proven who they are. */
export async function noteProof({ database, clock }: WithClock, token: string): Promise<void> {
  await database.orm.em
    .fork()
    .nativeUpdate(Session, { tokenHash: hashToken(token) }, { provenAt: clock.realNow() })
}

/** Lets the proofs of an account's other sessions count no more, in the commit of their cause. */
export async function forgetProofs(
  client: ClientBase | Pool,
  accountId: string,
  exceptToken: string,
): Promise<void> {
  await client.query(
    'update session set proven_at = null where account_id = $1 and token_hash <> $2',
    [accountId, hashToken(exceptToken)],
  )
}

/** Lists the sessions of an account that are not over, the one used last first. */
export async function listSessions(
  { database, clock }: WithClock,
  accountId: string,
): Promise<SessionSummary[]> {
  const found = await database.orm.em
    .fork()
    .find(
      Session,
      { accountId, expiresAt: { $gt: clock.realNow() } },
      { orderBy: { usedAt: 'desc', id: 'desc' } },
    )
  return found.map(({ id, createdAt, usedAt, expiresAt, userAgent, address }) => ({
    id,
    createdAt,
    usedAt,
    expiresAt,
    userAgent: userAgent ?? null,
    address: address ?? null,
  }))
}

/**
 * Ends all sessions of an account, or the one with this id; returns how many. Only one that was not there leaves no trace.
 * What the account asked for ends, too, whoever ends them: somebody who should not be there may have asked.
 */
export async function closeSessions(
  { database, clock, mails }: WithMails,
  accountId: string,
  actor: Actor,
  id: string | null = null,
): Promise<number> {
  return runInOneCommit(database.pool, async (client) => {
    const { rowCount } = await client.query(
      'delete from session where account_id = $1 and ($2::text is null or id = $2)',
      [accountId, id],
    )
    const change = 'SessionsEnded'
    if (id !== null && !rowCount) return 0
    await dropWishes(client, { clock, mails }, accountId, actor)
    await insertAccountChange(client, { accountId, change, actor, at: clock.realNow() })
    return rowCount!
  })
}

export async function closeSession({ database }: WithClock, token: string): Promise<void> {
  await database.orm.em.fork().nativeDelete(Session, { tokenHash: hashToken(token) })
}
