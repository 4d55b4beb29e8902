/** The request log: what a merchant's server asked for, how it was answered, and never a secret. */
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RequestLog } from '../../src/http/request-log/request-log.ts'
import { forgetRequests } from '../../src/store/request-log/write.ts'
import { freshDatabase } from '../support/database.ts'
import { settle } from '../support/settle.ts'
import {
  type Dashboard,
  newColleague,
  newMerchant,
  type Person,
  startDashboard,
} from './service.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let bob: Person & { merchantId: string }
let key: { name: string; secret: string }

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  bob = await newMerchant(dashboard, 'bob')
  key = (await alice.call('POST', '/test/api-keys', { label: 'shop' })).body
})
afterAll(() => dashboard.stop())

const basic = (secret: string) => `Basic ${Buffer.from(`${key.name}:${secret}`).toString('base64')}`

const ask = (request: InjectOptions, secret = key.secret) =>
  dashboard.server.inject({
    method: 'GET',
    ...request,
    headers: { authorization: basic(secret), ...request.headers },
  })

/** The entry of a request, once all are written. */
async function entryOf(requestId: string) {
  const path = `/test/requests/${requestId}`
  await settle(dashboard)
  const { status, body } = await alice.call('GET', path)
  expect(status).toBe(200)
  return body
}

describe('an answer', () => {
  test('carries the request id that came, or one of its own', async () => {
    const url = '/integration/payments'
    const own = await ask({ url, headers: { 'x-request-id': 'order-4711.retry:2' } })
    expect(own.headers['x-request-id']).toBe('order-4711.retry:2')
    for (const bad of ['two words', 'é', '<script>', '', 'a'.repeat(129)]) {
      const { headers } = await ask({ url, headers: { 'x-request-id': bad } })
      expect(headers['x-request-id']).toMatch(/^[1-9A-Za-z]{22}$/)
    }
  })

  test.each([
    '/nothing',
    '/health',
    '/docs',
    '/%zz',
    '/checkout/none',
    '/dashboard/api/me',
    '/session',
  ])('of %s carries one, and so does its problem', async (url) => {
    const { statusCode, headers, body } = await dashboard.server.inject({ method: 'GET', url })
    expect(headers['x-request-id']).toMatch(/^[1-9A-Za-z]{22}$/)
    const isProblem = statusCode >= 400 && String(headers['content-type']).includes('json')
    if (isProblem) expect(JSON.parse(body).requestId).toBe(headers['x-request-id'])
  })
})

test('the search finds a call for who may see the log, and for nobody else', async () => {
  await ask({ url: '/integration/payments', headers: { 'x-request-id': 'searched-for' } })
  await settle(dashboard)
  const find = async (by: Person) => (await by.call('GET', '/test/search?q=searched-for')).body
  const found = { kind: 'request', title: 'GET /integration/payments', status: '200' }
  expect((await find(alice)).results).toEqual([expect.objectContaining(found)])
  for (const role of ['Finance', 'Support', 'Reader'] as const) {
    const colleague = await newColleague(dashboard, alice.merchantId, role)
    expect((await find(colleague)).results).toEqual([])
  }
})

test('a call is logged with its key, route, status and time', async () => {
  const { headers } = await ask({
    url: '/integration/payments?limit=2',
    headers: { 'user-agent': 'shop/1.0' },
  })
  expect(await entryOf(String(headers['x-request-id']))).toMatchObject({
    apiKey: key.name,
    operationId: 'listPayments',
    method: 'GET',
    path: '/integration/payments?limit=2',
    status: 200,
    problemCode: null,
    isReplayed: false,
    userAgent: 'shop/1.0',
    durationMs: expect.any(Number),
  })
})

test('a problem is found by the id that it names', async () => {
  const { body } = await ask({ url: '/integration/payments/1ChKd2hat9dNBnh7rKJ924' })
  const { requestId, code } = JSON.parse(body)
  expect(await entryOf(requestId)).toMatchObject({ status: 404, problemCode: code })
})

test('a replayed answer is marked, and a wrong secret is told to the owner of the key', async () => {
  const made: InjectOptions = {
    method: 'POST',
    url: '/integration/subscriptions/create-customer-token',
    headers: { 'idempotency-key': 'one' },
    payload: { customerId: 'carol' },
  }
  await ask({ ...made, headers: { ...made.headers, 'x-request-id': 'first' } })
  const again = await ask({ ...made, headers: { ...made.headers, 'x-request-id': 'again' } })
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect((await entryOf('first')).isReplayed).toBe(false)
  expect((await entryOf('again')).isReplayed).toBe(true)
  await ask(
    { url: '/integration/payments', headers: { 'x-request-id': 'wrong' } },
    'a wrong secret',
  )
  expect(await entryOf('wrong')).toMatchObject({ status: 403, problemCode: 'Forbidden' })
})

