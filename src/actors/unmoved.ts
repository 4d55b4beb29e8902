/**
 * Settles messages that moved nothing: what only came twice is recognized, what nobody
 * expected or somebody forged is kept as an anomaly, and all of it is taken out of the outbox.
 */
import type { Clock } from '../shared/clock.ts'
import { recordAnomaly } from '../store/anomalies.ts'
import type { Database } from '../store/database.ts'
import { findOrigins } from '../store/origins.ts'
import { wasTimerSent } from '../store/timers.ts'
import { dropConsumed } from '../store/turn-store.ts'
import type { Forgeries } from './forgeries.ts'
import { mustBeFounded, type Unmoved, unfounded } from './round.ts'

type Dependencies = { database: Database; clock: Clock; forgeries: Forgeries }

/** Returns what there is to answer; it never throws, but answers that it failed. */
export async function resolveUnmoved(
  dependencies: Dependencies,
  still: Unmoved[],
): Promise<Unmoved[]> {
  if (!still.length) return still
  try {
    const recognized = await recognizeRepeats(dependencies, still)
    const settled = await Promise.all(recognized.map((one) => keepAnomaly(dependencies, one)))
    await dropConsumed(
      dependencies.database,
      settled.filter(isOver).map(({ waiting }) => waiting.message),
    )
    return settled
  } catch (error) {
    return still.map((one) => ({ ...one, result: { kind: 'failed', error } }))
  }
}

/**
 * What seems out of place may only have come twice: its first coming moved the actor on. What says
 * that the outbox holds it is believed only where that is so, and in the outbox's words.
 */
async function recognizeRepeats({ database }: Dependencies, still: Unmoved[]): Promise<Unmoved[]> {
  const strange = still.filter(
    ({ result, waiting }) =>
      ['refused', 'unexpected', 'exists'].includes(result.kind) ||
      (waiting.message.isFromOutbox && mustBeFounded(result)),
  )
  const messages = strange.map(({ waiting }) => waiting.message)
  const origins = await findOrigins(database, messages)
  return still.map((one) => {
    const { message } = one.waiting
    if (origins.isConsumed(message)) return { ...one, result: { kind: 'repeated' } }
    if (!mustBeFounded(one.result)) return one
    if (origins.isUnfounded(message)) return { ...one, result: unfounded }
    const row = origins.rowOf(message)
    const isInItsWords = !row || JSON.stringify(row.event) === JSON.stringify(message.event)
    // The sweeper will send it as it is.
    return isInItsWords ? one : { ...one, result: { kind: 'notFound' } }
  })
}

async function keepAnomaly(dependencies: Dependencies, one: Unmoved): Promise<Unmoved> {
  const { database, clock, forgeries } = dependencies
  const { waiting, result, live } = one
  const { message } = waiting
  const state = live?.actor.status ?? ''
  try {
    if (result.kind === 'forged') await forgeries.keep(message, { state, reason: result.reason })
    else if (result.kind === 'early' && !(await wasTimerSent(database, message)))
      await forgeries.keep(message, { state, reason: 'the timer is not due' })
    else if (result.kind === 'unexpected')
      await recordAnomaly(database, message, { state, reason: result.reason, at: clock.now() })
    return one
  } catch (error) {
    return { ...one, result: { kind: 'failed', error } }
  }
}

/** An anomaly has left the outbox already; what has no actor yet, or failed, stays. */
const isOver = ({ waiting, result }: Unmoved): boolean =>
  waiting.message.isFromOutbox === true &&
  !['unexpected', 'forged', 'notFound', 'failed'].includes(result.kind)
