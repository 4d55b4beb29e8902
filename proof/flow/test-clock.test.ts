/** Merchants see where the test clock goes, what it reports on the way, and what it waits for. */
import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs } from '../../machines/durations.ts'
import { eventually } from '../../examples/client/eventually.ts'
import type { EventJson, Json } from '../../examples/client/merchant.ts'
import { TestClock } from '../../src/relays/test-clock.ts'
import { advancePath, askToAdvance, linesOf, newActive } from '../../test/flow/clock-calls.ts'
import { type FlowWorld, startWorld } from '../../test/flow/world.ts'

let world: FlowWorld
beforeAll(async () => {
  world = await startWorld()
  await world.payer.earn(1_000)
})
afterAll(() => world?.stop())

/** Advances and reads the answer as lines; the content type is the one that was asked for. */
async function advanceInLines(body: Json, accept: string, key?: string) {
  const response = await askToAdvance(world, body, { accept, ...(key !== undefined && { key }) })
  expect(response.headers.get('content-type')).toContain(accept)
  return { response, lines: await linesOf(response) }
}

describe('to the next charge', () => {
  test('it goes to its due second, and tells what happened on the way as NDJSON', async () => {
    const contractAddress = await newActive(world)
    const { nextChargeAt } = await world.merchant.read(contractAddress)
    const { lines } = await advanceInLines({ toNext: 'charge' }, 'application/x-ndjson')
    const told = lines.map((line) => JSON.parse(line) as Json)
    const answer = told.at(-1)!
    expect(answer).toEqual({ now: expect.any(String), settled: true })
    const steps = told.slice(0, -1).filter((line) => 'moment' in line)
    const due = steps.find(({ moment }) => moment === nextChargeAt)!
    expect(due.fired).toContainEqual({
      kind: 'subscription',
      id: contractAddress,
      timer: 'untilDue',
      dueAt: nextChargeAt,
    })
    expect(due.charges).toEqual([
      expect.objectContaining({ status: 'Succeeded', period: 2, contractAddress }),
    ])
    expect(due.changed).toContainEqual(
      expect.objectContaining({ resource: 'charge', id: expect.any(String), to: 'Succeeded' }),
    )
    const log = await world.merchant.events()
    const toldEvents = steps.flatMap(({ events }) => events as Json[])
    expect(toldEvents.map(({ eventId }) => eventId)).toEqual(
      log.slice(-toldEvents.length).map(({ eventId }) => eventId),
    )
    expect((await world.merchant.read(contractAddress)).chargesMade).toBe(2)
  })

  test('it tells the same as server-sent events, and a repeated request only the answer', async () => {
    const key = 'one move'
    const first = await advanceInLines({ toNext: 'timer' }, 'text/event-stream', key)
    expect(first.lines.filter((line) => line.startsWith('event: ')).at(-1)).toBe('event: answer')
    const again = await advanceInLines({ toNext: 'timer' }, 'text/event-stream', key)
    expect(again.response.headers.get('idempotent-replayed')).toBe('true')
    expect(again.lines).toEqual(first.lines.slice(-2))
  })
})

