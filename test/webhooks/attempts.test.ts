/** One attempt at one delivery: what it would go to may have been taken away a moment before. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Connections } from '../../src/webhooks/connections.ts'
import { logEvents } from '../../src/store/event-log/event-log.ts'
import { attemptDelivery } from '../../src/relays/webhook-attempt.ts'
import { deleteApiKey } from '../../src/store/merchants/api-keys.ts'
import { setWebhookEndpoint } from '../../src/store/merchants/webhook-endpoints.ts'
import { Receiver } from './receiver.ts'
import {
  createWorld,
  enqueueEvent,
  type Merchant,
  newAddress,
  newMerchant,
  readLog,
  type World,
} from './world.ts'

let world: World
let receiver: Receiver
let merchant: Merchant
beforeAll(async () => {
  world = await createWorld()
  receiver = await Receiver.start()
})
beforeEach(async () => {
  merchant = await newMerchant(world, { keys: 1, url: receiver.url })
  receiver.calls.splice(0)
})
afterAll(async () => {
  await receiver.stop()
  await world.close()
})

/** An event of the merchant, and the delivery of it under the merchant's key, as it waits in the outbox. */
async function newDelivery() {
  await enqueueEvent(world, merchant, newAddress(), 1)
  await logEvents(world.database, [merchant], 10)
  const { rows } = await world.database.pool.query<{ id: string }>(
    'select id from webhook_endpoint where merchant_id = $1',
    [merchant.merchantId],
  )
  const { eventId } = (await readLog(world, merchant))[0]!
  const payload = { eventId, endpointId: rows[0]!.id, apiKey: merchant.keys[0]!.name }
  const { merchantId, network } = merchant
  return { merchantId, network, payload }
}

const connections = new Connections({ allowPrivateTargets: true })
afterAll(() => connections.close())

const attempt = async (row: Awaited<ReturnType<typeof newDelivery>>) =>
  attemptDelivery(world, row, connections)

test('is made to the endpoint under the key', async () => {
  expect(await attempt(await newDelivery())).toMatchObject({ httpStatus: 200, error: null })
  expect(receiver.calls).toHaveLength(1)
})

test('is not made, and says so, where the endpoint was removed', async () => {
  const row = await newDelivery()
  await setWebhookEndpoint(world, merchant, null)
  expect(await attempt(row)).toEqual({ removed: 'EndpointRemoved' })
  expect(receiver.calls).toEqual([])
})

test('is not made, and says so, where the key was deleted or is of another merchant', async () => {
  const row = await newDelivery()
  const another = await newMerchant(world)
  const foreign = { ...row, payload: { ...row.payload, apiKey: another.keys[0]!.name } }
  expect(await attempt(foreign)).toEqual({ removed: 'ApiKeyDeleted' })
  await deleteApiKey(world, merchant, merchant.keys[0]!.name)
  expect(await attempt(row)).toEqual({ removed: 'ApiKeyDeleted' })
  expect(receiver.calls).toEqual([])
})
