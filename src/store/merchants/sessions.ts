/**
 * Dashboard sessions: 256 random bits in a cookie, of which the database holds the hash.
 * They live in real time, whatever the test clock says.
 */
import { hashToken, newToken } from '../../shared/tokens.ts'
import { Account, Session } from '../tables/people.ts'
import type { MerchantRoom } from './merchants.ts'

export const sessionLifetimeMs = 12 * 60 * 60 * 1000

type Room = Pick<MerchantRoom, 'database' | 'clock'>

/** Opens a session and returns its token; the ones that are over are swept away with it. */
export async function openSession({ database, clock }: Room, accountId: string): Promise<string> {
  const token = newToken(256)
  const now = clock.realNow()
  const em = database.orm.em.fork()
  await em.nativeDelete(Session, { expiresAt: { $lt: now } })
  const expiresAt = new Date(now.getTime() + sessionLifetimeMs)
  await em.insert(Session, { tokenHash: hashToken(token), accountId, expiresAt })
  return token
}

/** Returns whose session it is, or null where it is unknown or over, or the account disabled. */
export async function findSessionAccount(
  { database, clock }: Room,
  token: string,
): Promise<Account | null> {
  const em = database.orm.em.fork()
  const session = await em.findOne(Session, {
    tokenHash: hashToken(token),
    expiresAt: { $gt: clock.realNow() },
  })
  return session && em.findOne(Account, { id: session.accountId, disabledAt: null })
}

/** Ends all sessions of an account, or all but the one with this token; returns how many. */
export async function closeSessions(
  { database }: Pick<Room, 'database'>,
  accountId: string,
  { except = '' } = {},
): Promise<number> {
  const others = except ? { tokenHash: { $ne: hashToken(except) } } : {}
  return database.orm.em.fork().nativeDelete(Session, { accountId, ...others })
}

export async function closeSession({ database }: Room, token: string): Promise<void> {
  await database.orm.em.fork().nativeDelete(Session, { tokenHash: hashToken(token) })
}
