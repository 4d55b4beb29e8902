/** Plain SQL, without a bus, a machine or an engine: each move in a commit of its own, over up to 32 connections. */
import pg from 'pg'
import type { Batch } from '../../src/store/turn-rows.ts'
import { type Load, runClosedLoop, type Step } from '../closed-loop.ts'
import { serveProgram } from '../programs.ts'
import { actorsPerRole, actorTurns, type Role } from './cast.ts'
import { createActors, nextMove, recordActor, type RecordedActor } from './recorded-moves.ts'
import { singleRowStatement } from './single-row-statement.ts'

type PlainRequest = { create: Role } | { role: Role; load: Load }

const connectionsMax = 32

serveProgram<{ databaseUrl: string }>(async ({ databaseUrl }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connectionsMax })
  const actors = new Map<Role, RecordedActor[]>()
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
      const step: Step = (slot) => write(pool, nextMove(recorded[next(slot)]!))
      return runClosedLoop(step, request.load)
    },
    close: () => pool.end(),
  }
})

async function write(pool: pg.Pool, batch: Batch): Promise<void> {
  const { rowCount } = await pool.query(singleRowStatement(batch))
  if (rowCount !== 1) throw new Error('a plain move was lost')
}
