/** Counts the statements of a request where they leave for Postgres, on a pool that only HTTP uses. */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createServer } from '../../src/http/server.ts'
import { connectDatabase, type Database } from '../../src/store/database.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { recordStatements } from '../support/statements.ts'
import { holdTime, settle } from '../support/settle.ts'
import { basic } from './client.ts'
import { newPayment, newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

/** They are of all requests of half a second, or of a key's minute. */
const ofNoRequest = ['request-log-write', 'note-api-key-use']

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
let ownDatabase: Database
let server: FastifyInstance
let statements: string[] = []
let goOn: () => Promise<void>
let paths: { subscription: string; payment: string; plan: string }

beforeAll(async () => {
  const url = await freshDatabaseUrl()
  world = await startWorld({ database: await connectDatabase(url) })
  merchant = await newReadyMerchant(world)
  ownDatabase = await connectDatabase(url)
  recordStatements(ownDatabase, (name) => {
    if (!ofNoRequest.includes(name)) statements.push(name)
  })
  server = await createServer({ ...world, database: ownDatabase })
  paths = await makeSome()
  // A key that is remembered is not asked for.
  goOn = await holdTime(world)
})
afterAll(async () => {
  await goOn()
  await server.close()
  await ownDatabase.close()
  await world.stop()
})
beforeEach(() => {
  statements = []
})

async function makeSome() {
  const subscription = await post('/integration/subscriptions', newSubscription(merchant.planId))
  const { payment } = await post('/integration/payments', newPayment())
  return {
    subscription: `/integration/subscriptions/${subscription.contractAddress}`,
    payment: `/integration/payments/${payment.id}`,
    plan: `/integration/subscription-plans/${merchant.planId}`,
  }
}

async function ask(method: 'GET' | 'POST', url: string, body?: object, key?: string) {
  const keyHeader = key && { 'idempotency-key': key }
  const headers = { ...basic(merchant), ...keyHeader }
  const answer = await server.inject({ method, url, headers, ...(body && { payload: body }) })
  if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
  return answer.json<{ contractAddress: string; payment: { id: string } }>()
}
const post = (url: string, body: object, key?: string) => ask('POST', url, body, key)

describe('a request alone', () => {
  const withKey = ['reserve-answers', 'store-answers'] as const

  test('GET subscription takes 1, with its charges', async () => {
    await ask('GET', paths.subscription)
    expect(statements).toEqual(['subscription-with-charges'])
  })

  test('GET payment takes 1, and GET plan as well', async () => {
    await ask('GET', paths.payment)
    await ask('GET', paths.plan)
    expect(statements).toEqual(['one-payment', 'one-plan'])
  })

  test('POST payment takes 1, and 1 more for an Idempotency-Key: its answer is stored when it is given', async () => {
    await post('/integration/payments', newPayment())
    expect(statements).toEqual(['payment-setups'])
    statements = []
    await post('/integration/payments', newPayment(), 'a payment')
    expect(statements).toEqual([withKey[0], 'payment-setups'])
    await settle(world)
    expect(statements).toEqual([withKey[0], 'payment-setups', withKey[1]])
  })

  test('POST subscription takes 1, and 2 more for an Idempotency-Key', async () => {
    await post('/integration/subscriptions', newSubscription(merchant.planId))
    expect(statements).toEqual(['setups'])
    statements = []
    await post('/integration/subscriptions', newSubscription(merchant.planId), 'a subscription')
    await settle(world)
    expect(statements).toEqual([withKey[0], 'setups', withKey[1]])
  })

  test('a command takes 1, and a repeated one only that of its key', async () => {
    await post(`${paths.subscription}/cancel`, {}, 'a cancellation')
    expect(statements).toEqual([withKey[0], 'one-subscription', withKey[1]])
    statements = []
    await post(`${paths.subscription}/cancel`, {}, 'a cancellation')
    expect(statements).toEqual([withKey[0]])
  })
})

test('32 requests at once share their statements', async () => {
  const each = Array.from({ length: 32 }, (_, index) => `shared ${index}`)
  await Promise.all(each.map((key) => post('/integration/payments', newPayment(), key)))
  expect(statements.length).toBeLessThanOrEqual(32)
})
