/** The world of a test file of turns: a database and a NATS of its own, and the parts of a process. */
import { expect } from 'vitest'
import type { Stop } from '../../src/bus/bus.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { behindPrefix, eventStreamOf } from '../../src/bus/subjects.ts'
import { findBreaches } from '../support/laws.ts'
import { shareNats, type TestBus } from '../support/nats.ts'
import { holdTime, passTime, passUntil, settle } from '../support/settle.ts'
import { type Addresses, openParts, type Parts } from './parts.ts'

/** The first parts, and those that the test file adds. */
export class World {
  readonly parts: Parts
  readonly addresses: Addresses
  readonly nats: TestBus
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

  /** The name of a subject as it stands on the bus of this world. */
  subject(name: string): string {
    return behindPrefix(this.nats.prefix, name)
  }

  /** Counts the events that the bus carries. */
  async countCarried(): Promise<number> {
    const manager = await this.parts.bus.connection.jetstreamManager()
    return (await manager.streams.info(eventStreamOf(this.nats.prefix))).state.messages
  }

  /** Has all parts of this process do what is to be done, until nothing moves. */
  settle(): Promise<void> {
    return settle(this.parts)
  }

  /** Moves time on for this process and its database, and has everybody do what is due by then. */
  async pass(ms: number): Promise<void> {
    await passTime(this.parts, ms)
    await this.settle()
  }

  /** Passes time in steps of 20 ms until what is read is true. */
  passUntil<Seen>(what: string, read: () => Promise<Seen> | Seen): Promise<Seen> {
    return passUntil(this.parts, what, read)
  }

  /** Lets time stand still but for what is passed, until the world closes. */
  async holdTime(): Promise<void> {
    this.until({ stop: await holdTime(this.parts) })
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

export async function createWorld({
  databaseUrl,
  nats = shareNats(),
}: { databaseUrl?: string; nats?: TestBus } = {}): Promise<World> {
  const addresses = { databaseUrl: databaseUrl ?? (await freshDatabaseUrl()), nats }
  return new World(await openParts(addresses), addresses, nats)
}

/** Expects that every law holds, and no message is left; the other channels have no relay here. */
export async function expectLaws({ database }: Pick<Parts, 'database'>): Promise<void> {
  expect(await findBreaches(database, { empty: ['actor'] })).toEqual([])
}
