/** Every pause and its end cost the merchant gas; nobody is to spend it for the fun of it. */
import { dayMs } from '../../../machines/durations.ts'
import { Problem } from '../../shared/problems.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { listPausesByPayer } from '../../store/views/payers/pauses.ts'
import type { WithClock } from '../../store/parts.ts'

/**
 * Pauses of one subscription by its payer, within a day of business time. Each ends once, by whatever means, so
 * resumptions are bounded by this as well, and none is ever refused.
 */
const pausesPerDayMax = 3

/** @throws TooManyRequests where a pause would be one too many; one that changes nothing on the chain is none. */
export async function requireFewPauses(
  { database, clock }: WithClock,
  { id, status, snapshot }: StoredActor<'subscription'>,
): Promise<void> {
  if (
    status === 'Paused' ||
    status === 'PendingPause' ||
    !snapshot.acceptedCommands.includes('pause')
  )
    return
  const now = clock.now().getTime()
  const pauses = await listPausesByPayer(database, id, new Date(now - dayMs))
  const [oldest] = pauses.slice(-pausesPerDayMax)
  if (!oldest || pauses.length < pausesPerDayMax) return
  const freeAt = new Date(oldest.getTime() + dayMs)
  throw new Problem(
    'TooManyRequests',
    `This subscription was paused ${pauses.length} times within a day, and each costs the merchant gas: again from ${freeAt.toISOString()}. Cancelling is possible at any time.`,
    { headers: { 'retry-after': String(Math.ceil((freeAt.getTime() - now) / 1000)) } },
  )
}