describe('by people in the dashboard', () => {
  type Clock = { now: string; canMove: boolean; isMoving: boolean; lastStop: string | null }
  const move = (body: Json, network = 'test') =>
    world.merchant.asPerson<Clock>('POST', `/${network}/clock/advance`, body)
  const readClock = (network = 'test') => world.merchant.asPerson<Clock>('GET', `/${network}/clock`)

  test('a move is begun and answered at once, and says where it is until it has arrived', async () => {
    const contractAddress = await newActive(world)
    const { nextChargeAt } = await world.merchant.read(contractAddress)
    const begun = await move({ until: nextChargeAt })
    expect(begun).toMatchObject({ canMove: true, isMoving: true })
    expect(Date.parse(begun.now)).toBeLessThan(Date.parse(nextChargeAt))
    await expect.poll(async () => (await readClock()).isMoving).toBe(false)
    const { now, lastStop } = await readClock()
    expect(lastStop).toBeNull()
    expect(Date.parse(now)).toBeGreaterThanOrEqual(Date.parse(nextChargeAt))
    expect((await world.merchant.read(contractAddress)).chargesMade).toBe(2)
    // Other tests wait for charges of their own.
    await world.merchant.command(contractAddress, 'cancel')
  })

  test.each([{}, { seconds: 1, toNext: 'timer' }, { until: '2020-01-01T00:00:00Z' }])(
    'a move by %j is none',
    async (body) => {
      await expect(move(body)).rejects.toThrow('/test/clock/advance 400')
    },
  )

  test('there is no clock to move on the main network', async () => {
    await expect(move({ seconds: 1 }, 'main')).rejects.toThrow('/main/clock/advance 404')
    expect((await readClock('main')).canMove).toBe(false)
  })
})

test('it goes to a moment, and says by the clock why it does not go back', async () => {
  const { now } = await world.merchant.get<{ now: string }>('/testing/clock')
  const until = new Date(Date.parse(now) + 40 * dayMs).toISOString()
  const answer = await world.merchant.post<{ now: string }>(advancePath, { until })
  expect(Date.parse(answer.now)).toBeGreaterThanOrEqual(Date.parse(until))
  const back = await world.merchant.call('POST', advancePath, { until: now })
  expect(back.status).toBe(400)
  expect(back.body['message']).toMatch(/by the test clock, which was moved by \d+ days/)
})

test('an end or start that the moved clock refuses is explained by it', async () => {
  const expiresAt = new Date(Date.now() + dayMs).toISOString()
  const amount = { value: '10', currency: 'ltUSDC' }
  const payment = await world.merchant.call('POST', '/integration/payments', { amount, expiresAt })
  expect(payment.body['message']).toMatch(/by the test clock, which was moved by \d+ days/)
  const { body } = await world.merchant.call('POST', '/integration/subscriptions', {
    planId: world.merchant.dev.planId,
    customerId: 'c',
    payer: world.payer.address,
    startFrom: '2099-01-01T00:00:00Z',
  })
  expect(body['message']).toMatch(/by the test clock, which was moved by \d+ days/)
})

test.each([{}, { seconds: 1, toNext: 'timer' }])(
  'it takes one of its three, and not %j',
  async (body) => {
    const answer = await world.merchant.call('POST', advancePath, body)
    expect(answer.status).toBe(400)
    expect(answer.body['message']).toContain('{"toNext": "charge"}')
  },
)

const newRequest = () => ({
  id: randomUUID(),
  at: world.service.service.clock.now(),
  isRepeat: false,
})

