import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listDescriptions } from '../../src/http/dashboard/lists/dashboard-lists.ts'
import { rightNames } from '../../src/store/people/rights.ts'
import { type Dashboard, newMerchant, newOperator, type Person, startDashboard } from './service.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
})
afterAll(() => dashboard.stop())

const post = (path: string, payload: object | string, headers: Record<string, string> = {}) =>
  dashboard.server.inject({
    method: 'POST',
    url: `/dashboard/api${path}`,
    payload,
    headers: { 'x-forwarded-for': '10.9.9.9', ...headers },
  })

test('the session cookie is out of reach of scripts, other sites and plain HTTP', async () => {
  const answer = await post('/login', { email: alice.email, password: 'a long password' })
  const cookie = String(answer.headers['set-cookie'])
  for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Secure', 'Path=/dashboard'])
    expect(cookie).toContain(attribute)
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('an unknown address and a wrong password get the same answer', async () => {
  const [unknown, wrong] = await Promise.all([
    post('/login', { email: 'nobody@example.test', password: 'x' }),
    post('/login', { email: alice.email, password: 'x' }),
  ])
  expect(unknown.statusCode).toBe(403)
  expect(unknown.json()).toEqual({ ...wrong.json(), requestId: expect.any(String) })
})

test('a session says who is logged in, until the logout', async () => {
  const bob = await newMerchant(dashboard, 'bob')
  expect((await bob.call('GET', '/me')).body).toEqual({
    email: bob.email,
    role: 'Owner',
    rights: { test: rightNames, main: rightNames },
    merchant: { id: bob.merchantId, name: 'bob' },
    lists: listDescriptions,
    now: expect.any(String),
  })
  expect((await bob.call('POST', '/logout', {})).status).toBe(200)
  expect((await bob.call('GET', '/me')).status).toBe(401)
})

test('a session that is over lets nobody in', async () => {
  const carol = await newMerchant(dashboard, 'carol')
  expect((await carol.call('GET', '/me')).status).toBe(200)
  const { rowCount } = await dashboard.database.pool.query(
    `update session set expires_at = now() - interval '1 second'
     where account_id = (select id from account where email = $1)`,
    [carol.email],
  )
  expect(rowCount).toBe(1)
  expect((await carol.call('GET', '/me')).status).toBe(401)
})

test('a port that a proxy writes behind an address makes no other address of it', async () => {
  const statuses = []
  for (let attempt = 0; attempt < 11; attempt++) {
    const headers = { 'x-forwarded-for': `203.0.113.44:${5000 + attempt}` }
    const body = { email: `port${attempt}@b.c`, password: 'x' }
    statuses.push((await post('/login', body, headers)).statusCode)
  }
  expect(statuses.at(-1)).toBe(429)
})

test('logins from one address are counted', async () => {
  const headers = { 'x-forwarded-for': '10.1.1.1' }
  const tryToLogIn = (attempt: number) =>
    post('/login', { email: `${attempt}@b.c`, password: 'x' }, headers)
  const statuses = []
  for (let attempt = 0; attempt < 12; attempt++)
    statuses.push((await tryToLogIn(attempt)).statusCode)
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(403))
  const refused = await tryToLogIn(12)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

describe('requests that another site makes a browser send', () => {
  const key = { label: 'x', proof: { password: 'a long password' } }
  const forged = (headers: Record<string, string>, payload: object | string = key) =>
    post('/test/api-keys', payload, { cookie: alice.cookie, ...headers })

  test('are refused by their origin', async () => {
    expect((await forged({ origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await forged({ origin: 'null' })).statusCode).toBe(403)
    expect((await forged({ origin: 'https://pay.example' })).statusCode).toBe(201)
    expect((await forged({ origin: 'http://here:1', host: 'here:1' })).statusCode).toBe(403)
  })

  test('are refused when they are no JSON', async () => {
    const answer = await forged({ 'content-type': 'text/plain' }, '{"label":"x"}')
    expect(answer.statusCode).toBe(415)
  })
})

test('a body that does not parse is told where it is wrong', async () => {
  const answer = await post('/login', { email: 'a@b.c', password: '', extra: 1 })
  expect(answer.statusCode).toBe(400)
  expect(
    answer
      .json()
      .fields.map(({ path }: { path: string }) => path)
      .sort(),
  ).toEqual(['extra', 'password'])
  expect(
    (await post('/login', 'nonsense', { 'content-type': 'application/json' })).statusCode,
  ).toBe(400)
})

test('every call but those of the login needs a session, and a role', async () => {
  const operator = await newOperator(dashboard, 'olga')
  for (const path of ['/me', '/test/plans', '/operator/merchants'])
    expect((await dashboard.server.inject(`/dashboard/api${path}`)).statusCode).toBe(401)
  expect((await alice.call('GET', '/operator/merchants')).status).toBe(403)
  expect((await operator.call('GET', '/test/plans')).status).toBe(403)
  expect((await alice.call('GET', '/elsewhere/plans')).status).toBe(404)
  const { body } = await operator.call('GET', '/operator/merchants')
  expect(body.merchants.map(({ name }: { name: string }) => name)).toContain('alice')
  expect(JSON.stringify(body)).not.toContain('wrapped')
})
