/** The logs of many merchants at once: what they share, and what of one must not reach another. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logEvents } from '../../src/store/event-log/event-log.ts'
import { startEventRelay } from '../../src/relays/event.relay.ts'
import { asideMs } from '../../src/relays/set-aside.ts'
import { passUntil, settle } from '../support/settle.ts'
import { recordStatements } from '../support/statements.ts'
import {
  countOutbox,
  createWorld,
  enqueueEvent,
  enqueueEvents,
  enqueueInManyLanes,
  type Merchant,
  newAddress,
  newMerchant,
  pass,
  readLog,
  type World,
} from './world.ts'

/** More than a relay takes at once. */
const many = 40

let world: World
let statements: string[] = []
beforeAll(async () => {
  world = await createWorld()
  recordStatements(world.database, (name) => statements.push(name))
})
afterAll(() => world.close())

const newMerchants = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () => newMerchant(world, { url: 'http://127.0.0.1:9/' })),
  )

const logNumbersOf = async (merchant: Merchant): Promise<number[]> =>
  (await readLog(world, merchant)).map(({ logNumber }) => logNumber)

const untilLogged = (merchant: Merchant, numbers: number[]) =>
  passUntil(
    world,
    `${numbers.join()} are logged`,
    async () => String(await logNumbersOf(merchant)) === String(numbers),
  )

async function whileRelayRuns(act: () => Promise<void>): Promise<void> {
  const relay = startEventRelay(world)
  await act()
  await relay.stop()
}

describe('the events of many merchants', () => {
  test('are logged in one commit by 8 statements, each merchant counting its own', async () => {
    const merchants = await newMerchants(16)
    for (const count of [2, 3]) {
      for (const merchant of merchants) await enqueueInManyLanes(world, merchant, count)
      statements = []
      const logged = await logEvents(world.database, merchants, 100)
      expect(logged.map(({ events, messages }) => [events, messages.length])).toEqual(
        merchants.map(() => [count, count]),
      )
    }
    expect(statements).toEqual([
      'begin',
      'event-counters-lock',
      'event-lanes',
      'event-take',
      'events-insert',
      'event-targets',
      'outbox-enqueue',
      'commit',
    ])
    for (const merchant of merchants) expect(await logNumbersOf(merchant)).toEqual([1, 2, 3, 4, 5])
  })

  test('are taken by shares: a backlog of one leaves room for all others', async () => {
    const [behind, other] = [await newMerchant(world), await newMerchant(world)]
    await enqueueInManyLanes(world, behind, 50)
    await enqueueInManyLanes(world, other, 3)
    await logEvents(world.database, [behind, other], 10)
    expect(await logNumbersOf(behind)).toHaveLength(10)
    expect(await logNumbersOf(other)).toEqual([1, 2, 3])
    await logEvents(world.database, [behind], 100)
  })

  test('wait only for whoever logs for the same merchant', async () => {
    const [held, free] = await newMerchants(2)
    for (const merchant of [held!, free!]) {
      await enqueueEvents(world, merchant, newAddress(), 1, 1)
      await logEvents(world.database, [merchant], 10)
      await enqueueEvents(world, merchant, newAddress(), 1, 1)
    }
    const client = new pg.Client(world.database.url)
    await client.connect()
    await client.query('begin')
    await client.query('select from event_counter where merchant_id = $1 for update', [
      held!.merchantId,
    ])
    await whileRelayRuns(async () => {
      await untilLogged(free!, [1, 2])
      expect(await logNumbersOf(held!)).toEqual([1])
      await client.query('rollback')
      await untilLogged(held!, [1, 2])
    })
    await client.end()
  })
})

test('a merchant whose events cannot be logged holds up nobody, and is caught up with once they can', async () => {
  const broken = await newMerchants(many)
  for (const merchant of broken) await enqueueEvents(world, merchant, newAddress(), 1, 2)
  await setSequences(broken, (sequence) => `no number ${sequence}`)
  const others = await newMerchants(2)
  for (const merchant of others) await enqueueEvent(world, merchant, newAddress(), 1)

  await whileRelayRuns(async () => {
    await settle(world)
    for (const merchant of others) expect(await logNumbersOf(merchant)).toEqual([1])
    for (const merchant of broken) expect(await logNumbersOf(merchant)).toEqual([])
    await setSequences(broken, (sequence) => Number(sequence.slice('no number '.length)))
    await pass(world, asideMs)
    expect(await countOutbox(world, 'event')).toBe(0)
  })
  for (const merchant of broken)
    expect((await readLog(world, merchant)).map((one) => [one.logNumber, one.sequence])).toEqual([
      [1, 1],
      [2, 2],
    ])
})

/** Writes other places into the events that wait. */
async function setSequences(merchants: Merchant[], toPlace: (sequence: string) => string | number) {
  const { pool } = world.database
  const { rows } = await pool.query<{ id: string; sequence: string }>(
    `select id, payload->>'sequence' as sequence from outbox
     where channel = 'event' and merchant_id = any($1)`,
    [merchants.map(({ merchantId }) => merchantId)],
  )
  for (const { id, sequence } of rows)
    await pool.query(
      `update outbox set payload = (payload::jsonb || jsonb_build_object('sequence', $2::jsonb))::json
       where id = $1`,
      [id, JSON.stringify(toPlace(sequence))],
    )
}
