/** A customer may ask only so often for what costs the merchant. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '../../machines/durations.ts'
import { passTime } from '../support/settle.ts'
import { addressOf } from '../dashboard/world.ts'
import { openSession } from './sessions.ts'
import { newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
const path = '/session/subscriptions'

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

/** A customer whom no other test has asked anything for. */
async function newCustomer() {
  const customerId = `customer ${randomUUID()}`
  const session = await openSession(world, merchant, { customerId })
  return { customerId, session, draft: { planId: merchant.planId, payer: addressOf('ab') } }
}

describe('subscribing', () => {
  test('is possible only so often in a minute', async () => {
    const { session, draft } = await newCustomer()
    const answers = []
    for (let i = 0; i < 12; i++) answers.push(await session.post(path, draft))
    const [last] = answers.slice(-1)
    expect(answers.filter(({ status }) => status === 201).length).toBe(10)
    expect(last).toMatchObject({ status: 429, body: { code: 'TooManyRequests' } })
    expect(Number(last!.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('that was refused, or asked for twice, is not counted among them', async () => {
    const { session, draft } = await newCustomer()
    const again = { 'idempotency-key': randomUUID() }
    const unknown = { ...draft, planId: 'unknown' }
    for (let i = 0; i < 11; i++) expect((await session.post(path, unknown)).status).toBe(404)
    for (let i = 0; i < 2; i++) expect((await session.post(path, draft, again)).status).toBe(201)
    for (let i = 0; i < 9; i++) expect((await session.post(path, draft)).status).toBe(201)
    expect((await session.post(path, draft)).status).toBe(429)
  })

  test('is not possible while there are twenty drafts, and is again once one is cancelled', async () => {
    const { customerId, session, draft } = await newCustomer()
    const made = await Promise.all(
      Array.from({ length: 20 }, () =>
        merchant.post(
          '/integration/subscriptions',
          newSubscription(merchant.planId, { customerId }),
        ),
      ),
    )
    const refused = await session.post(path, draft)
    expect([refused.status, refused.body.code]).toEqual([409, 'TooManyDrafts'])
    await session.post(`${path}/${made[0]!.body.contractAddress}/cancel`)
    expect((await session.post(path, draft)).status).toBe(201)
  })

  test('is possible fifty times in any 24 hours, however many are cancelled, and as often as the merchant wishes', async () => {
    const { customerId, draft } = await newCustomer()
    // A token does not last so long.
    const open = () => openSession(world, merchant, { customerId })
    /** Makes and cancels ten, and lets the minute pass that these are counted in. */
    const makeTen = async () => {
      const session = await open()
      for (let i = 0; i < 10; i++) {
        const { status, body } = await session.post(path, draft)
        expect(status).toBe(201)
        await session.post(`${path}/${body.contractAddress}/cancel`)
      }
      await passTime(world, minuteMs)
    }
    await makeTen()
    await passTime(world, 12 * hourMs)
    for (let i = 0; i < 4; i++) await makeTen()
    const refused = await (await open()).post(path, draft)
    expect([refused.status, refused.body.code]).toEqual([429, 'TooManyRequests'])
    const wanted = newSubscription(merchant.planId, { customerId })
    expect((await merchant.post('/integration/subscriptions', wanted)).status).toBe(201)
    const other = await newCustomer()
    expect((await other.session.post(path, other.draft)).status).toBe(201)

    // It says when the first ten are a day old; then ten are possible again, and not fifty.
    await passTime(world, 1000 * Number(refused.headers.get('retry-after')))
    await makeTen()
    expect((await (await open()).post(path, draft)).status).toBe(429)
  })
})

test('a proof of leaving is asked for ten times a minute at most, and cancelling is possible all the same', async () => {
  const { session, draft } = await newCustomer()
  const { contractAddress } = (await session.post(path, draft)).body
  const prove = () => session.get(`${path}/${contractAddress}/proof`)
  for (let i = 0; i < 10; i++) expect((await prove()).body.code).toBe('NotCancelledOnChain')
  const { status, body, headers } = await prove()
  expect([status, body.code]).toEqual([429, 'TooManyRequests'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await session.post(`${path}/${contractAddress}/cancel`)).status).toBe(200)
})

test.each([
  [
    'permit',
    { value: '10000000', deadline: 1, v: 27, r: `0x${'1'.repeat(64)}`, s: `0x${'1'.repeat(64)}` },
  ],
  ['feedback', { feedback: 'Other' }],
  ['pause', {}],
  ['uncancel', {}],
])('what costs the merchant is done ten times a minute at most: %s', async (command, body) => {
  const { session, draft } = await newCustomer()
  const { contractAddress } = (await session.post(path, draft)).body
  const send = (asked: string) => session.post(`${path}/${contractAddress}/${asked}`, body)
  for (let i = 0; i < 10; i++) expect((await send(command)).status).not.toBe(429)
  const { status, headers } = await send(command)
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await session.post(`${path}/${contractAddress}/cancel`)).status).toBe(200)
})
