/**
 * Resolves unmoved messages: repeated ones are recognized, unexpected and forged ones recorded as
 * anomalies, and all of them taken out of the outbox.
 */
import type { Clock } from '../shared/clock.ts'
import { recordAnomaly } from '../store/engine/anomalies.ts'
import type { Database } from '../store/database.ts'
import { findOrigins } from '../store/engine/origins.ts'
import { wasTimerSent } from '../store/engine/timers.ts'
import { dropConsumed } from '../store/engine/turn-store.ts'
import { readMachineVersions } from '../store/upgrading/stored-actors.ts'
import { type ActorDefinitions, actorDefinitions } from '../core/turn/actor-definitions.ts'
import type { Forgeries } from './forgeries.ts'
import { OfNewerRelease } from './refusals.ts'
import { mustBeFounded, type Unmoved, unfounded } from './round.ts'

type UnmovedDependencies = {
  database: Database
  clock: Clock
  forgeries: Forgeries
  definitions?: ActorDefinitions
}

/**
 * Returns the results to answer with. Never throws: a message that could not be resolved has the
 * result `failed`.
 */
export async function resolveUnmoved(
  dependencies: UnmovedDependencies,
  unmoved: Unmoved[],
): Promise<Unmoved[]> {
  if (!unmoved.length) return unmoved
  try {
    const recognized = await recognizeRepeats(dependencies, unmoved)
    const left = await leaveToNewer(dependencies, recognized)
    const resolved = await Promise.all(left.map((one) => recordIfStrange(dependencies, one)))
    await dropConsumed(
      dependencies.database,
      resolved.filter(isOver).map(({ waiting }) => waiting.message),
    )
    return resolved
  } catch (error) {
    return unmoved.map((one) => ({ ...one, result: { outcome: 'failed', error } }))
  }
}

/**
 * Recognizes messages that came twice: out of place, because the first one moved the actor on. A
 * message from the outbox is believed only where its row is there, and holds the same event.
 */
async function recognizeRepeats(
  { database }: UnmovedDependencies,
  unmoved: Unmoved[],
): Promise<Unmoved[]> {
  const strange = unmoved.filter(
    ({ result, waiting }) =>
      ['refused', 'unexpected', 'exists'].includes(result.outcome) ||
      (waiting.message.isFromOutbox && mustBeFounded(result)),
  )
  const messages = strange.map(({ waiting }) => waiting.message)
  const origins = await findOrigins(database, messages)
  return unmoved.map((one) => {
    const { message } = one.waiting
    if (origins.isConsumed(message)) return { ...one, result: { outcome: 'repeated' } }
    if (!mustBeFounded(one.result)) return one
    if (origins.isUnfounded(message)) return { ...one, result: unfounded }
    const row = origins.rowOf(message)
    const isAsInRow = !row || JSON.stringify(row.event) === JSON.stringify(message.event)
    return isAsInRow ? one : { ...one, result: { outcome: 'altered' } }
  })
}

/** Beside a newer release nothing is unexpected: its machine may take what this one does not. */
async function leaveToNewer(
  { database, definitions = actorDefinitions }: UnmovedDependencies,
  unmoved: Unmoved[],
): Promise<Unmoved[]> {
  const isUnexpected = ({ result }: Unmoved) => result.outcome === 'unexpected'
  if (!unmoved.some(isUnexpected)) return unmoved
  const versions = await readMachineVersions(database)
  return unmoved.map((one) => {
    const { kind } = one.waiting.message
    const [stored, known] = [versions.get(kind) ?? 1, definitions[kind].version]
    if (stored <= known || !isUnexpected(one)) return one
    const error = new OfNewerRelease(`the machine of ${kind} is`, { stored, known })
    return { ...one, result: { outcome: 'failed', error } }
  })
}

async function recordIfStrange(dependencies: UnmovedDependencies, one: Unmoved): Promise<Unmoved> {
  const { database, clock, forgeries } = dependencies
  const { waiting, result, live } = one
  const { message } = waiting
  const state = live?.actor.status ?? ''
  try {
    if (result.outcome === 'forged')
      await forgeries.record(message, { state, reason: result.reason })
    else if (result.outcome === 'early' && !(await wasTimerSent(database, message)))
      await forgeries.record(message, { state, reason: 'the timer is not due' })
    else if (result.outcome === 'unexpected')
      await recordAnomaly(database, message, { state, reason: result.reason, at: clock.now() })
    return one
  } catch (error) {
    return { ...one, result: { outcome: 'failed', error } }
  }
}

/** Whether its outbox row can go. An anomaly's is gone already; one without an actor yet, or failed, stays. */
const isOver = ({ waiting, result }: Unmoved): boolean =>
  waiting.message.isFromOutbox === true &&
  !['unexpected', 'forged', 'altered', 'notFound', 'failed'].includes(result.outcome)
