/**
 * Plain SQL, without a bus, a machine or an engine: `single` writes each move in a commit of its
 * own over up to 32 connections; `batched` writes all waiting moves, up to 256 in a commit, over
 * two.
 */
import pg from 'pg'
import type { Batch } from '../../src/store/turn-rows.ts'
import { turnStatement } from '../../src/store/turn-statement.ts'
import { type Load, runClosedLoop, type Step } from '../closed-loop.ts'
import { serveProgram } from '../programs.ts'
import { actorsPerRole, actorTurns, type Role } from './cast.ts'
import {
  createActors,
  joinBatches,
  nextMove,
  recordActor,
  type RecordedActor,
} from './recorded-moves.ts'
import { singleRowStatement } from './single-row-statement.ts'

export type PlainSettings = { databaseUrl: string; how: 'single' | 'batched' }
export type PlainRequest = { create: Role } | { role: Role; load: Load }

const batchMax = 256
const connectionsMax = { single: 32, batched: 2 }

serveProgram<PlainSettings>(async ({ databaseUrl, how }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connectionsMax[how] })
  const actors = new Map<Role, RecordedActor[]>()
  const write: (batch: Batch) => Promise<void> =
    how === 'single' ? (batch) => writeSingle(pool, batch) : batchingWriter(pool)

  return {
    async answer(request: PlainRequest) {
      if ('create' in request) {
        const recorded = Array.from({ length: actorsPerRole }, (_, i) =>
          recordActor(request.create, i),
        )
        actors.set(request.create, recorded)
        return createActors(pool, recorded)
      }
      const recorded = actors.get(request.role)!
      const next = actorTurns(request.load.concurrency)
      const step: Step = (slot) => write(nextMove(recorded[next(slot)]!))
      return runClosedLoop(step, request.load)
    },
    close: () => pool.end(),
  }
})

async function writeSingle(pool: pg.Pool, batch: Batch): Promise<void> {
  const { rowCount } = await pool.query(singleRowStatement(batch))
  if (rowCount !== 1) throw new Error('a plain move was lost')
}

/** Group commit in its simplest form: every free connection takes all waiting moves. */
function batchingWriter(pool: pg.Pool): (batch: Batch) => Promise<void> {
  let waiting: { batch: Batch; resolve: () => void; reject: (error: unknown) => void }[] = []
  let free = connectionsMax.batched
  let isScheduled = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      while (free > 0 && waiting.length > 0) void writeSome()
    })
  }

  async function writeSome(): Promise<void> {
    const taken = waiting.slice(0, Math.min(batchMax, Math.ceil(waiting.length / free)))
    waiting = waiting.slice(taken.length)
    free--
    try {
      const { rowCount } = await pool.query(
        turnStatement(joinBatches(taken.map(({ batch }) => batch))),
      )
      if (rowCount !== taken.length) throw new Error('a plain move was lost')
      for (const { resolve } of taken) resolve()
    } catch (error) {
      for (const { reject } of taken) reject(error)
    }
    free++
    schedule()
  }

  return (batch) =>
    new Promise((resolve, reject) => {
      waiting.push({ batch, resolve, reject })
      schedule()
    })
}
