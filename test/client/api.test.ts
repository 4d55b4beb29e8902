import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  BadRequestError,
  CompanyApiKeyNotFoundError,
  createMandate,
  type Event,
  ForbiddenError,
  IdempotencyKeyReusedError,
  type Mandate,
  MerchantNotReadyError,
  PaymentNotFoundError,
} from '../../packages/node/src/index.ts'
import { startEventRelay } from '../../src/relays/event.relay.ts'
import {
  newMerchant,
  newPayment,
  newReadyMerchant,
  newSubscription,
  startWorld,
  type World,
} from '../http/world.ts'

let world: World
let relay: { stop(): Promise<void> }
let planId: string
/** One shop, by both ways to prove who calls. */
let shops: Record<'basic' | 'signature', Mandate>

beforeAll(async () => {
  world = await startWorld()
  relay = startEventRelay(world)
  const merchant = await newReadyMerchant(world)
  planId = merchant.planId
  const key = { baseUrl: `${world.url}/`, apiKey: merchant.name, apiSecret: merchant.secret }
  shops = {
    basic: createMandate(key),
    signature: createMandate({ ...key, authentication: 'signature' }),
  }
})
afterAll(async () => {
  await relay.stop()
  await world.stop()
})

test.each(['basic', 'signature'] as const)(
  'a shop does its business by %s (S4.3-10)',
  async (authentication) => {
    const { payments, plans, subscriptions, customerTokens } = shops[authentication]
    const payment = await payments.create(newPayment({ metadata: { größe: 'M' } }))
    expect(await payments.get(payment.id)).toEqual(payment)
    expect((await payments.cancel(payment.id)).status).toBe('Failed')

    const [plan] = await plans.list({ statusIn: ['Active', 'Archived'] }).toArray()
    expect(plan!.id).toBe(planId)
    const draft = await subscriptions.create(
      newSubscription(planId, { customerId: 'K. Ä. & söhne' }),
    )
    const same = await subscriptions.list({ customerId: 'K. Ä. & söhne', limit: 1 }).toArray(1)
    expect(same.map(({ customerId }) => customerId)).toEqual(['K. Ä. & söhne'])
    expect((await subscriptions.get(draft.contractAddress)).charges).toEqual([])
    expect(await subscriptions.listCharges(draft.contractAddress).toArray()).toEqual([])
    expect((await customerTokens.create({ customerId: 'c-1' })).token).toEqual(expect.any(String))
  },
)

test('a list is walked page by page, as far as one goes, and no row is left out', async () => {
  const { payments } = shops.basic
  const made: string[] = []
  for (let index = 0; index < 5; index++) made.unshift((await payments.create(newPayment())).id)
  const walked = []
  for await (const { id } of payments.list({ limit: 2, statusIn: ['Created'] })) walked.push(id)
  expect(walked).toEqual(made)
  const sizes = []
  for await (const { items, page } of payments.list({ limit: 2, statusIn: ['Created'] }).pages())
    sizes.push([items.length, page.next === null])
  expect(sizes).toEqual([
    [2, false],
    [2, false],
    [1, true],
  ])
  expect(await payments.list({ limit: 2 }).toArray(3)).toHaveLength(3)
})

test('a request that is repeated with its key has its effect once', async () => {
  const wanted = newPayment()
  const [first, second] = [
    await shops.basic.payments.create(wanted, { idempotencyKey: 'order-1' }),
    await shops.signature.payments.create(wanted, { idempotencyKey: 'order-1' }),
  ]
  expect(second).toEqual(first)
  const other = shops.basic.payments.create(newPayment({ metadata: 'other' }), {
    idempotencyKey: 'order-1',
  })
  await expect(other).rejects.toBeInstanceOf(IdempotencyKeyReusedError)
})

test('problems are told apart by their class, with their fields', async () => {
  const failed = (call: Promise<unknown>) =>
    call.then(
      () => null,
      (error: unknown) => error,
    )
  const faulty = await failed(
    shops.basic.payments.create(newPayment({ amount: { value: '1', currency: 'XX' } })),
  )
  expect(faulty).toBeInstanceOf(BadRequestError)
  expect((faulty as BadRequestError).fields[0]).toMatchObject({ path: 'amount.currency' })
  expect(await failed(shops.basic.payments.get('none'))).toBeInstanceOf(PaymentNotFoundError)

  const { name, secret } = await newMerchant(world)
  const fresh = { baseUrl: world.url, apiKey: name, apiSecret: secret }
  const unready = await failed(createMandate(fresh).payments.create(newPayment()))
  expect(unready).toBeInstanceOf(MerchantNotReadyError)
  expect((unready as MerchantNotReadyError).missing).toContain('Receiver')
  for (const authentication of ['basic', 'signature'] as const) {
    const guessing = createMandate({ ...fresh, apiSecret: 'guessed', authentication })
    expect(await failed(guessing.plans.list().firstPage())).toBeInstanceOf(ForbiddenError)
    const unknown = createMandate({ ...fresh, apiKey: 'test_none', authentication })
    expect(await failed(unknown.plans.list().firstPage())).toBeInstanceOf(
      CompanyApiKeyNotFoundError,
    )
  }
})

test('the event log is walked without a hole, from any place, and goes on where it was left', async () => {
  const { events, payments } = shops.basic
  const last = (await payments.create(newPayment())).id
  const isLast = (event: Event) => 'payment' in event && event.payment.id === last
  const stop = new AbortController()
  const whole: Event[] = []
  for await (const event of events.log({
    follow: true,
    pollMs: 20,
    limit: 3,
    signal: stop.signal,
  })) {
    whole.push(event)
    if (isLast(event)) break
  }
  expect(whole.length).toBeGreaterThan(6)
  expect(whole.map(({ logNumber }) => logNumber)).toEqual(whole.map((_, index) => index + 1))

  const log = events.log({ limit: 2 })
  for await (const { logNumber } of log) if (logNumber === 3) break
  expect(log.position).toBe(3)
  const rest = async (after: number | string | Date) => {
    const walked = []
    for await (const { logNumber } of events.log({ after })) walked.push(logNumber)
    return walked
  }
  const after3 = whole.slice(3).map(({ logNumber }) => logNumber)
  expect(await rest(log.position)).toEqual(after3)
  expect(await rest(whole[2]!.eventId)).toEqual(after3)
  expect(await rest(new Date(whole[0]!.eventTs))).toHaveLength(whole.length)

  const waiting = events
    .log({ after: whole.length, follow: true, signal: stop.signal })
    [Symbol.asyncIterator]()
    .next()
  stop.abort(new Error('closing time'))
  await expect(waiting).rejects.toThrow('closing time')
  expect(events.log({ after: whole.length }).position).toBe(whole.length)
})
