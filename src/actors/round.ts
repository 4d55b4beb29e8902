/**
 * Decides one batch in memory: each message in turn, on the actors as those before it left them.
 * Nothing is written, answered or cached here.
 */
import type { ActorDefinitions } from '../core/turn/actor-definitions.ts'
import type { LiveActors } from './live-actors.ts'
import { BatchBuilder } from '../core/turn/batch.ts'
import { type LiveActor, takeTurn, type Turn, type TurnResult } from '../core/turn/turn.ts'
import { actorKey, type WaitingMessage } from './turn-queue.ts'
import type { Origins } from '../store/engine/origins.ts'
import { keyOf } from '../core/turn/turn-rows.ts'

type MovedMessage = { waiting: WaitingMessage; turn: Turn }

/**
 * An unmoved message and why it moved nothing; `repeated`: a turn has consumed it before; `altered`: its outbox row has other
 * words, which the actor relay sends.
 */
export type Unmoved = {
  waiting: WaitingMessage
  result:
    | Exclude<TurnResult, { outcome: 'moved' }>
    | { outcome: 'repeated' | 'altered' }
    | { outcome: 'failed'; error: unknown }
  live: LiveActor | undefined
}

export type Round = {
  batch: BatchBuilder
  moved: MovedMessage[]
  unmoved: Unmoved[]
  /** Messages that came a second time within this batch: checked again once the first is committed. */
  twice: WaitingMessage[]
}

/** Holds what decides a round; `definitions` are left out for those of this release. */
type Ground = {
  actors: LiveActors
  origins: Origins
  now: Date
  definitions: ActorDefinitions | undefined
}

export function decideRound(taken: WaitingMessage[], ground: Ground): Round {
  const { actors, origins } = ground
  const round: Round = { batch: new BatchBuilder(), moved: [], unmoved: [], twice: [] }
  const seen = new Set<string>()
  for (const waiting of taken) {
    const { id } = waiting.message
    if (origins.isConsumed(waiting.message))
      round.unmoved.push(repeated(waiting, round.batch, actors))
    else if (seen.has(id)) round.twice.push(waiting)
    else decideOne(waiting, { round, ...ground })
    seen.add(id)
  }
  return round
}

function decideOne(
  waiting: WaitingMessage,
  { round, actors, origins, now, definitions }: Ground & { round: Round },
): void {
  let live: LiveActor | undefined
  try {
    live = latest(waiting, round.batch, actors)
    // The event and the cause of the outbox row count where it was read; those of the bus are not believed.
    const row = origins.rowOf(waiting.message)
    if (row) waiting.message = { ...waiting.message, event: row.event, cause: row.cause }
    const result = takeTurn(live ?? null, waiting.message, now, definitions)
    if (origins.isUnfounded(waiting.message) && mustBeFounded(result)) {
      round.unmoved.push({ waiting, result: unfounded, live })
    } else if (result.outcome === 'moved') {
      round.batch.add(result.turn)
      round.moved.push({ waiting, turn: result.turn })
    } else round.unmoved.push({ waiting, result, live })
  } catch (error) {
    round.unmoved.push({ waiting, result: { outcome: 'failed', error }, live })
  }
}

/**
 * Whether a result counts only if the outbox holds the message. A message without a row may have been
 * consumed without a trace, because it changed nothing; then neither a turn nor an anomaly may come of it.
 */
export const mustBeFounded = ({ outcome }: Unmoved['result'] | TurnResult): boolean =>
  ['moved', 'refused', 'unexpected', 'notFound', 'failed'].includes(outcome)

export const unfounded = { outcome: 'forged', reason: 'the outbox does not hold it' } as const

function repeated(waiting: WaitingMessage, batch: BatchBuilder, actors: LiveActors): Unmoved {
  try {
    return { waiting, result: { outcome: 'repeated' }, live: latest(waiting, batch, actors) }
  } catch (error) {
    return { waiting, result: { outcome: 'failed', error }, live: undefined }
  }
}

function latest(
  waiting: WaitingMessage,
  batch: BatchBuilder,
  actors: LiveActors,
): LiveActor | undefined {
  const key = keyOf(actorKey(waiting))
  return batch.latest(key) ?? actors.get(key)
}
