/** A customer asks for these in the session API, without a chain; test/flow has one. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setAssetActive } from '../../src/store/merchants/assets.ts'
import { addressOf } from '../dashboard/world.ts'
import { openSession, type Session } from './sessions.ts'
import {
  newMerchant,
  newPlan,
  newReadyMerchant,
  newSubscription,
  receiver,
  startWorld,
  type World,
} from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
const path = '/session/subscriptions'
const payer = addressOf('ab')

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

/** A customer whom no other test has asked anything for. */
async function newCustomer() {
  const customerId = `customer ${randomUUID()}`
  const session = await openSession(world, merchant, { customerId })
  const draft = { planId: merchant.planId, payer }
  const subscribe = async (changes: object = {}) =>
    (await session.post(path, { ...draft, ...changes })).body.contractAddress as string
  return { customerId, session, draft, subscribe }
}
const commandsOf = async (contractAddress: string) => {
  const { rows } = await world.database.pool.query(
    `select event->>'type' as type, cause->>'by' as by from journal where entity_id = $1
     order by revision`,
    [contractAddress],
  )
  return rows
}

describe('subscribing', () => {
  test('makes a draft of the customer, by the payer’s word, which the merchant sees as well (S4.5-4)', async () => {
    const { customerId, session, draft } = await newCustomer()
    const { status, body } = await session.post(path, draft)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      customerId,
      planId: merchant.planId,
      status: 'Draft',
      payer,
      maxPeriods: 24,
      activation: 'automatic',
      terms: { merchant: receiver, amount: '10000000' },
    })
    expect(Math.abs(Date.parse(body.startFrom) - Date.now())).toBeLessThan(60_000)
    const read = await merchant.get(`/integration/subscriptions/${body.contractAddress}`)
    expect(read.body).toMatchObject({ customerId, metadata: null })
    expect(await commandsOf(body.contractAddress)).toEqual([
      { type: 'subscription.create', by: 'payer' },
    ])
  })

  test('begins when it is asked for, and charges as often', async () => {
    const { session, draft } = await newCustomer()
    const startFrom = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString()
    const { body } = await session.post(path, { ...draft, startFrom, maxPeriods: 3 })
    expect(body).toMatchObject({ maxPeriods: 3, terms: { maxPeriods: 3 } })
    expect(Math.abs(Date.parse(body.startFrom) - Date.parse(startFrom))).toBeLessThan(1_000)
  })

  test('twice with one Idempotency-Key makes one draft, for each customer', async () => {
    const [one, other] = [await newCustomer(), await newCustomer()]
    const key = { 'idempotency-key': 'order 1' }
    const ask = ({ session, draft }: typeof one) => session.post(path, draft, key)
    const first = await ask(one)
    const again = await ask(one)
    expect(again.body.contractAddress).toBe(first.body.contractAddress)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const others = await ask(other)
    expect(others.headers.get('idempotent-replayed')).toBeNull()
    expect(others.body.contractAddress).not.toBe(first.body.contractAddress)
    // Nor is it a key of the merchant's own.
    const own = newSubscription(merchant.planId)
    expect((await merchant.post('/integration/subscriptions', own, key)).status).toBe(201)
    const { session, draft } = one
    const changed = await session.post(path, { ...draft, maxPeriods: 2 }, key)
    expect([changed.status, changed.body.code]).toEqual([409, 'IdempotencyKeyReused'])
  })

  test.each([
    ['customerId', { customerId: 'customer-42' }],
    ['metadata', { metadata: 'x' }],
    ['activation', { activation: 'manual' }],
    ['payer', { payer: receiver }],
    ['maxPeriods', { maxPeriods: 0 }],
  ])('refuses a body by its %s', async (field, changes) => {
    const { session, draft } = await newCustomer()
    const { status, body } = await session.post(path, { ...draft, ...changes })
    expect([status, body.fields[0].path]).toEqual([400, field])
  })

  test.each(['Draft', 'Archived'] as const)(
    'is not possible to a plan that is %s (S3.1-6)',
    async (state) => {
      const { session, draft } = await newCustomer()
      const planId = await newPlan(world, merchant.owner, state)
      const { status, body } = await session.post(path, { ...draft, planId })
      expect([status, body.code]).toEqual([404, 'PlanNotFound'])
    },
  )

  test('at a merchant who is not ready says so, and nothing of what is missing there', async () => {
    const shop = await newReadyMerchant(world)
    await setAssetActive(world, shop.owner, 'tUSDC', false)
    const unready = await newMerchant(world)
    for (const { own, planId } of [
      { own: shop, planId: shop.planId },
      { own: unready, planId: await newPlan(world, unready.owner, 'Active') },
    ]) {
      const session = await openSession(world, own)
      const { status, body } = await session.post(path, { planId, payer })
      expect([status, body.code]).toEqual([409, 'MerchantNotReady'])
      expect(Object.keys(body).toSorted()).toEqual(['code', 'message', 'requestId', 'status'])
      expect(body.message).toMatch(/^A shop is not ready to take subscriptions to this plan\./)
      expect(body.message).not.toMatch(/checklist|gas|wallet|asset|receiver|dashboard/i)
    }
  })
})

