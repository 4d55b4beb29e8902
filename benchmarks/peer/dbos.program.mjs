/**
 * DBOS: each command is a workflow under the command's id, with one step that writes what
 * the service writes, in one statement.
 */
import { DBOS } from '@dbos-inc/dbos-sdk'
import pg from 'pg'
import { runClosedLoop } from '../closed-loop.ts'
import { serveProgram } from '../programs.ts'
import { actorsPerRole, actorTurns } from '../turns/cast.ts'
import { createActors, nextMove, recordActor } from '../turns/recorded-moves.ts'
import { singleRowStatement } from '../turns/single-row-statement.ts'

const connectionsMax = 32

serveProgram(async ({ databaseUrl }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connectionsMax })
  const actors = Array.from({ length: actorsPerRole }, (_, index) => recordActor('plan', index))
  await createActors(pool, actors)

  const move = DBOS.registerWorkflow(
    (statement) => DBOS.runStep(() => writeMove(pool, statement), { name: 'write' }),
    { name: 'move' },
  )
  DBOS.setConfig({
    name: 'benchmark',
    applicationVersion: '1',
    systemDatabaseUrl: databaseUrl,
    systemDatabasePoolSize: connectionsMax,
    logLevel: 'error',
  })
  await DBOS.launch()

  return {
    async answer({ load }) {
      const next = actorTurns(load.concurrency)
      return runClosedLoop(async (slot) => {
        const batch = nextMove(actors[next(slot)])
        const workflow = { workflowID: batch.journal[0].messageId }
        const started = await DBOS.startWorkflow(move, workflow)(singleRowStatement(batch))
        await started.getResult()
      }, load)
    },
    async close() {
      await DBOS.shutdown()
      await pool.end()
    },
  }
})

async function writeMove(pool, statement) {
  const { rowCount } = await pool.query(statement)
  if (rowCount !== 1) throw new Error('a move was lost')
  return rowCount
}
