import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, send, sendRaw, signed } from './client.ts'
import { newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
const path = '/integration/subscriptions'
const bothPaths = [path, '/integration/payments']

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

/** A problem in full, and nothing of the machinery behind it. */
function expectProblem(body: Record<string, unknown>, status: number) {
  const code = expect.stringMatching(/^[A-Z]\w+$/)
  expect(body).toMatchObject({ status, code, message: expect.any(String) })
  expect(JSON.stringify(body)).not.toMatch(/\bat .*\.ts|node_modules|FST_|Error:/)
}

describe('a request body', () => {
  test.each([
    ['that is cut off', '{"planId": "'],
    ['that is empty', ''],
    ['that is a word', 'null'],
    ['that is a number', '1'],
    ['that is a list', '[]'],
    ['that is nested very deeply', '['.repeat(30_000)],
    ['that is nested very deeply and closed', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['with a trailing comma', '{"planId":"a",}'],
    ['with NUL', '{"planId":"a","customerId":"a\\u0000b"}'],
    ['with NUL in a key', '{"a\\u0000b":1}'],
    ['with half of a surrogate pair', '{"customerId":"\\ud800"}'],
    ['with __proto__', '{"__proto__":{"planId":"a"}}'],
    ['with constructor', '{"constructor":{"prototype":{"planId":"a"}}}'],
  ])('%s is answered 400 (S4-3)', async (_, text) => {
    for (const target of bothPaths) {
      const { status, body } = await merchant.post(target, text)
      expect(status).toBe(400)
      expectProblem(body, 400)
      expect(body.fields.length).toBeGreaterThan(0)
    }
  })

  test('that is not UTF-8 is answered 400', async () => {
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
    const response = await fetch(`${world.url}${path}`, {
      method: 'POST',
      headers: { ...basic(merchant), 'content-type': 'application/json' },
      body: bytes,
    })
    expect(response.status).toBe(400)
    expectProblem((await response.json()) as Record<string, unknown>, 400)
  })

  test('that says a key twice has its last value', async () => {
    const text = JSON.stringify(newSubscription(merchant.planId)).replace('{', '{"customerId":"x",')
    expect((await merchant.post(path, text)).body.customerId).toBe('customer-42')
  })

  test('with a byte order mark is read', async () => {
    const text = `\ufeff${JSON.stringify(newSubscription(merchant.planId))}`
    expect((await merchant.post(path, text)).status).toBe(201)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense'])(
    'called %s is answered 415 (S4-3)',
    async (type) => {
      const { status, body } = await merchant.post(path, '{}', { 'content-type': type })
      expect(status).toBe(415)
      expectProblem(body, 415)
    },
  )

  test.each(['application/json; charset=utf-8', 'Application/JSON'])(
    'called %s is read (S4-3)',
    async (type) => {
      const body = newSubscription(merchant.planId)
      expect((await merchant.post(path, body, { 'content-type': type })).status).toBe(201)
    },
  )

  test('that is compressed is refused by the name of its encoding', async () => {
    const answer = await merchant.post(path, '{}', { 'content-encoding': 'gzip' })
    expect(answer).toMatchObject({
      status: 415,
      body: { message: expect.stringMatching(/'gzip'/) },
    })
  })

  test('of 1 MiB is answered 413', async () => {
    const { status, body } = await merchant.post(path, { metadata: 'x'.repeat(1024 * 1024) })
    expect(status).toBe(413)
    expectProblem(body, 413)
  })
})

describe('a client that counts characters instead of bytes', () => {
  test('hears it also in what is answered to the rest of its body', async () => {
    const received = await sendRaw(world.url, request(basic(merchant)))
    const messages = [...received.matchAll(/"message":"([^"]*)/g)].map(([, message]) => message)
    expect(messages).not.toEqual([])
    for (const message of messages) expect(message).toContain('Content-Length counts bytes')
  })

  const text = JSON.stringify({ customerId: 'Zoë ☕ 中文' })
  const target = `${path}/create-customer-token`
  const request = (headers: Record<string, string>) =>
    [
      `POST ${target} HTTP/1.1`,
      'host: localhost',
      'content-type: application/json',
      `content-length: ${text.length}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      text,
    ].join('\r\n')

  test('is answered 400 under Basic, and the server lives', async () => {
    const received = await sendRaw(world.url, request(basic(merchant)), { endsAfterwards: true })
    expect(received).toMatch(/^HTTP\/1.1 400 /)
    expect((await merchant.get(path)).status).toBe(200)
  })

  // The rest of the text is no request, and Node may say so before the signature is looked at.
  test('is answered 4xx under a signature over the whole text', async () => {
    const headers = signed(merchant, { method: 'POST', target, body: text })
    const received = await sendRaw(world.url, request(headers), { endsAfterwards: true })
    expect(received).toMatch(/^HTTP\/1.1 40[03] /)
    expect((await merchant.get(path)).status).toBe(200)
  })
})

describe('on a bare socket', () => {
  const lines = (...some: string[]) => `${some.join('\r\n')}\r\n\r\n`

  test('a body that ends too early does no harm', async () => {
    const start = lines(
      `POST ${path} HTTP/1.1`,
      'host: x',
      'content-type: application/json',
      'content-length: 500',
    )
    await sendRaw(world.url, `${start}{"planId"`, { endsAfterwards: true })
    expect((await merchant.get(path)).status).toBe(200)
  })

  test('two Authorization headers are answered 400', async () => {
    const [header] = Object.values(basic(merchant))
    const request = lines(
      `GET ${path} HTTP/1.1`,
      'host: x',
      'connection: close',
      `authorization: ${header}`,
      `authorization: ${header}`,
    )
    expect(await sendRaw(world.url, request)).toMatch(/^HTTP\/1.1 400 [\s\S]*"BadRequest"/)
  })

  test('two x-api-key headers are answered 400', async () => {
    const request = lines(
      `GET ${path} HTTP/1.1`,
      'host: x',
      'connection: close',
      'x-api-key: a',
      'x-api-key: b',
    )
    expect(await sendRaw(world.url, request)).toMatch(/^HTTP\/1.1 400 /)
  })

  test.each([
    'nonsense\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET /${'\u0001'} HTTP/1.1\r\nhost: x\r\n\r\n`,
  ])('what is not HTTP is answered 400 as a problem', async (bytes) => {
    expect(await sendRaw(world.url, bytes)).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"BadRequest"/)
  })

  test('headers of 200 KiB are answered 431', async () => {
    const request = lines('GET / HTTP/1.1', 'host: x', `x-long: ${'x'.repeat(200 * 1024)}`)
    expect(await sendRaw(world.url, request)).toMatch(/^HTTP\/1.1 431 /)
  })
})