describe('a command', () => {
  test('that comes twice is answered with the subscription as it is, and done once', async () => {
    const { session, subscribe } = await newCustomer()
    const contractAddress = await subscribe()
    const cancel = () => session.post(`${path}/${contractAddress}/cancel`)
    const { body: before } = await session.get(`${path}/${contractAddress}`)
    expect(before.statusSince).toBeNull()
    const answers = [await cancel(), await cancel(), await cancel()]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).toMatchObject({
        contractAddress,
        status: 'Cancelled',
        actions: ['giveFeedback', 'switch'],
      })
    }
    // A page says this: already cancelled, and when.
    const [since] = answers.map(({ body }) => body.statusSince)
    expect(Math.abs(Date.parse(since) - Date.now())).toBeLessThan(60_000)
    expect(answers.map(({ body }) => body.statusSince)).toEqual([since, since, since])
    expect(await commandsOf(contractAddress)).toEqual([
      { type: 'subscription.create', by: 'payer' },
      { type: 'subscription.cancel', by: 'payer' },
    ])
  })

  test('that ends a draft is taken of a token that may only leave', async () => {
    const { customerId, subscribe } = await newCustomer()
    const leaving = await openSession(world, merchant, { customerId, may: 'leave' })
    const contractAddress = await subscribe()
    const { status, body } = await leaving.post(`${path}/${contractAddress}/cancel`)
    expect([status, body.status]).toEqual([200, 'Cancelled'])
  })

  test.each(['pause', 'unpause'])(
    'to %s a draft is refused, and says what is possible',
    async (name) => {
      const { session, subscribe } = await newCustomer()
      const { status, body } = await session.post(`${path}/${await subscribe()}/${name}`)
      expect([status, body.code, body.state]).toEqual([409, 'CommandNotAllowed', 'Draft'])
      expect(body.allowed.toSorted()).toEqual(['activate', 'cancel'])
    },
  )

  test('to leave a draft for another plan is refused, because it has no place that another could take', async () => {
    const { session, subscribe } = await newCustomer()
    const contract = `${path}/${await subscribe()}`
    const { status, body } = await session.post(`${contract}/switch`, { planId: merchant.planId })
    expect([status, body.code, body.state]).toEqual([409, 'CommandNotAllowed', 'Draft'])
    expect(body.message).toMatch(/ whose place no other can take: .* Possible: none\.$/)
    expect([body.switchTimes, body.allowed]).toEqual([[], ['activate', 'cancel']])
    const wish = { planId: merchant.planId, when: 'KeepBoth' }
    expect((await session.post(`${contract}/switch`, wish)).body.code).toBe('CommandNotAllowed')
  })

  test('to switch, given again, answers with the draft that it made before', async () => {
    const { session, subscribe } = await newCustomer()
    const contract = `${path}/${await subscribe()}`
    await session.post(`${contract}/cancel`)
    const switchTo = async (changes: object) => {
      const wish = { planId: merchant.planId, maxPeriods: 7, ...changes }
      return (await session.post(`${contract}/switch`, wish)).body.contractAddress as string
    }
    const made = await switchTo({})
    expect(await switchTo({})).toBe(made)
    expect(await switchTo({ maxPeriods: 8 })).not.toBe(made)
    await session.post(`${path}/${made}/cancel`)
    expect(await switchTo({})).not.toBe(made)
  })

  test.each(['activate', 'pause', 'unpause'])('to %s what has ended is refused', async (name) => {
    const { session, subscribe } = await newCustomer()
    const contractAddress = await subscribe()
    await session.post(`${path}/${contractAddress}/cancel`)
    const { status, body } = await session.post(`${path}/${contractAddress}/${name}`)
    expect([status, body.code, body.state]).toEqual([409, 'CommandNotAllowed', 'Cancelled'])
  })

  test('takes no fields that nobody reads', async () => {
    const { session, subscribe } = await newCustomer()
    const contract = `${path}/${await subscribe()}`
    expect((await session.post(`${contract}/pause`, { force: true })).status).toBe(400)
    expect((await session.post(`${contract}/cancel?force=true`)).status).toBe(400)
  })
})

