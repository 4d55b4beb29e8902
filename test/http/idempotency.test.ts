import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerOnce } from '../../src/http/routing/idempotent-answer.ts'
import { forgetAnswers, reserveAnswer, storeAnswer } from '../../src/store/idempotency.ts'
import { recordGasBalance } from '../../src/store/merchants/gas-wallets.ts'
import { settle } from '../support/settle.ts'
import { signed } from './client.ts'
import {
  commandPlan,
  newPayment,
  newPlan,
  newReadyMerchant,
  newSubscription,
  startWorld,
  type World,
} from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
const path = '/integration/subscriptions'

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

const create = (key: string, body: unknown) => merchant.post(path, body, { 'idempotency-key': key })
const countFor = async (customerId: string) =>
  (await merchant.get(`${path}?customerId=${customerId}`)).body.subscriptions.length

test('the same key and body give the same answer, marked as replayed (P2)', async () => {
  const body = newSubscription(merchant.planId, { customerId: 'twice' })
  const first = await create('key-1', body)
  const second = await create('key-1', body)
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect([second.status, second.body]).toEqual([first.status, first.body])
  expect(await countFor('twice')).toBe(1)
})

test('five at once with one key make one subscription and get one answer (P2)', async () => {
  const body = newSubscription(merchant.planId, { customerId: 'at-once' })
  const answers = await Promise.all(Array.from({ length: 5 }, () => create('key-2', body)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
  expect(await countFor('at-once')).toBe(1)
})

test('the first of two answers to one key is kept, and the second caller gets it', async () => {
  const request = {
    ...merchant.owner,
    key: 'two-answers',
    fingerprint: 'one',
  }
  await reserveAnswer(world.database, request, { id: 'seed', at: new Date() }, new Date())
  const [first, second] = ['first', 'second'].map((body) => ({ status: 201, body }))
  expect(await storeAnswer(world.database, request, first!)).toEqual({
    answer: first,
    isFirst: true,
  })
  expect(await storeAnswer(world.database, request, second!)).toEqual({
    answer: first,
    isFirst: false,
  })
})

test('an answer is stored where its reservation stands, so no index is written for it', async () => {
  const keys = Array.from({ length: 40 }, (_, index) => `beside ${index}`)
  const toRequest = (key: string) => ({ ...merchant.owner, key, fingerprint: 'one' })
  const pagesOf = async () => {
    const { rows } = await world.database.pool.query<{ key: string; page: number }>(
      `select key, (ctid::text::point)[0]::int as page from idempotency where key like 'beside %'
       order by key`,
    )
    return rows
  }
  const at = new Date()
  for (const key of keys) await reserveAnswer(world.database, toRequest(key), { id: key, at }, at)
  const reserved = await pagesOf()
  // Beside it is room for the reservations, too, which stay where somebody's snapshot is older.
  const body = randomBytes(400).toString('hex')
  for (const key of keys) await storeAnswer(world.database, toRequest(key), { status: 201, body })
  expect(await pagesOf()).toEqual(reserved)
})

test('answers are forgotten after their time, and no others', async () => {
  const request = { ...merchant.owner, key: 'forgotten', fingerprint: 'one' }
  const made = new Date('2020-01-01T00:00:00.000Z')
  const seed = { id: 'first', at: made }
  await reserveAnswer(world.database, request, seed, made)
  await forgetAnswers(world.database, made)
  const again = { id: 'second', at: made }
  expect((await reserveAnswer(world.database, request, again, made)).seed).toEqual(seed)
  await forgetAnswers(world.database, new Date(made.getTime() + 1))
  expect((await reserveAnswer(world.database, request, again, made)).seed).toEqual(again)
  await forgetAnswers(world.database, new Date(made.getTime() + 1))
})

test('a repeat begins after the first try, also where the database tells the repeat sooner', async () => {
  const { pool } = world.database
  let asked = 0
  const askPool = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
  const query = async (...args: unknown[]) => {
    const isFirst = asked++ === 0
    const answer = await askPool(...args)
    // The database would have told the repeat long before, if it had been asked.
    for (let later = 0; isFirst && later < 20; later++) await askPool('select 1')
    return answer
  }
  const request = { method: 'POST', target: '/move', body: Buffer.from('{}') }
  const begun: { id: string; isRepeat: boolean }[] = []
  const haveBegun = Promise.withResolvers<void>()
  const tryAs = (id: string) => {
    const seed = { id, at: world.clock.now() }
    // A pool of its own: what is asked of one pool at the same time is told one after the other.
    const database = { ...world.database, pool: Object.assign(Object.create(pool), { query }) }
    const admitted = Promise.resolve()
    const asked = { owner: merchant.owner, keySpace: '', key: 'told late', isSecret: false }
    return answerOnce(
      request,
      { ...asked, seed, admitted, dependencies: { ...world, database } },
      async ({ seed: { id: from }, isRepeat }) => {
        if (begun.push({ id: from, isRepeat }) === 2) haveBegun.resolve()
        await haveBegun.promise
        return { status: 200, body: '{}', isWithoutEffect: false }
      },
    )
  }
  await Promise.all([tryAs('first'), tryAs('second')])
  expect(begun).toEqual([
    { id: 'first', isRepeat: false },
    { id: 'first', isRepeat: true },
  ])
})

test('the same key with another body is answered 409', async () => {
  await create('key-3', newSubscription(merchant.planId, { customerId: 'a' }))
  const { status, body } = await create(
    'key-3',
    newSubscription(merchant.planId, { customerId: 'b' }),
  )
  expect(status).toBe(409)
  expect(body.code).toBe('IdempotencyKeyReused')
})

test('the same key is free for another merchant', async () => {
  const other = await newReadyMerchant(world)
  const body = newSubscription(other.planId)
  await create('key-4', newSubscription(merchant.planId))
  expect((await other.post(path, body, { 'idempotency-key': 'key-4' })).status).toBe(201)
})

describe('a refusal', () => {
  const refused = async (key: string, body: unknown) => {
    const answer = await create(key, body)
    expect(answer.headers.get('idempotent-replayed')).toBeNull()
    return answer
  }
  const planCommand = (planId: string, command: string) =>
    commandPlan(world, merchant.owner, planId, { type: `plan.${command}` })

  test('is judged anew with the same key, once the plan is Active (S3.1-3)', async () => {
    const planId = await newPlan(world, merchant.owner, 'Draft')
    const body = newSubscription(planId, { customerId: 'cured' })
    const early = [await refused('key-5', body), await refused('key-5', body)]
    expect(early.map((answer) => answer.body.code)).toEqual(['PlanNotActive', 'PlanNotActive'])
    await planCommand(planId, 'activate')
    const curedAt = world.clock.now()
    const [first, second] = [await create('key-5', body), await create('key-5', body)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(new Date(first.body.createdAt).getTime()).toBeGreaterThanOrEqual(curedAt.getTime())
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.body).toEqual(first.body)
    expect(await countFor('cured')).toBe(1)
    expect((await create('key-5', newSubscription(planId))).body.code).toBe('IdempotencyKeyReused')
  })

  test('is judged anew with the same key, and the same signature, once gas has come', async () => {
    const poor = await newReadyMerchant(world)
    const setGas = (gas: bigint) => recordGasBalance(world, 'LocalTestNet', poor.gasWallet, gas)
    const body = JSON.stringify(newSubscription(poor.planId))
    const headers = {
      ...signed(poor, { method: 'POST', target: path, body }),
      'content-type': 'application/json',
      'idempotency-key': 'order 4711',
    }
    const ask = () => fetch(`${world.url}${path}`, { method: 'POST', headers, body })
    await setGas(0n)
    const early = [await ask(), await ask()]
    for (const answer of early)
      expect(await answer.json()).toMatchObject({ code: 'MerchantNotReady' })
    await setGas(10n ** 18n)
    const [first, second] = [await ask(), await ask()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(await second.json()).toEqual(await first.json())
  })

  test('leaves the key free for another body', async () => {
    expect((await refused('key-8', newSubscription('no-such-plan'))).status).toBe(404)
    expect((await create('key-8', newSubscription(merchant.planId))).status).toBe(201)
  })

  test('given to some of many at once leaves one effect for all the others', async () => {
    const planId = await newPlan(world, merchant.owner, 'Draft')
    const body = newSubscription(planId, { customerId: 'racing' })
    const asking = Array.from({ length: 40 }, async (_, nr) => {
      if (nr === 10) await planCommand(planId, 'activate')
      return create('key-9', body)
    })
    const answers = [...(await Promise.all(asking)), await create('key-9', body)]
    const made = answers.filter(({ status }) => status === 201)
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    expect(new Set(made.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await countFor('racing')).toBe(1)
  })
})

test('after a crash that left the effect and no answer, it is told to the letter, whatever has come since (P2)', async () => {
  const planId = await newPlan(world, merchant.owner, 'Active')
  const body = newSubscription(planId, { customerId: 'crashed' })
  const first = await create('key-10', body)
  await settle(world)
  await world.database.pool.query(
    "update idempotency set response_status = null, response_body = null where key = 'key-10'",
  )
  await commandPlan(world, merchant.owner, planId, { type: 'plan.archive' })
  await merchant.post(`${path}/${first.body.contractAddress}/cancel`, {})
  for (const again of [await create('key-10', body), await create('key-10', body)])
    expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', first.body])
  expect(await countFor('crashed')).toBe(1)
})

test('a body that does not parse leaves the key free', async () => {
  expect((await create('key-6', {})).status).toBe(400)
  expect((await create('key-6', newSubscription(merchant.planId))).status).toBe(201)
})

test('a secret answer is replayed, and is readable nowhere (P19)', async () => {
  const tokenPath = `${path}/create-customer-token`
  const ask = () => merchant.post(tokenPath, { customerId: 'c' }, { 'idempotency-key': 'key-7' })
  const [first, second] = [await ask(), await ask()]
  expect(second.body).toEqual(first.body)
  const { rows } = await world.database.pool.query('select response_body from idempotency')
  expect(JSON.stringify(rows)).not.toContain(first.body.token)
})

test.each(['', 'x'.repeat(256), 'tab\there'])('the key %j is refused', async (key) => {
  const { status, body } = await create(key, newSubscription(merchant.planId))
  expect(status).toBe(400)
  expect(body.fields[0].path).toBe('idempotency-key')
  expect(body.message).toContain(`such as 'order-4711'; it is '${key.slice(0, 80)}`)
})

test('without a key, the same request is done twice', async () => {
  const body = newSubscription(merchant.planId, { customerId: 'no-key' })
  const [first, second] = [await merchant.post(path, body), await merchant.post(path, body)]
  expect(first.body.contractAddress).not.toBe(second.body.contractAddress)
})

describe('payments', () => {
  const payments = '/integration/payments'
  const ask = (key: string, body: unknown) =>
    merchant.post(payments, body, { 'idempotency-key': key })
  const countOf = async (order: string) =>
    (await merchant.get(`${payments}?limit=1000`)).body.payments.filter(
      ({ metadata }: { metadata: unknown }) => metadata === order,
    ).length

  test('that five create at once with one key are one, with one address (P2)', async () => {
    const body = newPayment({ metadata: 'at-once' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('pay-1', body)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await countOf('at-once')).toBe(1)
  })

  test('with another body under the same key are answered 409', async () => {
    const body = newPayment()
    await ask('pay-2', body)
    const amount = { value: '11', currency: 'tUSDC' }
    expect((await ask('pay-2', { ...body, amount })).body.code).toBe('IdempotencyKeyReused')
  })

  test('in an asset that there is not leave the key free', async () => {
    const unknown = { amount: { value: '11', currency: 'nope' } }
    expect((await ask('pay-3', { ...newPayment(), ...unknown })).status).toBe(400)
    expect((await ask('pay-3', newPayment())).status).toBe(201)
  })

  test('without a key are two, at two addresses', async () => {
    const body = newPayment({ metadata: 'no-key' })
    const [first, second] = [
      await merchant.post(payments, body),
      await merchant.post(payments, body),
    ]
    expect(first.body.payment.depositAddress).not.toBe(second.body.payment.depositAddress)
    expect(await countOf('no-key')).toBe(2)
  })
})