test('a stop on the way is told in numbers and words, with the moment', async () => {
  const { service } = world.service
  const { pool } = service.database
  const owner = { merchantId: 'nobody', network: 'TestNet' } as const
  await pool.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload, cause, at, available_at, attempts)
     values ('stuck', 'actor', 'nothing', 'plan', 'x', 'nobody', 'TestNet', 'x', '{}', '{}', now(), now() + interval '1 day', 0)`,
  )
  const clock = new TestClock({ ...service, bus: service.buses.of('http'), chains: new Map() }, 300)
  const answer = await clock.advance({ owner, seconds: 60 }, newRequest())
  await pool.query("delete from outbox where id = 'stuck'")
  expect(answer).toEqual({
    now: expect.any(String),
    settled: false,
    stoppedAt: expect.any(String),
    reason: expect.stringContaining('1 message between actors is not taken. Advance again'),
    pending: { messages: 1 },
  })
})

test('an endpoint that never answers does not hold it, and gets everything in order once it does', async () => {
  const held: ServerResponse[] = []
  const received: EventJson[] = []
  let holds = true
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push(JSON.parse(body) as EventJson)
      if (holds) held.push(response)
      else response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const contractAddress = await newActive(world)
  // The events of before go to the endpoint that there was then.
  await world.merchant.post(advancePath, { seconds: 1 })
  const before = (await world.merchant.events()).length
  await world.merchant.sendWebhooksTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  // Past a charge, which leaves calls under way, and on past the next one.
  for (const toNext of ['charge', 'charge'])
    expect(await world.merchant.post(advancePath, { toNext })).toMatchObject({ settled: true })
  expect(held.some(({ writableEnded }) => !writableEnded)).toBe(true)
  expect((await world.merchant.read(contractAddress)).chargesMade).toBeGreaterThan(1)

  holds = false
  for (const response of held) response.end()
  // If a delivery was given up meanwhile, its next attempt comes by the clock.
  await world.merchant.pass(1)
  const logged = (await world.merchant.events()).slice(before)
  const known = () => new Set(received.map(({ eventId }) => eventId))
  await eventually('every webhook', () =>
    Promise.resolve(logged.every(({ eventId }) => known().has(eventId))),
  )
  const firsts = received.filter(
    ({ eventId }, nr) => received.findIndex((one) => one.eventId === eventId) === nr,
  )
  for (const ofOne of Map.groupBy(firsts, resourceOf).values()) {
    const sequences = ofOne.map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
  }
  await world.merchant.sendWebhooksTo(world.receiver.url)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

describe('charges that come due within seconds', () => {
  const day = 24 * 60 * 60

  /** Subscribes so that the first charges come due so many seconds after the same moment. */
  async function startAfter(...seconds: number[]): Promise<{ at: number; contracts: string[] }> {
    const { now } = await world.merchant.get<{ now: string }>('/testing/clock')
    const at = Math.ceil(Date.parse(now) / 1000) * 1000 + dayMs
    const contracts: string[] = []
    for (const later of seconds) {
      const startFrom = new Date(at + later * 1000)
      const { contractAddress } = await world.merchant.subscribe(world.payer.address, { startFrom })
      await world.payer.approve(contractAddress, 240)
      await world.merchant.command(contractAddress, 'activate')
      contracts.push(contractAddress)
    }
    return { at, contracts }
  }

  const advanceBySteps = async (body: Json) => {
    const { lines } = await advanceInLines(body, 'application/x-ndjson')
    return lines.map((line) => JSON.parse(line) as Json).filter((line) => 'moment' in line)
  }
  const chargedIn = (step: Json) =>
    new Set((step['charges'] as Json[]).map(({ contractAddress }) => contractAddress))

  test('are made in one step, at the moment of the last, and others in their own', async () => {
    const { at, contracts } = await startAfter(0, 3, 60)
    const steps = await advanceBySteps({ seconds: 2 * day })
    const charging = steps.filter((step) => chargesAnyOf(step, contracts))
    expect(charging.map(({ moment }) => Date.parse(moment as string) - at)).toEqual([3_000, 60_000])
    expect(charging.map(chargedIn)).toEqual([
      new Set(contracts.slice(0, 2)),
      new Set(contracts.slice(2)),
    ])
  })

  test('are not waited for where the next one is asked for', async () => {
    const { at, contracts } = await startAfter(0, 4)
    let steps: Json[] = []
    // Charges of other subscriptions may come before.
    while (!steps.some((one) => chargesAnyOf(one, contracts)))
      steps = await advanceBySteps({ toNext: 'charge' })
    const step = steps.find((one) => chargesAnyOf(one, contracts))!
    expect(Date.parse(step['moment'] as string)).toBe(at)
    expect(step['fired']).toHaveLength(1)
  })

  const chargesAnyOf = (step: Json, contracts: string[]) =>
    (step['charges'] as Json[]).some(({ contractAddress }) =>
      contracts.includes(contractAddress as string),
    )
})

const resourceOf = ({ charge, subscription }: EventJson): string =>
  String((charge as Json | undefined)?.['id'] ?? (subscription as Json)['contractAddress'])
