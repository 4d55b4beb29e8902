/**
 * Dashboard sessions: 256 random bits in a cookie; the database holds their hash. They expire in real
 * time, wherever the test clock stands.
 */
import { hashToken, newToken } from '../../shared/secrets/tokens.ts'
import { Account, Session } from '../tables/people.ts'
import type { MerchantDependencies } from '../merchants/merchants.ts'

export const sessionLifetimeMs = 12 * 60 * 60 * 1000

type Dependencies = Pick<MerchantDependencies, 'database' | 'clock'>

/**
 * Opens a session for an account whose password was just proven, and returns its token; null where the
 * password was changed or the account disabled meanwhile: that has ended the account's sessions, and
 * this one would outlive them. Sessions that have expired are deleted at the same time.
 */
export async function openSession(
  { database, clock }: Dependencies,
  { id, passwordHash }: Pick<Account, 'id' | 'passwordHash'>,
): Promise<string | null> {
  const token = newToken(256)
  const now = clock.realNow()
  await database.orm.em.fork().nativeDelete(Session, { expiresAt: { $lt: now } })
  const expiresAt = new Date(now.getTime() + sessionLifetimeMs)
  // The lock waits for a change that is being committed, and makes a later one see this session.
  const { rowCount } = await database.pool.query({
    name: 'open-session',
    text: `insert into session (token_hash, account_id, expires_at)
      select $1, id, $2::timestamptz from account
      where id = $3 and password_hash = $4 and disabled_at is null
      for share`,
    values: [hashToken(token), expiresAt, id, passwordHash],
  })
  return rowCount === 1 ? token : null
}

/** Returns the account of a session, or null where it is unknown or has expired, or the account is disabled. */
export async function findSessionAccount(
  { database, clock }: Dependencies,
  token: string,
): Promise<Account | null> {
  const em = database.orm.em.fork()
  const session = await em.findOne(Session, {
    tokenHash: hashToken(token),
    expiresAt: { $gt: clock.realNow() },
  })
  return session && em.findOne(Account, { id: session.accountId, disabledAt: null })
}

/** Ends all sessions of an account; returns how many. */
export async function closeSessions(
  { database }: Pick<Dependencies, 'database'>,
  accountId: string,
): Promise<number> {
  return database.orm.em.fork().nativeDelete(Session, { accountId })
}

export async function closeSession({ database }: Dependencies, token: string): Promise<void> {
  await database.orm.em.fork().nativeDelete(Session, { tokenHash: hashToken(token) })
}
