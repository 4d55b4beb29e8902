/**
 * Limits the tries of a password: a few at once, then one after each pause, which doubles. The tries
 * for an account are counted together, whatever address they come from, except addresses that the
 * account has logged in from: each of these has a count of its own, and so has each session. E-mail
 * addresses without an account are counted alike, so that the answer does not tell them apart.
 */
import { hashToken } from '../../shared/secrets/tokens.ts'
import type { WithClock } from '../parts.ts'

export const freeFailures = 5
const pauseMaxSeconds = 300
/** The hours without a try after which the count begins anew. */
const forgottenAfterHours = 24
/** The subject of a count of tries. */
export type Counted =
  | { email: string }
  | { email: string; knownAddress: string }
  | { sessionToken: string }

/**
 * Counts a try before the password is checked, so that many at once gain nothing.
 *
 * @returns how many seconds to wait; 0 where the password may be checked now
 */
export async function countAttempt(
  { database, clock }: WithClock,
  tried: Counted,
): Promise<number> {
  const now = clock.realNow()
  const counted = countedHash(tried)
  const taken = await database.pool.query(
    `insert into login_attempt as known (counted_hash, failures, blocked_until, tried_at)
     values ($1, 1, $2, $2)
     on conflict (counted_hash) do update set
       failures = known.failures + 1,
       blocked_until = case when known.failures + 1 < $3 then $2
         else to_timestamp($5::float8 + least(2 ^ least(known.failures + 1 - $3, 20), $4)) end,
       tried_at = $2
     where known.failures < $3 or known.blocked_until <= $2`,
    [counted, now, freeFailures, pauseMaxSeconds, now.getTime() / 1_000],
  )
  if (taken.rowCount) return 0
  const { rows } = await database.pool.query<{ seconds: number }>(
    `select ceil(extract(epoch from blocked_until - $2::timestamptz))::int as seconds
     from login_attempt where counted_hash = $1`,
    [counted, now],
  )
  return Math.max(1, rows[0]?.seconds ?? 1)
}

/** Resets the count after a right password, and deletes counts of others that are long over. */
export async function forgetAttempts(
  { database, clock }: WithClock,
  tried: Counted,
): Promise<void> {
  await database.pool.query(
    `delete from login_attempt
     where counted_hash = $1 or tried_at < $2::timestamptz - $3 * interval '1 hour'`,
    [countedHash(tried), clock.realNow(), forgottenAfterHours],
  )
}

function countedHash(tried: Counted): string {
  if ('sessionToken' in tried) return hashToken(`session ${tried.sessionToken}`)
  const account = tried.email.toLowerCase()
  return hashToken('knownAddress' in tried ? `known ${account} ${tried.knownAddress}` : account)
}
