/** Paths report webhooks that came to their endpoint otherwise than the event log has them. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../examples/client/eventually.ts'
import type { EventJson } from '../../examples/client/merchant.ts'
import { signatureHeaders } from '../../src/webhooks/sign.ts'
import { webhookDifferences } from '../paths/service/lives/webhook-comparison.ts'
import { ReceivedWebhooks } from '../paths/service/received-webhooks.ts'
import { newPlan } from '../../test/flow/parties.ts'
import { type FlowWorld, startWorld } from '../../test/flow/world.ts'

let world: FlowWorld
let webhooks: ReceivedWebhooks
let planId: string
let logged: EventJson[]

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

beforeEach(async () => {
  webhooks = await ReceivedWebhooks.begin(world.merchant)
  planId = await newPlan(world.merchant, { amount: '1', periodDays: 31, graceDays: 3 })
  await world.merchant.asPerson('POST', `/test/plans/${planId}/archive`, {})
  logged = await eventually('both events of the plan', async () => {
    const events = await readLog()
    return events.length === 2 ? events : null
  })
})
afterEach(() => webhooks.end())

const isAbout = (event: EventJson): boolean => (event['plan'] as { id?: string })?.id === planId
const readLog = async () => (await world.merchant.events()).filter(isAbout)
const differences = (log: EventJson[], withinMs = 10_000) =>
  webhookDifferences(webhooks, log, isAbout, withinMs)

/** Calls the endpoint as the service does, under its merchant's key. */
async function send(event: object, secret = world.merchant.dev.merchant.apiSecret): Promise<void> {
  const { url } = await world.merchant.asPerson<{ url: string }>('GET', '/test/webhook-endpoint')
  const { eventId } = event as { eventId: string }
  const body = JSON.stringify(event)
  const key = { name: world.merchant.dev.merchant.apiKey, secret }
  const headers = signatureHeaders(key, { eventId, body, sentAt: new Date() })
  await fetch(url, { method: 'POST', headers, body })
}

test('nothing, where each came as it is there, once or more', async () => {
  expect(await differences(logged)).toEqual([])
  await send(logged[1]!)
  expect(await differences(logged)).toEqual([])
})

test('that one did not come', async () => {
  const unsent = { ...logged[1]!, eventId: 'none', sequence: 3 }
  expect(await differences([...logged, unsent], 500)).toEqual([
    `no webhook came of ${JSON.stringify(unsent)}`,
  ])
})

test('that one came which is not there', async () => {
  await differences(logged)
  expect(await differences(logged.slice(0, 1))).toEqual([
    `a webhook came as ${JSON.stringify(logged[1])}, and the log has none of it`,
  ])
})

test('that one came with other bytes', async () => {
  const [first, second] = logged as [EventJson, EventJson]
  const other = { ...second, sequence: 7 }
  expect(await differences([first, other])).toEqual([
    `a webhook came as ${JSON.stringify(second)}, and the log has ${JSON.stringify(other)}`,
  ])
})

test('that one came again, and was another', async () => {
  await differences(logged)
  const other = { ...logged[1]!, sequence: 7 }
  await send(other)
  expect(await differences(logged)).toEqual([
    `a webhook came as ${JSON.stringify(logged[1])}, and then as ${JSON.stringify(other)}`,
  ])
})

test('that one came after a later one of its resource', async () => {
  await differences(logged)
  const late = { ...logged[0]!, eventId: 'late' }
  await send(late)
  expect(await differences([...logged, late])).toEqual([
    'webhooks of one resource came in the order 1, 2, 1',
  ])
})

test('that one is not signed with the secret of the key', async () => {
  await differences(logged)
  await send(logged[1]!, 'another secret')
  expect(await differences(logged)).toEqual([
    expect.stringMatching(/^a webhook is not genuine: x-sp-digest does not fit the body/),
  ])
})