describe('a query of payments', () => {
  test.each([
    'limit=0',
    'limit=1001',
    'limit=1&limit=2',
    'offset=-1',
    'offset=10001',
    'after=abc',
    'statusIn=Nonsense',
    'statusIn=created',
    'exceptionIn=Unpaid',
    'exceptionIn=Late,Nonsense',
    'exceptionIn=%00',
    'search=a',
    'asset=tUSDC',
    '__proto__=1',
  ])('%s is answered 400 and names the parameter (S8-3)', async (query) => {
    const { status, body } = await merchant.get(`/integration/payments?${query}`)
    expect(status).toBe(400)
    expectProblem(body, 400)
    expect(body.fields.length).toBeGreaterThan(0)
  })
})

describe('a query of subscriptions (S4.4-2, S4.4-3, S4.4-4, S4.4-5, S4.4-6, S8-3)', () => {
  test.each([
    'limit=-1',
    'limit=0',
    'limit=1001',
    'limit=99999999999999999999',
    'limit=1.5',
    'limit=1e2',
    'limit=0x10',
    'limit=',
    'limit=abc',
    'limit=1&limit=2',
    'offset=-1',
    'offset=4294967296',
    'statusIn=Nonsense',
    'statusIn=Active,Nonsense',
    'statusIn=active',
    'payer=0x12',
    'payer=a&payer=b',
    'customerId=',
    'customerId=a&customerId=b',
    'customerid=a',
    'customerId=%00',
    'customerId=%ff',
    'customerId=%',
    '__proto__=1',
  ])('%s is answered 400 and names the parameter', async (query) => {
    const { status, body } = await merchant.get(`${path}?${query}`)
    expect(status).toBe(400)
    expectProblem(body, 400)
    expect(body.fields.length).toBeGreaterThan(0)
  })
})

describe('an address of the API', () => {
  test.each([
    ['/integration', 404],
    ['/nothing/here', 404],
    [`${path}/0x12`, 400],
    [`${path}/%00`, 400],
    [`${path}/%ff`, 400],
    [`${path}/${'a'.repeat(500)}`, 414],
    ['/integration/events/%00/redeliver', 405],
    ['/integration/payments/%00', 400],
    ['/integration/payments/%ff', 400],
    [`/integration/payments/${'a'.repeat(101)}`, 400],
    [`/integration/payments/${'a'.repeat(500)}`, 414],
    ['/integration/payments/a/refunds', 405],
    ['/integration/payments/a/nonsense', 404],
  ])('%s is answered %i', async (target, status) => {
    const answer = await merchant.get(target)
    expect(answer.status).toBe(status)
    expectProblem(answer.body, status)
  })

  test.each(['PUT', 'PATCH', 'DELETE'])(
    'that does not take %s is answered 405 with Allow',
    async (method) => {
      const { status, headers, body } = await send(`${world.url}${path}`, method)
      expect(status).toBe(405)
      expect(headers.get('allow')).toBe('GET, HEAD, POST')
      expectProblem(body, 405)
    },
  )

  test('answers OPTIONS with its methods', async () => {
    const { status, headers } = await send(`${world.url}${path}`, 'OPTIONS')
    expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD, POST'])
  })

  test('answers HEAD like GET, without the body', async () => {
    const { status, body } = await send(`${world.url}${path}`, 'HEAD', { headers: basic(merchant) })
    expect([status, body]).toEqual([200, ''])
  })
})

test('an event id with NUL is answered 400', async () => {
  expect((await merchant.post('/integration/events/%00/redeliver')).status).toBe(400)
})

test('every answer carries the security headers', async () => {
  for (const target of [path, '/nothing', '/openapi.json']) {
    const { headers } = await merchant.get(target)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
  }
})
