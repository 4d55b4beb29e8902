/**
 * Plain SQL in group commits: writes the rows that the service writes, with the same statement, and decides nothing.
 * Every free connection takes all waiting moves, up to 256 in a commit. The one who asks is in the same process.
 */
import pg from 'pg'
import { BatchBuilder } from '../../src/core/turn/batch.ts'
import { type LiveActor, takeTurn } from '../../src/core/turn/turn.ts'
import type { Message } from '../../src/shared/message.ts'
import type { Batch } from '../../src/core/turn/turn-rows.ts'
import { turnStatement } from '../../src/store/engine/turn-statement.ts'
import { type Load, runClosedLoop } from '../closed-loop.ts'
import { serveProgram } from '../programs.ts'
import { creationMessages, moveMessage, plansMax, plansOf } from './plans.ts'

const batchMax = 256

/** A plan's two moves, recorded once and written again and again. */
type Recorded = { creation: Batch; moves: Batch[]; revision: number }
type Waiting = { batch: Batch; resolve: () => void }

serveProgram<{ databaseUrl: string; connections: number }>(async ({ databaseUrl, connections }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections })
  const plans = Array.from({ length: plansMax }, (_, index) => record(index))
  for (let at = 0; at < plansMax; at += batchMax)
    await pool.query(
      turnStatement(join(plans.slice(at, at + batchMax).map((plan) => plan.creation))),
    )
  const write = groupCommits(pool, connections)
  return {
    answer(load: Load) {
      const next = plansOf(load.concurrency)
      return runClosedLoop((slot) => write(nextMove(plans[next(slot)]!)), load)
    },
    close: () => pool.end(),
  }
})

function groupCommits(pool: pg.Pool, connections: number): (batch: Batch) => Promise<void> {
  let waiting: Waiting[] = []
  let free = connections
  const schedule = () =>
    setImmediate(() => {
      while (free > 0 && waiting.length > 0) void writeSome()
    })
  async function writeSome(): Promise<void> {
    const some = waiting.slice(0, Math.min(batchMax, Math.ceil(waiting.length / free)))
    waiting = waiting.slice(some.length)
    free--
    const { rowCount } = await pool.query(turnStatement(join(some.map(({ batch }) => batch))))
    if (rowCount !== some.length) throw new Error('a plain move was lost')
    for (const { resolve } of some) resolve()
    free++
    schedule()
  }
  return (batch) =>
    new Promise((resolve) => {
      if (waiting.push({ batch, resolve }) === 1) schedule()
    })
}

function record(index: number): Recorded {
  let live: LiveActor | null = null
  const toBatch = (messages: Message[]): Batch => {
    const builder = new BatchBuilder()
    for (const message of messages) {
      const result = takeTurn(live, message, new Date())
      if (result.outcome !== 'moved') throw new Error(`${message.id}: ${result.outcome}`)
      builder.add(result.turn)
      live = result.turn.next
    }
    return builder.toBatch()
  }
  const creation = toBatch(creationMessages(index))
  const moves = [toBatch([moveMessage(index, 0)]), toBatch([moveMessage(index, 1)])]
  return { creation, moves, revision: creation.actors[0]!.actor.revision }
}

/** Returns the rows of a plan's next move, with its next revision and new ids. */
function nextMove(recorded: Recorded): Batch {
  const readRevision = recorded.revision++
  const { revision } = recorded
  const move = recorded.moves[(revision + 1) % 2]!
  const { actor, snapshotText } = move.actors[0]!
  const key = `${actor.id}/${revision}`
  return {
    ...move,
    actors: [{ actor: { ...actor, revision }, snapshotText, readRevision }],
    journal: move.journal.map((row) => ({ ...row, revision, messageId: `plain/${key}` })),
    outbox: move.outbox.map((row, index) => ({ ...row, id: `${key}/${index}` })),
    consumed: [],
  }
}

/** Joins moves of plans, which arm no timers and write no other rows. */
const join = (batches: Batch[]): Batch => ({
  ...batches[0]!,
  actors: batches.flatMap(({ actors }) => actors),
  journal: batches.flatMap(({ journal }) => journal),
  outbox: batches.flatMap(({ outbox }) => outbox),
})