test('what people are refused is found by the id that the problem names, what they do is not', async () => {
  const plan = { name: 'Monthly', asset: 'tUSDC', amount: 'ten', periodDays: 31 }
  const refused = await bob.call('POST', '/main/plans', plan)
  const reader = await newColleague(dashboard, bob.merchantId, 'Reader')
  const forbidden = await reader.call('POST', '/main/plans', plan)
  const entryOfBob = async (requestId: string) =>
    (await bob.call('GET', `/main/requests/${requestId}`)).body
  await settle(dashboard)
  expect(await entryOfBob(refused.body.requestId)).toMatchObject({
    apiKey: null,
    account: bob.email,
    operationId: 'createPlan',
    path: '/dashboard/api/main/plans',
    status: 400,
    problemCode: 'BadRequest',
  })
  expect(await entryOfBob(forbidden.body.requestId)).toMatchObject({
    account: reader.email,
    status: 403,
    problemCode: 'Forbidden',
  })
  const done = await bob.call('GET', '/main/requests?account=bob@example.test')
  expect(done.body.requests.map(({ status }: { status: number }) => status)).not.toContain(200)
  const { requestId } = refused.body
  const stranger = await newMerchant(dashboard, 'carol')
  expect((await stranger.call('GET', `/main/requests/${requestId}`)).status).toBe(404)
  expect((await bob.call('GET', `/test/requests/${requestId}`)).status).toBe(404)
})

test('no secret and no body is kept, and of the query what the call knows', async () => {
  const url = '/integration/payments?limit=2&token=hunter2'
  await ask({ url, headers: { 'x-request-id': 'unknown-parameter' } })
  const entry = await entryOf('unknown-parameter')
  expect(entry).toMatchObject({ path: '/integration/payments?limit=2', status: 400 })
  const { rows } = await dashboard.database.pool.query('select * from request_log')
  const text = JSON.stringify(rows)
  for (const secret of [key.secret, basic(key.secret), 'hunter2', 'a wrong secret'])
    expect(text).not.toContain(secret)
})

test('the list is filtered and summed, and is nobody else’s', async () => {
  const refused = await alice.call('GET', '/test/requests?outcomeIn=Refused&problemCode=Forbidden')
  expect(refused.body.requests).toHaveLength(refused.body.page.total)
  expect(refused.body.page.total).toBeGreaterThan(0)
  const { count } = (await alice.call('GET', '/test/requests/totals?status=403')).body
  expect(count).toBe(refused.body.page.total)
  const csv = (await alice.call('GET', '/test/requests.csv?isReplayed=true')).body
  expect(csv.trim().split('\r\n')).toHaveLength(2)
  const ofBob = (await bob.call('GET', '/test/requests')).body.requests
  expect(ofBob.filter(({ account }: { account: string }) => account !== bob.email)).toEqual([])
  expect((await bob.call('GET', '/test/requests/wrong')).status).toBe(404)
  expect((await alice.call('GET', '/main/requests')).body.requests).toEqual([])
  const found = await alice.call('GET', '/test/search?q=again')
  expect(found.body.results).toEqual([
    expect.objectContaining({ kind: 'request', path: expect.stringMatching(/^\/requests\//) }),
  ])
})

test('entries go when they are as old as they may be', async () => {
  const { pool } = dashboard.database
  await pool.query(
    `insert into request_log (id, created_at, merchant_id, network, request_id, key_name, operation_id, method,
       path, status, duration_ms, problem_code, is_replayed, address, user_agent)
     select 'old-' || n, now() - interval '31 days', merchant_id, network, request_id, key_name, operation_id, method,
       path, status, duration_ms, problem_code, is_replayed, address, user_agent
     from generate_series(1, 5001) n cross join (select * from request_log limit 1) one`,
  )
  const before = (await alice.call('GET', '/test/requests/totals')).body.count
  const monthAgo = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000)
  expect(await forgetRequests(dashboard.database, monthAgo)).toBe(5001)
  expect((await alice.call('GET', '/test/requests/totals')).body.count).toBe(before - 5001)
})

test('a log that cannot be written waits, within its limit, and says what it leaves out', async () => {
  const said: object[] = []
  const log = { ...dashboard.log, warn: (details: object) => void said.push(details) }
  const away = await freshDatabase()
  await away.close()
  const requestLog = new RequestLog(away, log as typeof dashboard.log)
  const entry = {
    merchantId: alice.merchantId,
    network: 'TestNet' as const,
    requestId: 'many',
    keyName: key.name,
    account: null,
    operationId: 'listPayments',
    method: 'GET',
    path: '/integration/payments',
    status: 200,
    durationMs: 1,
    problemCode: null,
    isReplayed: false,
    address: '127.0.0.1',
    userAgent: null,
    createdAt: new Date(),
  }
  const proven = { isLimited: false }
  for (let n = 0; n < 10_050; n++) requestLog.note({ ...entry, id: `many-${n}` }, proven)
  await requestLog.write()
  expect(said).toContainEqual({ leftOut: 50, waitingMax: 10_000 })
  expect(said).toContainEqual({ waiting: 10_000, error: expect.any(String) })
  await requestLog.close()
})

test('a name that is shown without its secret fills nobody’s log', async () => {
  for (let n = 0; n < 70; n++)
    await ask({ url: '/integration/payments', headers: { 'x-request-id': 'guess' } }, `guess ${n}`)
  await settle(dashboard)
  const { count } = (await alice.call('GET', '/test/requests/totals?requestId=guess')).body
  expect(count).toBeGreaterThan(50)
  expect(count).toBeLessThanOrEqual(60)
})
