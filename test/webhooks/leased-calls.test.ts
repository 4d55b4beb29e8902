/** A call that takes longer than a lease keeps its lease, and is made by nobody else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { extendEveryMs, leaseMs } from '../../src/relays/leased-work.ts'
import { startWebhookRelay } from '../../src/relays/webhook.relay.ts'
import { answerTimeoutMs } from '../../src/webhooks/send.ts'
import { passTime, passUntil, settle } from '../support/settle.ts'
import { hanging, Receiver } from './receiver.ts'
import { readDeliveries, startServiceWithoutSender } from './service.ts'
import { createHeldWorld, enqueueEvents, newAddress, newMerchant, type World } from './world.ts'

let world: World
let service: { stop(): Promise<void> }
let receiver: Receiver

beforeAll(async () => {
  world = await createHeldWorld()
  service = startServiceWithoutSender(world)
  receiver = await Receiver.start(hanging)
})
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
  await Promise.all(relays.map((relay) => relay.stop()))
})
