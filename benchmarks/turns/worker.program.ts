/** A worker as the service runs it, in a process of its own. */
import { startWorker } from '../../src/actors/worker.ts'
import { connectBus } from '../../src/bus/bus.ts'
import { Clock } from '../../src/shared/clock.ts'
import { createLog } from '../../src/shared/log.ts'
import { connectDatabase } from '../../src/store/database.ts'
import { serveProgram } from '../programs.ts'

serveProgram<{ databaseUrl: string; natsUrl: string }>(async ({ databaseUrl, natsUrl }) => {
  const log = createLog('warn')
  const [database, bus] = await Promise.all([
    connectDatabase(databaseUrl),
    connectBus(natsUrl, log),
  ])
  const worker = startWorker({ database, bus, clock: new Clock(), log })
  return {
    answer: async () => undefined,
    async close() {
      await worker.stop()
      await bus.close()
      await database.close()
    },
  }
})
