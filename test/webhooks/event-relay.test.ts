import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Owner } from '../../src/shared/owner.ts'
import { startEventRelay } from '../../src/relays/event.relay.ts'
import { asideMs } from '../../src/relays/set-aside.ts'
import { DeliveryInput } from '../../machines/delivery/delivery.events.ts'
import { eventBody } from '../../src/core/events/catalogue.ts'
import { restAfterErrorMs } from '../../src/shared/pulse.ts'
import { passTime, settle } from '../support/settle.ts'
import {
  countOutbox,
  createWorld,
  type LoggedEvent,
  newAddress,
  newMerchant,
  readLog,
  enqueueEvent,
  type World,
} from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const relays = (count: number) => {
  const started = Array.from({ length: count }, () => startEventRelay(world))
  return { stop: () => Promise.all(started.map((relay) => relay.stop())) }
}

async function settled(): Promise<void> {
  await settle(world)
  expect(await countOutbox(world, 'event')).toBe(0)
}

/** Enqueues each resource's events one after the other, of all resources at the same time. */
async function enqueueForManyResources(owner: Owner, resources: number, eventsOfEach: number) {
  const enqueueForOne = async (address: string) => {
    for (let sequence = 1; sequence <= eventsOfEach; sequence++) {
      await enqueueEvent(world, owner, address, sequence)
      world.bus.wake('event')
    }
  }
  await Promise.all(Array.from({ length: resources }, newAddress).map(enqueueForOne))
}

function expectGapless(log: LoggedEvent[], count: number): void {
  expect(log.map(({ logNumber }) => logNumber)).toEqual(
    Array.from({ length: count }, (_, index) => index + 1),
  )
  expect(new Set(log.map(({ eventId }) => eventId)).size).toBe(count)
  const bodies = log.map(({ body }) => JSON.parse(body))
  expect(bodies.map(({ logNumber }) => logNumber)).toEqual(log.map(({ logNumber }) => logNumber))
  for (const ofOneMoment of Map.groupBy(bodies, ({ eventTs }) => eventTs).values()) {
    const ids = ofOneMoment.map(({ eventId }) => eventId)
    expect(ids.toSorted((one, other) => (one < other ? -1 : 1))).toEqual(ids)
  }
  for (const events of Map.groupBy(log, ({ resourceId }) => resourceId).values())
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
}

async function readCreations({ merchantId }: Owner) {
  const { rows } = await world.database.pool.query<{
    id: string
    payload: { input: DeliveryInput }
  }>(`select id, payload from outbox where merchant_id = $1 and channel = 'actor' order by id`, [
    merchantId,
  ])
  return rows
}

test('two event relays number the events of eight writers without holes, in order per resource', async () => {
  const [one, other] = [await newMerchant(world), await newMerchant(world)]
  const running = relays(2)
  await Promise.all([enqueueForManyResources(one, 8, 60), enqueueForManyResources(other, 8, 30)])
  await settled()
  await running.stop()

  expectGapless(await readLog(world, one), 480)
  expectGapless(await readLog(world, other), 240)
})

test('an onlooker hears of an event once it is logged, also without an endpoint', async () => {
  const owner = await newMerchant(world)
  const heard: { kind: string; isLogged: Promise<boolean> }[] = []
  const isLogged = async (id: string) =>
    (await readLog(world, owner)).some(({ eventId }) => eventId === id)
  const stop = world.bus.onOwnersChanges(owner, (moved) => {
    for (const { kind, id } of moved) heard.push({ kind, isLogged: isLogged(id) })
  })
  await world.bus.connection.flush()
  const running = relays(1)
  await enqueueEvent(world, owner, newAddress(), 1)
  world.bus.wake('event')
  await settle(world)
  expect(heard.map(({ kind }) => kind)).toEqual(['event'])
  expect(await heard[0]!.isLogged).toBe(true)
  await running.stop()
  stop()
})

