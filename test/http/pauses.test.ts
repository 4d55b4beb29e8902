/** What is said of a pause that cannot be, or has another end, and of what is so already, to merchants and in sessions. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, hourMs } from '../../machines/durations.ts'
import type { MessageEvent } from '../../src/shared/message.ts'
import { askWorker } from '../support/ask.ts'
import { openSession } from './sessions.ts'
import { newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

const timeoutMs = 10_000
const funds = { allowance: '240000000', balance: '240000000', position: 1_000_000 }
const hash = `0x${'6'.repeat(64)}`
let world: World
let shop: Awaited<ReturnType<typeof newReadyMerchant>>

beforeAll(async () => {
  world = await startWorld()
  shop = await newReadyMerchant(world)
})
afterAll(() => world.stop())

const inMs = (ms: number) => new Date(Math.ceil(Date.now() / 1000) * 1000 + ms).toISOString()
const nextChargeAt = inMs(30 * dayMs)

/** A subscription that was charged once, and both who may pause it. */
async function subscribed(terms: { maxPeriods?: number } = {}) {
  const customerId = randomUUID()
  const wanted = newSubscription(shop.planId, { customerId, activation: 'manual', ...terms })
  const made = await shop.post('/integration/subscriptions', wanted)
  const { contractAddress } = made.body
  const { operator } = await termsOf(contractAddress, customerId)
  const tell = async (...events: MessageEvent[]) => {
    for (const event of events) {
      const cause = { type: 'command', command: event.type, by: 'merchant' } as const
      const target = { kind: 'subscription', entityId: contractAddress, ...shop.owner } as const
      await askWorker(world, { id: `http/${randomUUID()}`, ...target, event, cause }, timeoutMs)
    }
  }
  const charged = { type: 'chain.charged', period: 1, nextChargeAt, chargedAt: inMs(0) }
  await tell(
    { type: 'subscription.activate' },
    { type: 'chain.fundsSeen', ...funds },
    { ...charged, allowance: funds.allowance, transactionHash: hash, position: 1_000_001 },
  )
  const session = await openSession(world, shop, { customerId })
  const merchants = `/integration/subscriptions/${contractAddress}`
  const own = `/session/subscriptions/${contractAddress}`
  const askers = [
    { post: (name: string, body = {}) => shop.post(`${merchants}/${name}`, body) },
    { post: (name: string, body = {}) => session.post(`${own}/${name}`, body) },
  ]
  const read = async () => (await shop.get(merchants)).body
  const readOwn = async () => (await session.get(own)).body
  return { tell, askers, read, readOwn, operator }
}

async function termsOf(contractAddress: string, customerId: string) {
  const session = await openSession(world, shop, { customerId })
  return (await session.get(`/session/subscriptions/${contractAddress}`)).body.terms
}

/** Paused and resumed, after which the service may undo its freezes of this period until then. */
const resumedWith = (by: string, operatorUntil: string): MessageEvent[] => [
  { type: 'chain.frozen', by, operatorUntil, position: 1_000_002 },
  { type: 'chain.unfrozen', nextChargeAt, position: 1_000_003 },
]

test('a pause that an earlier one leaves no time for is neither listed nor begun, and its refusal says why and until when', async () => {
  const { tell, askers, read, readOwn, operator } = await subscribed()
  expect((await read()).actions).toContain('pause')
  await tell(...resumedWith(operator, inMs(hourMs / 4)))
  for (const shown of [await read(), await readOwn()]) {
    expect([shown.status, shown.pausableUntil]).toEqual(['Active', null])
    expect(shown.actions.join()).not.toMatch(/pause/)
  }
  for (const { post } of askers)
    for (const body of [{}, { until: inMs(hourMs) }]) {
      const refused = await post('pause', body)
      const { code, state, allowed, pausableUntil, message } = refused.body
      expect([refused.status, code, state]).toEqual([409, 'CommandNotAllowed', 'Active'])
      expect([allowed.join(), pausableUntil]).toEqual([expect.not.stringMatching(/pause/), null])
      expect(message).toContain('An earlier pause in this period leaves no time for another')
      expect(message).toContain(`once the next charge, due ${nextChargeAt}, is made`)
      expect(message).toContain("the payer's own wallet can freeze it")
    }
})

test('a pause after the last charge, which the contract would refuse, is neither listed nor begun, and its refusal says when it ends', async () => {
  const { askers, read, readOwn } = await subscribed({ maxPeriods: 1 })
  for (const shown of [await read(), await readOwn()]) {
    expect([shown.status, shown.pausableUntil]).toEqual(['Active', null])
    expect(shown.actions.join()).not.toMatch(/pause/)
  }
  for (const { post } of askers)
    for (const body of [{}, { until: inMs(hourMs) }]) {
      const { status, body: refused } = await post('pause', body)
      expect([status, refused.code]).toEqual([409, 'CommandNotAllowed'])
      expect(refused.message).toContain('Its last charge is made')
      expect(refused.message).toContain(`ends ${nextChargeAt}, and the subscription with it`)
    }
})

test('a pause that an earlier one leaves little time for names that one where its end would be too late', async () => {
  const { tell, askers, read, operator } = await subscribed()
  await tell(...resumedWith(operator, inMs(10 * dayMs)))
  const { pausableUntil } = await read()
  for (const { post } of askers) {
    const { status, body } = await post('pause', { until: inMs(20 * dayMs) })
    expect([status, body.pausableUntil]).toEqual([409, pausableUntil])
    expect(body.message).toContain('an earlier pause in this period fixes that moment')
    expect(body.message).not.toContain('grace')
  }
})

test('a pause without an end takes its end from the one that is there', async () => {
  for (const index of [0, 1]) {
    const { askers, read } = await subscribed()
    const { post } = askers[index]!
    const until = inMs(5 * dayMs)
    expect((await post('pause', { until })).body.resumesAt).toBe(until)
    expect((await read()).actions).toContain('pause')
    expect(await post('pause')).toMatchObject({ status: 200, body: { resumesAt: null } })
    expect((await read()).actions).not.toContain('pause')
    expect(await post('pause')).toMatchObject({ status: 200, body: { resumesAt: null } })
  }
})

test('what is so already is answered with the subscription as it is, to merchants as in sessions', async () => {
  const { askers, read, tell } = await subscribed()
  const answersTo = async (name: string, body = {}) =>
    Promise.all(askers.map(async ({ post }) => (await post(name, body)).status))
  const atEnd = { when: 'PaidPeriodEnd' }
  for (const name of ['uncancel', 'unpause']) expect(await answersTo(name)).toEqual([200, 200])
  expect(await answersTo('cancel', atEnd)).toEqual([200, 200])
  expect((await read()).phase).toBe('Ending')
  await askers[0]!.post('cancel')
  for (const body of [atEnd, {}]) expect(await answersTo('cancel', body)).toEqual([200, 200])
  expect(await answersTo('uncancel')).toEqual([409, 409])
  await tell({ type: 'chain.cancelled', by: shop.owner.merchantId, position: 1_000_009 })
  for (const body of [atEnd, {}]) expect(await answersTo('cancel', body)).toEqual([200, 200])
})
