/** Every pause and every resumption costs the merchant gas; nobody is to spend it for the fun of it. */
import { dayMs } from '../../../machines/durations.ts'
import { Problem } from '../../shared/problems.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { listPausesByPayer } from '../../store/views/payers/pauses.ts'
import type { HttpDependencies } from '../dependencies.ts'

/** Pauses and resumptions of one subscription by its payer, within a day of business time. */
const pausesPerDayMax = 6

/** @throws TooManyRequests where the command would be one too many; one that changes nothing is none. */
export async function requireFewPauses(
  { database, clock }: Pick<HttpDependencies, 'database' | 'clock'>,
  { id, snapshot }: StoredActor<'subscription'>,
  command: 'pause' | 'unpause',
): Promise<void> {
  if (!snapshot.acceptedCommands.includes(command)) return
  const now = clock.now().getTime()
  const pauses = await listPausesByPayer(database, id, new Date(now - dayMs))
  const [oldest] = pauses.slice(-pausesPerDayMax)
  if (!oldest || pauses.length < pausesPerDayMax) return
  const freeAt = new Date(oldest.getTime() + dayMs)
  throw new Problem(
    'TooManyRequests',
    `This subscription was paused and resumed ${pauses.length} times within a day, and each costs the merchant gas: again from ${freeAt.toISOString()}. Cancelling is possible at any time.`,
    { headers: { 'retry-after': String(Math.ceil((freeAt.getTime() - now) / 1000)) } },
  )
}
