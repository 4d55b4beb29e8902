/** What every test file of turns starts from: a database and a NATS that only it uses, and rooms. */
import { expect } from 'vitest'
import type { Stop } from '../../src/bus/bus.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { findBreaches } from '../support/laws.ts'
import { startTestNats } from '../support/nats.ts'
import { type Addresses, openRoom, type Room } from './room.ts'

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
