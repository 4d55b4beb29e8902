/**
 * Settles messages that moved nothing: what only came twice is recognized, what nobody
 * expected is kept as an anomaly, and all of it is taken out of the outbox.
 */
import type { Clock } from '../shared/clock.ts'
import { recordAnomaly } from '../store/anomalies.ts'
import type { Database } from '../store/database.ts'
import { dropConsumed, findConsumed } from '../store/turn-store.ts'
import type { Still } from './round.ts'

type Dependencies = { database: Database; clock: Clock }

/** Returns what there is to answer; it never throws, but answers that it failed. */
export async function settleStill(dependencies: Dependencies, still: Still[]): Promise<Still[]> {
  if (!still.length) return still
  try {
    const recognized = await recognizeRepeats(dependencies, still)
    const settled = await Promise.all(recognized.map((one) => keepAnomaly(dependencies, one)))
    await dropConsumed(
      dependencies.database,
      settled.filter(isOver).map(({ waiting }) => waiting.message.id),
    )
    return settled
  } catch (error) {
    return still.map((one) => ({ ...one, result: { kind: 'failed', error } }))
  }
}

/** What seems out of place may only have come twice: its first coming moved the actor on. */
async function recognizeRepeats({ database }: Dependencies, still: Still[]): Promise<Still[]> {
  const strange = still.filter(({ result }) =>
    ['refused', 'unexpected', 'exists'].includes(result.kind),
  )
  const consumed = await findConsumed(
    database,
    strange.map(({ waiting }) => waiting.message.id),
  )
  return still.map((one) =>
    consumed.has(one.waiting.message.id) ? { ...one, result: { kind: 'repeated' } } : one,
  )
}

async function keepAnomaly({ database, clock }: Dependencies, one: Still): Promise<Still> {
  const { waiting, result, live } = one
  if (result.kind !== 'unexpected') return one
  const anomaly = { state: live?.actor.status ?? '', reason: result.reason, at: clock.now() }
  return recordAnomaly(database, waiting.message, anomaly).then(
    () => one,
    (error: unknown) => ({ ...one, result: { kind: 'failed', error } }),
  )
}

/** An anomaly has left the outbox already; what has no actor yet, or failed, stays. */
const isOver = ({ waiting, result }: Still): boolean =>
  waiting.message.isFromOutbox === true &&
  !['unexpected', 'notFound', 'failed'].includes(result.kind)
