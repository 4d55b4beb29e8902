/** The challenges that passkeys sign: each made for one purpose, good for minutes, and used once. */
import { PasskeyChallenge } from '../tables/second-factors.ts'
import type { WithClock } from '../parts.ts'

export const challengeLifetimeMs = 5 * 60_000
export type ChallengeUse = Pick<PasskeyChallenge, 'challenge' | 'purpose'> & {
  accountId: string | null
}

/** Keeps a challenge; those that are over are deleted at the same time. */
export async function keepChallenge(
  { database, clock }: WithClock,
  use: ChallengeUse,
): Promise<void> {
  const em = database.orm.em.fork()
  const now = clock.realNow()
  await em.nativeDelete(PasskeyChallenge, { expiresAt: { $lt: now } })
  const expiresAt = new Date(now.getTime() + challengeLifetimeMs)
  await em.insert(PasskeyChallenge, { ...use, expiresAt })
}

/** Takes a challenge; false where it was not made for this, is over or was taken before. */
export async function takeChallenge(
  { database, clock }: WithClock,
  { challenge, purpose, accountId }: ChallengeUse,
): Promise<boolean> {
  const expiresAt = { $gt: clock.realNow() }
  const em = database.orm.em.fork()
  return (
    (await em.nativeDelete(PasskeyChallenge, { challenge, purpose, accountId, expiresAt })) === 1
  )
}
