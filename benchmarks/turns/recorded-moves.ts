/**
 * The rows that the service writes when it moves an actor, recorded once and then written again and
 * again without the service: plain SQL does the same work on the same tables, and decides nothing.
 */
import type { Pool } from 'pg'
import { BatchBuilder } from '../../src/actors/batch.ts'
import { type LiveActor, takeTurn } from '../../src/actors/turn.ts'
import type { Message } from '../../src/shared/message.ts'
import type { Batch } from '../../src/store/turn-rows.ts'
import { turnStatement } from '../../src/store/turn-statement.ts'
import { creationMessages, moveMessage, type Role } from './cast.ts'

const createdTogether = 256

/** One actor's rows: of its creation, and of the two moves that it repeats. */
export type RecordedActor = { creation: Batch; moves: [Batch, Batch]; revision: number }

export function recordActor(role: Role, index: number): RecordedActor {
  const now = new Date()
  let live: LiveActor | null = null
  const record = (messages: Message[]): Batch => {
    const builder = new BatchBuilder()
    for (const message of messages) {
      const result = takeTurn(live, message, now)
      if (result.outcome !== 'moved')
        throw new Error(`${message.id} moves nothing: ${result.outcome}`)
      builder.add(result.turn)
      live = result.turn.next
    }
    return builder.toBatch()
  }
  const creation = record(creationMessages(role, index))
  const revision = creation.actors[0]!.actor.revision
  const moves: [Batch, Batch] = [
    record([moveMessage(role, index, 0)]),
    record([moveMessage(role, index, 1)]),
  ]
  return { creation, moves, revision }
}

/** The rows of the actor's next move, with its next revision and new ids. */
export function nextMove(recorded: RecordedActor): Batch {
  const readRevision = recorded.revision++
  const revision = recorded.revision
  const move = recorded.moves[revision % 2 === 1 ? 0 : 1]
  const { actor, snapshotText } = move.actors[0]!
  const key = `${actor.kind}/${actor.id}/${revision}`
  return {
    actors: [{ actor: { ...actor, revision }, snapshotText, readRevision }],
    journal: move.journal.map((row) => ({ ...row, revision, messageId: `plain/${key}` })),
    outbox: move.outbox.map((row, index) => ({ ...row, id: `${key}/${index}` })),
    audited: [],
    armed: move.armed.map((row) => ({ ...row, armedAtRevision: revision })),
    cancelled: move.cancelled,
    consumed: [],
    reserved: [],
  }
}

export const joinBatches = (batches: Batch[]): Batch => ({
  actors: batches.flatMap(({ actors }) => actors),
  journal: batches.flatMap(({ journal }) => journal),
  outbox: batches.flatMap(({ outbox }) => outbox),
  audited: batches.flatMap(({ audited }) => audited),
  armed: batches.flatMap(({ armed }) => armed),
  cancelled: batches.flatMap(({ cancelled }) => cancelled),
  consumed: [],
  reserved: [],
})

/** Writes the actors' creation, with the service's own statement. */
export async function createActors(pool: Pool, recorded: RecordedActor[]): Promise<void> {
  for (let i = 0; i < recorded.length; i += createdTogether) {
    const creations = recorded.slice(i, i + createdTogether).map(({ creation }) => creation)
    await pool.query(turnStatement(joinBatches(creations)))
  }
}
