/** Requests that are well-formed and far larger than anything that is asked for. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send, sendRaw } from './client.ts'
import { newReadyMerchant, startWorld, type World } from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
const path = '/integration/subscriptions'

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-${n}`, 'a']))

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

describe('an address with far too much in it', () => {
  const dashboardCalls = ['/account-link', '/login', '/logout'].map(
    (call) => `/dashboard/api${call}`,
  )

  test('is answered 400 where it has more than 100 parameters', async () => {
    for (const query of ['limit=1&'.repeat(101), 'a&'.repeat(8_000), '&'.repeat(101)]) {
      const { status, body } = await merchant.get(`${path}?${query}`)
      expect(status).toBe(400)
      expect(body.fields).toEqual([{ path: 'query', message: 'has more than 100 parameters' }])
    }
  })

  test('is so at every address, whoever reads its parameters', async () => {
    const pages = [
      '/widget/',
      '/manage/',
      `/checkout/${'1'.repeat(22)}/payment`,
      '/docs',
      '/mails/unsubscribe',
    ]
    for (const target of [...pages, '/dashboard/', '/health', '/session', '/nothing']) {
      const { status, body } = await send(`${world.url}${target}?${'a&'.repeat(101)}`, 'GET')
      expect([target, status, body.code]).toEqual([target, 400, 'BadRequest'])
    }
  })

  test('has each of 100 parameters refused by name', async () => {
    const query = Array.from({ length: 100 }, (_, n) => `key${n}=`).join('&')
    const { status, body } = await merchant.get(`${path}?${query}`)
    expect(status).toBe(400)
    expect(new Set(body.fields.map((fault: { path: string }) => fault.path)).size).toBe(100)
  })

  test('is answered 414 above 16 KiB, whatever is asked and whoever asks', async () => {
    const query = `?${'a&'.repeat(60_000)}`
    for (const target of [path, '/nothing', '/health', '/dashboard/api/me'])
      expect((await merchant.get(`${target}${query}`)).status).toBe(414)
    for (const target of [path, ...dashboardCalls]) {
      const { status, body } = await merchant.post(`${target}${query}`)
      expect(status).toBe(414)
      expect(body).toMatchObject({ status: 414, code: 'UriTooLong' })
    }
  })

  test('is answered 414 where its path alone has more than 4 KiB', async () => {
    for (const target of ['/checkout/assets/', '/nothing/', '/dashboard/test/'])
      expect((await merchant.get(`${target}${'a/'.repeat(2_048)}`)).status).toBe(414)
    expect((await merchant.get(`/nothing/${'a/'.repeat(2_000)}`)).status).toBe(404)
  })

  test('keeps nobody waiting, asked a hundred times at once', async () => {
    const long = `?${'a&'.repeat(60_000)}`
    const short = `?${'a&'.repeat(8_000)}`
    const hostile = Array.from({ length: 50 }, () => [
      merchant.post(`/dashboard/api/account-link${long}`),
      merchant.get(`${path}${short}`),
    ]).flat()
    const health = await merchant.get('/health')
    expect(health.status).toBe(200)
    const statuses = new Set((await Promise.all(hostile)).map(({ status }) => status))
    expect(statuses).toEqual(new Set([400, 414]))
  })
})

describe('headers', () => {
  test.each([
    ['of 8 KiB are read', { 'x-a': 'a'.repeat(8_100) }, 200],
    ['with one of more are answered 431', { cookie: 'a'.repeat(8_190) }, 431],
    [
      'of more than 16 KiB together are',
      { 'x-a': 'a'.repeat(8_100), 'x-b': 'a'.repeat(8_150), 'x-c': 'a'.repeat(500) },
      431,
    ],
    ['of more than Node reads are', { 'x-a': 'a'.repeat(150_000) }, 431],
    ['up to a hundred are read', many(90), 200],
    ['beyond a hundred are not', many(101), 431],
  ])('%s', async (_, headers, expected) => {
    const { status, body } = await send(`${world.url}/health`, 'GET', { headers })
    expect(status).toBe(expected)
    if (expected === 431) expect(body).toMatchObject({ status: 431, code: 'HeadersTooLarge' })
  })

  test('that name two hosts are answered 400', async () => {
    const asked = 'GET /health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n'
    expect(await sendRaw(world.url, `${asked}\r\n`)).toMatch(/^HTTP\/1.1 200 /)
    const answer = await sendRaw(world.url, `${asked}Host: b\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toContain('host comes more than once')
  })
})

test('a list in an address has 200 entries at most', async () => {
  const { status, body } = await merchant.get(`${path}?statusIn=${'Active,'.repeat(201)}`)
  expect(status).toBe(400)
  expect(body.fields).toEqual([{ path: 'statusIn', message: 'has more than 200 entries' }])
})

test.each([
  [32, 'is required'],
  [33, 'is nested more than 32 levels deep'],
])('a body of %i levels %s', async (levels, message) => {
  const deep = `{"a":${'['.repeat(levels - 1)}"\\"[[["${']'.repeat(levels - 1)}}`
  const { status, body } = await merchant.post(path, deep)
  expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
})

test('a hundred of thousands of wrong fields are named', async () => {
  const wrong = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f${n}`, 0]))
  const { status, body } = await merchant.post(path, wrong)
  expect(status).toBe(400)
  expect(body.fields).toHaveLength(100)
})