test('a customer changes nothing by the calls of others', async () => {
  const { session, subscribe } = await newCustomer()
  const contractAddress = await subscribe()
  const stranger: Session = (await newCustomer()).session
  const { status } = await stranger.post(`${path}/${contractAddress}/cancel`)
  expect(status).toBe(404)
  expect((await session.get(`${path}/${contractAddress}`)).body.status).toBe('Draft')
})

describe('saying why it ends', () => {
  const why = { feedback: 'TooExpensive', comment: 'I found one for half of it ☹' }
  const whyOf = async (contractAddress: string) =>
    (await merchant.get(`/integration/subscriptions/${contractAddress}`)).body.cancellationDetails
  const toldOf = async (contractAddress: string) => {
    const { rows } = await world.database.pool.query<{ type: string }>(
      `select payload->>'eventType' as type from outbox
       where channel = 'event' and payload->>'resourceId' = $1`,
      [contractAddress],
    )
    return rows.filter(({ type }) => type === 'SubscriptionFeedbackGiven').length
  }

  test('is possible once it is to end, also with a link that only leaves, and is told to the merchant', async () => {
    const { customerId, session, subscribe } = await newCustomer()
    const contractAddress = await subscribe()
    const early = await session.post(`${path}/${contractAddress}/feedback`, why)
    expect([early.status, early.body.code]).toEqual([409, 'CommandNotAllowed'])

    const leaving = await openSession(world, merchant, { customerId, may: 'leave' })
    const cancelled = await leaving.post(`${path}/${contractAddress}/cancel`)
    expect(cancelled.body).toMatchObject({ cancellationDetails: null })
    expect(cancelled.body.actions).toContain('giveFeedback')
    const { status, body } = await leaving.post(`${path}/${contractAddress}/feedback`, why)
    expect([status, body.cancellationDetails]).toEqual([200, why])
    expect(await whyOf(contractAddress)).toEqual(why)
    expect(await toldOf(contractAddress)).toBe(1)
  })

  test('anew takes the place of what was said, and the same again is no news', async () => {
    const { session, subscribe } = await newCustomer()
    const contractAddress = await subscribe()
    await session.post(`${path}/${contractAddress}/cancel`)
    const say = (body: object) => session.post(`${path}/${contractAddress}/feedback`, body)
    await say(why)
    await say(why)
    expect(await toldOf(contractAddress)).toBe(1)
    await say({ feedback: 'Other' })
    expect(await whyOf(contractAddress)).toEqual({ feedback: 'Other', comment: null })
    expect(await toldOf(contractAddress)).toBe(2)
  })

  test.each([
    ['feedback', {}],
    ['feedback', { feedback: 'too_expensive' }],
    ['comment', { feedback: 'Other', comment: 'x'.repeat(501) }],
    ['comment', { feedback: 'Other', comment: '' }],
    ['reason', { feedback: 'Other', reason: 'x' }],
  ])('refuses a body by its %s: %j', async (field, body) => {
    const { session, subscribe } = await newCustomer()
    const contractAddress = await subscribe()
    await session.post(`${path}/${contractAddress}/cancel`)
    const answer = await session.post(`${path}/${contractAddress}/feedback`, body)
    expect([answer.status, answer.body.fields[0].path]).toEqual([400, field])
  })

  test('is no action of the merchant’s', async () => {
    const { session, subscribe } = await newCustomer()
    const contractAddress = await subscribe()
    await session.post(`${path}/${contractAddress}/cancel`)
    const { body } = await merchant.get(`/integration/subscriptions/${contractAddress}`)
    expect(body.actions).not.toContain('giveFeedback')
  })
})
