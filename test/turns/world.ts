/**
 * What every test of turns starts from: a database and a NATS that only its file uses, and rooms:
 * a room is what one process of the service holds, its own connections and its own clock.
 */
import { expect } from 'vitest'
import { startWorker } from '../../src/actors/worker.ts'
import { type Bus, connectBus, type Stop } from '../../src/bus/bus.ts'
import { startActorRelay } from '../../src/relays/actor.relay.ts'
import { startTimerRelay } from '../../src/relays/timer.relay.ts'
import { Clock } from '../../src/shared/clock.ts'
import { createLog, type Log } from '../../src/shared/log.ts'
import { keepClock } from '../../src/store/clock-keeper.ts'
import { connectDatabase, type Database } from '../../src/store/database.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { findBreaches } from '../support/laws.ts'
import { startTestNats } from '../support/nats.ts'

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

/** The first room, and what its test file adds to it. */
export class World {
  readonly room: Room
  readonly addresses: Addresses
  readonly nats: Awaited<ReturnType<typeof startTestNats>>
  #closings: Stop[]

  constructor(room: Room, addresses: Addresses, nats: World['nats']) {
    this.room = room
    this.addresses = addresses
    this.nats = nats
    this.#closings = [nats, room]
  }

  /** Opens another room on the same database and bus, or on others. */
  async openRoom(addresses: Partial<Addresses> = {}): Promise<Room> {
    return this.until(await openRoom({ ...this.addresses, ...addresses }))
  }

  /** Stops something with the world, before all that was there earlier. */
  until<Part extends Stop>(part: Part): Part {
    this.#closings.push(part)
    return part
  }

  async close(): Promise<void> {
    for (const closing of this.#closings.toReversed()) await closing.stop()
  }
}

export async function createWorld(database?: { url: string }): Promise<World> {
  const [databaseUrl, nats] = await Promise.all([
    database?.url ?? freshDatabaseUrl(),
    startTestNats(),
  ])
  const addresses = { databaseUrl, natsUrl: nats.url }
  return new World(await openRoom(addresses), addresses, nats)
}

/** Every law holds, and no message is left; the other channels have no relay here. */
export async function expectLaws({ database }: Pick<Room, 'database'>): Promise<void> {
  expect(await findBreaches(database, { empty: ['actor'] })).toEqual([])
}

/** Waits until every message has been consumed. */
export async function untilQuiet({ database }: Room, timeoutMs = 15_000): Promise<void> {
  const query = `select id, attempts, last_error from outbox where channel = 'actor' limit 3`
  const look = async () => (await database.pool.query(query)).rows
  await expect.poll(look, { timeout: timeoutMs, interval: 50 }).toEqual([])
}
