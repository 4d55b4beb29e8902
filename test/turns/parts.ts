/** The parts of one process of the service: its own connections and its own clock. */
import { actorDefinitions } from '../../src/core/turn/actor-definitions.ts'
import { startWorker } from '../../src/actors/worker.ts'
import { type Bus, connectBus, type Stop } from '../../src/bus/bus.ts'
import { startActorRelay } from '../../src/relays/actor.relay.ts'
import { startTimerRelay } from '../../src/relays/timer.relay.ts'
import { ChainDirectory } from '../../src/shared/chain-directory.ts'
import { Clock } from '../../src/shared/clock.ts'
import { createLog, type Log } from '../../src/shared/log.ts'
import { followClock } from '../../src/store/clock-follower.ts'
import { connectDatabase, type Database } from '../../src/store/database.ts'

export type Addresses = {
  databaseUrl: string
  nats: { url: string; prefix: string | null }
  natsReplicas?: number
}
export type Parts = Stop & {
  database: Database
  bus: Bus
  clock: Clock
  log: Log
  /** Turns need no chain. */
  directory: ChainDirectory
}

export async function openParts({
  databaseUrl,
  nats: { url, prefix },
  natsReplicas = 1,
}: Addresses): Promise<Parts> {
  const log = createLog(process.env['TEST_LOG'] ?? 'silent')
  const database = await connectDatabase(databaseUrl)
  const bus = await connectBus({ url, prefix, replicas: natsReplicas }, log)
  const clock = new Clock()
  const keeping = await followClock(database, clock, log)
  return {
    database,
    bus,
    clock,
    log,
    directory: new ChainDirectory([]),
    async stop() {
      await keeping.stop()
      await bus.close()
      await database.close()
    },
  }
}

/** Everything that turns need: a worker, and the sweepers of messages and timers. */
export function startParts(parts: Parts, definitions = actorDefinitions): Stop {
  const started = [
    startWorker({ ...parts, definitions }),
    startActorRelay(parts),
    startTimerRelay(parts),
  ]
  return {
    async stop() {
      for (const part of started.toReversed()) await part.stop()
    },
  }
}
