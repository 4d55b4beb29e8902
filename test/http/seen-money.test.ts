/** Money that is seen and not confirmed yet is called paid nowhere: not by the API, in no event, on no page. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEventRelay } from '../../src/relays/event.relay.ts'
import { settle } from '../support/settle.ts'
import { send } from './client.ts'
import { paymentsOf, token, tUSDC } from './payments.ts'
import { newReadyMerchant, startWorld, type World } from './world.ts'

let world: World
let relay: { stop(): Promise<void> }
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>

beforeAll(async () => {
  world = await startWorld()
  relay = startEventRelay(world)
  merchant = await newReadyMerchant(world)
})
afterAll(async () => {
  await relay.stop()
  await world.stop()
})

type Told = { payment?: { id: string } }

async function lastEventOf(id: string, count: number) {
  const all = async () => (await merchant.get('/integration/events?limit=1000')).body.events
  const own = async () => (await all()).filter(({ payment }: Told) => payment?.id === id)
  await settle(world)
  expect((await own()).length).toBe(count)
  return (await own()).at(-1).payment
}

/** The page as it is sent, and as its script asks for it. */
async function pageOf(id: string) {
  const { body } = await send(`${world.url}/checkout/${id}`, 'GET')
  const [, view] = /<script type="application\/json" id="payment-view">(.*?)<\/script>/s.exec(body)!
  const asked = await send(`${world.url}/checkout/${id}/payment`, 'GET')
  const [, heading] = /<noscript>.*<div class="headline">\s*<h2>([^<]*)/s.exec(body)!
  return { views: [JSON.parse(view!), asked.body], heading }
}

test('seen and not confirmed is paid nothing, in API, event and page, and paid once it is confirmed', async () => {
  const payments = paymentsOf(world, merchant)
  const id = await payments.create()
  await payments.tell(id, { inTime: 10 * token, isConfirmed: false })
  const seen = { status: 'InProgress', paidAmount: tUSDC('0'), seenAmount: tUSDC('10') }
  expect(await payments.read(id)).toMatchObject(seen)
  expect(await lastEventOf(id, 2)).toMatchObject(seen)
  const before = await pageOf(id)
  for (const view of before.views) expect(view).toMatchObject(seen)
  expect(before.heading).toBe('Your payment has been seen')

  await payments.tell(id, { inTime: 10 * token })
  const paid = { status: 'Succeeded', paidAmount: tUSDC('10'), seenAmount: tUSDC('10') }
  expect(await payments.read(id)).toMatchObject(paid)
  expect(await lastEventOf(id, 3)).toMatchObject(paid)
  const after = await pageOf(id)
  for (const view of after.views) expect(view).toMatchObject(paid)
  expect(after.heading).toBe('Paid')
})
