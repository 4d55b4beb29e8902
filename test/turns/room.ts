/** What one process of the service holds: its own connections and its own clock. */
import { startWorker } from '../../src/actors/worker.ts'
import { type Bus, connectBus, type Stop } from '../../src/bus/bus.ts'
import { startActorRelay } from '../../src/relays/actor.relay.ts'
import { startTimerRelay } from '../../src/relays/timer.relay.ts'
import { Clock } from '../../src/shared/clock.ts'
import { createLog, type Log } from '../../src/shared/log.ts'
import { keepClock } from '../../src/store/clock-keeper.ts'
import { connectDatabase, type Database } from '../../src/store/database.ts'

export type Addresses = { databaseUrl: string; natsUrl: string }
export type Room = Stop & { database: Database; bus: Bus; clock: Clock; log: Log }

export async function openRoom({ databaseUrl, natsUrl }: Addresses): Promise<Room> {
  const log = createLog(process.env['TEST_LOG'] ?? 'silent')
  const database = await connectDatabase(databaseUrl)
  const bus = await connectBus(natsUrl, log)
  const clock = new Clock()
  const keeping = await keepClock(database, clock, log)
  return {
    database,
    bus,
    clock,
    log,
    async stop() {
      await keeping.stop()
      await bus.close()
      await database.close()
    },
  }
}

/** Everything that turns need: a worker, and the sweepers of messages and timers. */
export function startParts(room: Room): Stop {
  const parts = [startWorker(room), startActorRelay(room), startTimerRelay(room)]
  return {
    async stop() {
      for (const part of parts.toReversed()) await part.stop()
    },
  }
}
