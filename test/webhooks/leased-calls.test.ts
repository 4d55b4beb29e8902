/** A call that takes longer than a lease keeps its lease, and is made by nobody else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { extendEveryMs, leaseMs } from '../../src/relays/leased-work.ts'
import { startWebhookRelay } from '../../src/relays/webhook.relay.ts'
import { setClock } from '../../src/store/clock-follower.ts'
import { setWebhookEndpoint } from '../../src/store/merchants/webhook-endpoints.ts'
import { answerTimeoutMs } from '../../src/webhooks/send.ts'
import { movingDatabase, passTime, passUntil, settle } from '../support/settle.ts'
import { hanging, Receiver } from './receiver.ts'
import { readDeliveries, startServiceWithoutSender } from './service.ts'
import {
  createHeldWorld,
  enqueueEvents,
  type Merchant,
  newAddress,
  newMerchant,
  ownerOf,
  type World,
} from './world.ts'

let world: World
let service: { stop(): Promise<void> }
let receiver: Receiver

beforeAll(async () => {
  world = await createHeldWorld()
  service = startServiceWithoutSender(world)
  receiver = await Receiver.start(hanging)
})
/** Nothing that was not delivered is tried beside the next test. */
const forget = async (merchant: Merchant) => {
  await setWebhookEndpoint(world, ownerOf(merchant), null)
  world.bus.wake('webhook')
  await settle(world)
}
afterAll(async () => {
  await service.stop()
  await receiver.stop()
  await world.close()
})

/** Reads how long nobody else may make the call. */
async function leftOfLeaseMs(): Promise<number> {
  const { rows } = await world.database.pool.query<{ left: number }>(
    `select extract(epoch from available_at - now())::float * 1000 as left from outbox where name = 'sendWebhook'`,
  )
  return rows[0]!.left
}

test('a webhook call that takes longer than a lease is not repeated by a second relay', async () => {
  const merchant = await newMerchant(world, { url: receiver.url })
  const relays = [1, 2].map(() =>
    startWebhookRelay({ ...world, targets: { allowPrivateTargets: true } }),
  )
  await enqueueEvents(world, merchant, newAddress(), 1, 1)
  await receiver.received(1)
  for (let passedMs = 0; passedMs + extendEveryMs < answerTimeoutMs; passedMs += extendEveryMs) {
    await passTime(world, extendEveryMs)
    const isExtended = async () => (await leftOfLeaseMs()) > leaseMs - extendEveryMs
    await passUntil(world, 'the lease is extended', isExtended, { byMs: 1 })
  }
  expect(receiver.calls).toHaveLength(1)

  await passTime(world, extendEveryMs)
  await settle(world)
  expect(await readDeliveries(world, merchant)).toMatchObject([{ attempts: 1 }])
  expect(receiver.calls).toHaveLength(1)
  await forget(merchant)
  await Promise.all(relays.map((relay) => relay.stop()))
})

test('a relay whose lease was over beside a call under way does not make the call twice', async () => {
  const merchant = await newMerchant(world, { url: receiver.url })
  const before = receiver.calls.length
  const relay = startWebhookRelay({ ...world, targets: { allowPrivateTargets: true } })
  await enqueueEvents(world, merchant, newAddress(), 1, 1)
  await receiver.received(before + 1)
  // The database's clock jumps, and the relay looks before it is time to extend.
  await world.database.pool.query(movingDatabase, [leaseMs])
  await setClock(world.database, world.clock)
  world.bus.wake('webhook')
  await passUntil(world, 'the row is claimed again', async () => (await claims()) === 2, {
    byMs: 0,
  })
  await passTime(world, answerTimeoutMs)
  await settle(world)
  expect(receiver.calls).toHaveLength(before + 1)
  await forget(merchant)
  await relay.stop()
})

test('the result of a call that a database which was set back knows nothing of is told nobody', async () => {
  const merchant = await newMerchant(world, { url: receiver.url })
  const before = receiver.calls.length
  const relay = startWebhookRelay({ ...world, targets: { allowPrivateTargets: true } })
  await enqueueEvents(world, merchant, newAddress(), 1, 1)
  await receiver.received(before + 1)
  const { pool } = world.database
  await pool.query(`delete from outbox where name = 'sendWebhook'`)
  await pool.query('delete from delivery where merchant_id = $1', [ownerOf(merchant).merchantId])
  await passTime(world, answerTimeoutMs)
  await settle(world)
  const { rows } = await pool.query(`select id from outbox where channel = 'actor'`)
  expect(rows).toEqual([])
  await relay.stop()
})

async function claims(): Promise<number | undefined> {
  const { rows } = await world.database.pool.query<{ attempts: number }>(
    `select attempts from outbox where name = 'sendWebhook'`,
  )
  return rows[0]?.attempts
}
