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

/**
 * The best of what was tried at 256 at once on two cores: more connections form a convoy, fewer wait for each other. The
 * workflow is called, not started and waited for. Transactions in one commit with the step's record
 * are a package that is not released for this version.
 */
const connections = { ofSteps: 8, ofSystem: 16 }

serveProgram(async ({ databaseUrl }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections.ofSteps })
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
    systemDatabasePoolSize: connections.ofSystem,
    logLevel: 'error',
  })
  await DBOS.launch()

  return {
    async answer({ load }) {
      const next = actorTurns(load.concurrency)
      return runClosedLoop(async (slot) => {
        const batch = nextMove(actors[next(slot)])
        await DBOS.withNextWorkflowID(batch.journal[0].messageId, () =>
          move(singleRowStatement(batch)),
        )
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
