import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../dashboard/world.ts'
import { openSession } from './sessions.ts'
import { newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
const path = '/integration/subscriptions'

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

const newDraft = async (): Promise<string> =>
  (await merchant.post(path, newSubscription(merchant.planId))).body.contractAddress

test('a Draft is cancelled at once, and stays so (S4.6-2)', async () => {
  const contract = await newDraft()
  const { status, body } = await merchant.post(`${path}/${contract}/cancel`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    contractAddress: contract,
    status: 'Cancelled',
    actions: ['switch'],
  })
  expect((await merchant.get(`${path}/${contract}`)).body.status).toBe('Cancelled')
})

test.each(['pause', 'unpause'])(
  'a Draft refuses to %s and says what it allows (S4.6-2)',
  async (command) => {
    const { status, body } = await merchant.post(`${path}/${await newDraft()}/${command}`)
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'CommandNotAllowed',
      state: 'Draft',
      allowed: expect.arrayContaining(['activate', 'cancel']),
    })
  },
)

test('a cancelled subscription refuses to be activated', async () => {
  const contract = await newDraft()
  await merchant.post(`${path}/${contract}/cancel`)
  const { status, body } = await merchant.post(`${path}/${contract}/activate`)
  expect(status).toBe(409)
  expect(body).toMatchObject({ code: 'CommandNotAllowed', state: 'Cancelled', allowed: ['switch'] })
  const { actions } = (await merchant.get(`${path}/${contract}`)).body
  expect(actions).toEqual(body.allowed)
})

test('a refusal names what whoever asks may do, as `actions` does, and no more (newcomer F3)', async () => {
  const contract = await newDraft()
  await merchant.post(`${path}/${contract}/cancel`)
  const own = `/session/subscriptions/${contract}`
  const { customerId } = (await merchant.get(`${path}/${contract}`)).body
  for (const [may, allowed] of [
    ['manage', ['giveFeedback', 'switch']],
    ['leave', ['giveFeedback']],
  ] as const) {
    const session = await openSession(world, merchant, { customerId, may })
    const refused = await session.post(`${own}/pause`)
    const { actions, switchTimes } = (await session.get(own)).body
    expect([refused.status, refused.body.allowed, actions]).toEqual([409, allowed, allowed])
    expect(switchTimes).toEqual(may === 'leave' ? [] : ['PaidPeriodEnd', 'Now', 'KeepBoth'])
  }
})

describe.each(['activate', 'pause', 'unpause', 'cancel'])('the command %s', (command) => {
  test('of an unknown subscription is answered 404', async () => {
    const { status, body } = await merchant.post(`${path}/${addressOf('77')}/${command}`)
    expect([status, body.code]).toEqual([404, 'SubscriptionNotFound'])
  })

  test('takes no fields', async () => {
    const { status } = await merchant.post(`${path}/${await newDraft()}/${command}`, {
      force: true,
    })
    expect(status).toBe(400)
  })
})

test('a command without any body is taken', async () => {
  const response = await fetch(`${world.url}${path}/${await newDraft()}/cancel`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${merchant.name}:${merchant.secret}`)}` },
  })
  expect(response.status).toBe(200)
})

test('the same cancel sent five times at once has its effect once', async () => {
  const contract = await newDraft()
  const headers = { 'idempotency-key': `cancel ${contract}` }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => merchant.post(`${path}/${contract}/cancel`, {}, headers)),
  )
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  const { rows } = await world.database.pool.query(
    `select event->>'type' as type from journal where entity_id = $1`,
    [contract],
  )
  expect(rows.filter(({ type }) => type === 'subscription.cancel')).toHaveLength(1)
})
