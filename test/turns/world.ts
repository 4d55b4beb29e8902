/** The world of a test file of turns: a database and a NATS of its own, and the parts of a process. */
import { expect } from 'vitest'
import type { Stop } from '../../src/bus/bus.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { findBreaches } from '../support/laws.ts'
import { startTestNats } from '../support/nats.ts'
import { type Addresses, openParts, type Parts } from './parts.ts'

/** The first parts, and those that the test file adds. */
export class World {
  readonly parts: Parts
  readonly addresses: Addresses
  readonly nats: Awaited<ReturnType<typeof startTestNats>>
  #closings: Stop[]

  constructor(parts: Parts, addresses: Addresses, nats: World['nats']) {
    this.parts = parts
    this.addresses = addresses
    this.nats = nats
    this.#closings = [nats, parts]
  }

  /** Opens other parts on the same database and bus, or on others. */
  async openParts(addresses: Partial<Addresses> = {}): Promise<Parts> {
    return this.until(await openParts({ ...this.addresses, ...addresses }))
  }

  /** Stops a part with the world, before all earlier ones. */
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
  return new World(await openParts(addresses), addresses, nats)
}

/** Expects that every law holds, and no message is left; the other channels have no relay here. */
export async function expectLaws({ database }: Pick<Parts, 'database'>): Promise<void> {
  expect(await findBreaches(database, { empty: ['actor'] })).toEqual([])
}

/** Waits until every message has been consumed. */
export async function untilQuiet({ database }: Parts, timeoutMs = 15_000): Promise<void> {
  const query = `select id, attempts, last_error from outbox where channel = 'actor' limit 3`
  const look = async () => (await database.pool.query(query)).rows
  await expect.poll(look, { timeout: timeoutMs, interval: 50 }).toEqual([])
}
