/** Commands of people with an Idempotency-Key: the same person, command and key are one turn, however often it is sent. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/shared/ids.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { createDelivery, createSubscription, tellActor } from './actors.ts'
import {
  type Dashboard,
  newColleague,
  newMerchant,
  type Person,
  startDashboard,
} from './service.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let colleague: Person
let owner: Owner

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  colleague = await newColleague(dashboard, alice.merchantId, 'Developer')
  owner = { merchantId: alice.merchantId, network: 'TestNet' }
})
afterAll(() => dashboard.stop())

const send = (path: string, key: string, person: Person = alice) =>
  person.call('POST', `/test/${path}`, {}, { 'idempotency-key': key })

/** A delivery that waits for its next attempt. */
async function newRetry(sequence: number): Promise<string> {
  const eventId = newId(dashboard.clock.now())
  const id = await createDelivery(dashboard, owner, { eventId, sequence })
  await failAttempt(id)
  return id
}

const failAttempt = (id: string) =>
  tellActor(
    dashboard,
    { kind: 'delivery', id, owner },
    {
      type: 'delivery.attemptFailed',
      error: 'answered 500',
      durationMs: 12,
      httpStatus: 500,
      jitter: 0,
    },
  )

async function countTurns(entityId: string, event: string): Promise<number> {
  const { rows } = await dashboard.database.pool.query<{ count: number }>(
    `select count(*)::int as count from journal where entity_id = $1 and event->>'type' = $2`,
    [entityId, event],
  )
  return rows[0]!.count
}

test('a webhook is sent again once for a person and key, also after it failed once more', async () => {
  const id = await newRetry(1)
  const countResends = () => countTurns(id, 'delivery.resend')
  const key = randomUUID()
  const both = await Promise.all([
    send(`deliveries/${id}/resend`, key),
    send(`deliveries/${id}/resend`, key),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await countResends()).toBe(1)
  await failAttempt(id)
  expect((await send(`deliveries/${id}/resend`, key)).status).toBe(200)
  expect(await countResends()).toBe(1)
  expect((await send(`deliveries/${id}/resend`, randomUUID())).status).toBe(200)
  expect(await countResends()).toBe(2)
})

test('the same key of two people is two', async () => {
  const id = await newRetry(2)
  const key = randomUUID()
  expect((await send(`deliveries/${id}/resend`, key)).status).toBe(200)
  await failAttempt(id)
  expect((await send(`deliveries/${id}/resend`, key, colleague)).status).toBe(200)
  expect(await countTurns(id, 'delivery.resend')).toBe(2)
})

test('the same key for two things, or of two commands, is two', async () => {
  const [one, other] = [await newRetry(3), await newRetry(4)]
  const key = randomUUID()
  await send(`deliveries/${one}/resend`, key)
  await send(`deliveries/${other}/resend`, key)
  expect(await countTurns(one, 'delivery.resend')).toBe(1)
  expect(await countTurns(other, 'delivery.resend')).toBe(1)
  const address = await createSubscription(dashboard, owner, { customerId: 'two commands' })
  expect((await send(`subscriptions/${address}/pause`, key)).status).toBe(409)
  expect((await send(`subscriptions/${address}/cancel`, key)).status).toBe(200)
})

test('a subscription is cancelled once, whatever is sent twice', async () => {
  const address = await createSubscription(dashboard, owner, { customerId: 'cancelled' })
  const key = randomUUID()
  const cancel = (ofKey: string) => send(`subscriptions/${address}/cancel`, ofKey)
  const answers = [...(await Promise.all([cancel(key), cancel(key)])), await cancel(randomUUID())]
  for (const { status, body } of answers)
    expect([status, body.status, body.reason]).toEqual([200, 'Cancelled', 'CancelRequested'])
  expect(await countTurns(address, 'subscription.cancel')).toBe(1)
})

test('a key that is none is refused before anything happens', async () => {
  const id = await newRetry(5)
  expect((await send(`deliveries/${id}/resend`, 'é')).status).toBe(400)
  expect(await countTurns(id, 'delivery.resend')).toBe(0)
})
