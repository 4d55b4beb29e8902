import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { signatureHeaders } from '../../src/webhooks/sign.ts'
import { setWebhookEndpoint } from '../../src/store/merchants/webhook-endpoints.ts'
import { settle } from '../support/settle.ts'
import { readDeliveries, startService } from './service.ts'
import {
  createWorld,
  type Merchant,
  newAddress,
  newMerchant,
  ownerOf,
  readLog,
  enqueueEvent,
  type World,
} from './world.ts'

let world: World
let service: { stop(): Promise<void> }
const running: ChildProcess[] = []

beforeAll(async () => {
  world = await createWorld()
  service = startService(world)
})
afterEach(() => {
  for (const child of running.splice(0)) child.kill()
})
afterAll(async () => {
  await service.stop()
  await world.close()
})

/** Starts examples/verify-webhook.mjs as a merchant would; `nextLines` waits for so many that it prints. */
async function startExample({ keys }: Merchant) {
  const program = fileURLToPath(new URL('../../examples/verify-webhook.mjs', import.meta.url))
  const environment = { API_KEY: keys[0]!.name, API_SECRET: keys[0]!.secret, PORT: '0' }
  const child = spawn(process.execPath, [program], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  const lines: string[] = []
  const output = createInterface({ input: child.stdout! }).on('line', (line) => lines.push(line))
  const nextLines = async (count: number) => {
    while (lines.length < count) await once(output, 'line')
    return lines.splice(0)
  }
  const [first] = await nextLines(1)
  expect(first).toMatch(/^waiting for webhooks at http/)
  return { url: first!.replace(/.* at /, ''), nextLines }
}

test('the example of a webhook receiver accepts the webhooks of the service', async () => {
  const merchant = await newMerchant(world)
  const example = await startExample(merchant)
  await setWebhookEndpoint(world, ownerOf(merchant), example.url)
  const address = newAddress()
  for (const sequence of [1, 2]) await enqueueEvent(world, merchant, address, sequence)
  world.bus.wake('event')
  const statuses = async () => (await readDeliveries(world, merchant)).map(({ status }) => status)
  await settle(world)
  expect(await statuses()).toEqual(['Delivered', 'Delivered'])

  const [first, second] = await readLog(world, merchant)
  expect(await example.nextLines(2)).toEqual([
    `SubscriptionCreated 1 ${first!.eventId}`,
    `SubscriptionStatusChanged 2 ${second!.eventId}`,
  ])
})

test('the example of a webhook receiver refuses forged, changed and old webhooks, and notices a repetition', async () => {
  const merchant = await newMerchant(world)
  const example = await startExample(merchant)
  const event = {
    eventId: 'e1',
    body: '{"eventId":"e1","eventType":"PlanStatusChanged","sequence":1}',
  }
  const call = async (
    body: string,
    { secret = merchant.keys[0]!.secret, sentAt = world.clock.realNow() } = {},
  ) => {
    const headers = signatureHeaders({ ...merchant.keys[0]!, secret }, { ...event, sentAt })
    return (await fetch(example.url, { method: 'POST', headers, body })).status
  }

  expect(await call(event.body)).toBe(204)
  expect(await call(event.body)).toBe(204)
  expect(await call(event.body.replace('1}', '2}'))).toBe(401)
  expect(await call(event.body, { secret: 'guessed' })).toBe(401)
  const tenMinutesAgo = new Date(world.clock.realNow().getTime() - 600_000)
  expect(await call(event.body, { sentAt: tenMinutesAgo })).toBe(401)
  expect((await fetch(example.url, { method: 'POST', body: event.body })).status).toBe(401)
  expect(await example.nextLines(1)).toEqual(['PlanStatusChanged 1 e1'])
})