test('a backlog of events is logged in order, although later events lie before earlier ones', async () => {
  const owner = await newMerchant(world)
  const [first, second] = [newAddress(), newAddress()]
  const total = 500
  for (let sequence = total; sequence >= 1; sequence--) {
    await enqueueEvent(world, owner, first, sequence)
    if (sequence <= 3) await enqueueEvent(world, owner, second, sequence)
  }
  const running = relays(2)
  await settled()
  await running.stop()

  expectGapless(await readLog(world, owner), total + 3)
})

test('event relays whose connections are killed again and again lose no event and repeat none', async () => {
  const [killsMax, resources] = inject('tier') === 'proof' ? [20, 8] : [5, 2]
  const owner = await newMerchant(world, { keys: 2, url: 'http://127.0.0.1:9/' })
  const running = relays(2)
  const [kills] = await Promise.all([
    killRelayConnections(killsMax),
    enqueueForManyResources(owner, resources, 40),
  ])
  // Its relay leaves an owner out for a while whose commit failed.
  await passTime(world, restAfterErrorMs + asideMs)
  await settled()
  await running.stop()

  expect(kills).toBe(killsMax)
  expectGapless(await readLog(world, owner), resources * 40)
  expect(await readCreations(owner)).toHaveLength(2 * resources * 40)
})

/** Kills so many connections in the middle of their commit, and enqueues events for as long as it takes. */
async function killRelayConnections(killsMax: number): Promise<number> {
  const bystander = await newMerchant(world)
  const address = newAddress()
  const client = new pg.Client(world.database.url)
  await client.connect()
  let kills = 0
  for (let sequence = 1; kills < killsMax; sequence++) {
    await enqueueEvent(world, bystander, address, sequence)
    world.bus.wake('event')
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
         and query ~ 'event_counter|merchant_event|webhook_endpoint' limit $1`,
      [killsMax - kills],
    )
    kills += rowCount ?? 0
    if (rowCount) await passTime(world, restAfterErrorMs)
  }
  await client.end()
  return kills
}

describe('a merchant event', () => {
  test('is logged where no endpoint is configured, and nothing is delivered', async () => {
    const owner = await newMerchant(world, { keys: 2 })
    await enqueueEvent(world, owner, newAddress(), 1)
    const running = relays(1)
    await settled()
    await running.stop()

    expect(await readLog(world, owner)).toHaveLength(1)
    expect(await readCreations(owner)).toEqual([])
  })

  test('is delivered once under each key of its network, in a lane of its own', async () => {
    const owner = await newMerchant(world, { keys: 2, url: 'http://127.0.0.1:9/' })
    const address = newAddress()
    await enqueueEvent(world, owner, address, 1)
    const running = relays(1)
    await settled()
    await running.stop()

    const [event] = await readLog(world, owner)
    const creations = await readCreations(owner)
    const inputs = creations.map(({ payload }) => DeliveryInput.parse(payload.input))
    expect(inputs.map(({ apiKey }) => apiKey).sort()).toEqual(
      owner.keys.map(({ name }) => name).sort(),
    )
    for (const input of inputs) {
      expect(input).toMatchObject({ eventId: event?.eventId, sequence: 1 })
      expect(input.lane).toBe(`subscription/${address}/${input.endpointId}/${input.apiKey}`)
    }
  })

  test('has a body of the published shape, with the resource, the metadata and the cause (S2.3-13, S6-6)', async () => {
    const owner = await newMerchant(world)
    const address = newAddress()
    await enqueueEvent(world, owner, address, 1)
    const running = relays(1)
    await settled()
    await running.stop()

    const [event] = await readLog(world, owner)
    const body = eventBody('SubscriptionCreated').parse(JSON.parse(event!.body))
    expect(body).toMatchObject({
      eventId: event!.eventId,
      sequence: 1,
      subscription: { contractAddress: address, metadata: 'order "7" — Grüße' },
      previousStatus: null,
      cause: { type: 'command', command: 'subscription.activate', by: 'merchant' },
    })
  })
})
