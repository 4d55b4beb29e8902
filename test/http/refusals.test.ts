/** A refusal names the value that was sent, an example, and what to do; and comes in these forms. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/shared/ids.ts'
import { problems } from '../../src/shared/problems.ts'
import { addressOf, directory } from '../dashboard/world.ts'
import { basic, send } from './client.ts'
import { openSession } from './sessions.ts'
import { newPayment, newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

const word = `0x${'1'.repeat(64)}`
const noPermit = { value: '1', deadline: 1_900_000_000, r: word, s: word }

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

describe('a faulty field is refused with its value and an example', () => {
  const payments = '/integration/payments'
  const subscriptions = '/integration/subscriptions'
  const moment = 'must be a real moment in ISO 8601 with an offset, such as 2027-01-31T12:00:00Z'

  test.each<[Record<string, unknown>, string, string]>([
    [{ expiresAt: 5 }, 'expiresAt', `${moment}; it is 5`],
    [{ expiresAt: null }, 'expiresAt', `${moment}; it is null`],
    [{ expiresAt: 'soon' }, 'expiresAt', `${moment}; it is 'soon'`],
    [{ expiresAt: '2027-02-30T12:00:00Z' }, 'expiresAt', "it is '2027-02-30T12:00:00Z'"],
    [{ expiresAt: '2027-01-31T12:00:00+2500' }, 'expiresAt', "it is '2027-01-31T12:00:00+2500'"],
    [{ expiresAt: '2027-01-31T12:00:00' }, 'expiresAt', 'its offset is missing'],
    [{ expiresAt: '2027-01-31' }, 'expiresAt', 'its time is missing'],
    [{ expiresAt: '2027-01-31 12:00:00' }, 'expiresAt', 'its offset is missing'],
    [{ amount: { value: '9'.repeat(80), currency: 'tUSDC' } }, 'amount.value', 'has 80 characters'],
    [
      { amount: { value: '1e3', currency: 'tUSDC' } },
      'amount.value',
      "'1e3' is not a plain decimal",
    ],
    [{ amount: { value: '1', currency: 'DOGE' } }, 'amount.currency', 'use tUSDC or tUSDT'],
    [{ description: 5 }, 'description', 'must be a text; it is 5'],
    [{ metadata: 5 }, 'metadata', 'it is 5'],
  ])('of a payment: %j', async (changes, path, text) => {
    const { status, body } = await merchant.post(payments, newPayment(changes))
    expect([status, body.fields[0].path]).toEqual([400, path])
    expect(body.fields[0].message).toContain(text)
  })

  test.each<[Record<string, unknown>, string, string]>([
    [{ customerId: 5 }, 'customerId', "such as 'customer-42', as a text; it is 5"],
    [{ customerId: ' \t ' }, 'customerId', 'must not be blank'],
    [{ customerId: '..' }, 'customerId', "must not be '..'"],
    [{ customerId: 'x'.repeat(256) }, 'customerId', 'at most 255 characters; it has 256'],
    [{ payer: '0x12' }, 'payer', "it is '0x12'"],
    [{ payer: 7 }, 'payer', 'it is 7'],
    [{ maxPeriods: 0 }, 'maxPeriods', 'must be at least 1; it is 0'],
    [{ maxPeriods: '3' }, 'maxPeriods', "must be a whole number from 1 to 65535; it is '3'"],
    [{ metadata: { order: 1 } }, 'metadata', 'must be a text; it is an object'],
  ])('of a subscription: %j', async (changes, path, text) => {
    const wanted = newSubscription(merchant.planId, changes)
    const { status, body } = await merchant.post(subscriptions, wanted)
    expect([status, body.fields[0].path]).toEqual([400, path])
    expect(body.fields[0].message).toContain(text)
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['cancel', { when: 'soon' }, "when must be Now or PaidPeriodEnd; it is 'soon'"],
    ['feedback', {}, 'feedback is required'],
    ['permit', { ...noPermit, v: 29 }, 'v must be 27 or 28 or 0 or 1; it is 29'],
    ['permit', { ...noPermit, v: undefined }, 'v is required'],
  ])('of a customer, by %s: %j', async (command, sent, message) => {
    const session = await openSession(world, merchant)
    const answer = await session.post(`/session/subscriptions/${addressOf('12')}/${command}`, sent)
    expect(answer).toMatchObject({ status: 400, body: { message } })
  })

  test('the token and the contracts of the service are no payers', async () => {
    const { assets, factory } = directory.ofNetwork('TestNet')[0]!
    for (const payer of [assets[0]!.address, factory]) {
      const wanted = newSubscription(merchant.planId, { payer })
      const { status, body } = await merchant.post(subscriptions, wanted)
      expect([status, body.fields[0].path]).toEqual([400, 'payer'])
      expect(body.message).toContain(`${payer} is a contract`)
    }
  })

  test.each([
    [
      `${payments}?statusIn=Paid`,
      "must be among Created, InProgress, Succeeded, Failed, Expired; it is 'Paid'",
    ],
    [`${payments}?limit=many`, "must be a whole number from 1 to 1000; it is 'many'"],
    [`${payments}?limit=5000`, 'must be at most 1000; it is 5000'],
    [`${payments}?createdFrom=2026-01-31T12:00:00+02:00`, 'is written %2B'],
    [`${subscriptions}?payer=0x12`, "it is '0x12'"],
  ])('of a list: %s (S8-4)', async (path, text) => {
    const { status, body } = await merchant.get(path)
    expect(status).toBe(400)
    expect(body.fields[0].message).toContain(text)
  })

  test('only the beginning of a long text is repeated', async () => {
    const { body } = await merchant.post(payments, newPayment({ expiresAt: 'x'.repeat(9_000) }))
    expect(body.message).toContain('of 9000 characters')
    expect(body.message.length).toBeLessThan(300)
  })

  test('parameters of a change are refused, because nobody would read them', async () => {
    const { status, body } = await merchant.post(`${payments}?dryRun=1`, newPayment())
    expect([status, body.fields[0].path]).toEqual([400, 'dryRun'])
  })
})

type Read = { parameters?: { in: string }[]; security?: [] }

test('a call that takes no parameters refuses them by name, whatever it is about', async () => {
  const { body: description } = await send(`${world.url}/openapi.json`, 'GET')
  const paths = Object.entries<{ get?: Read }>(description.paths)
  const without = paths
    .filter(([path, { get }]) => path.startsWith('/integration') && get && !get.security)
    .filter(([, { get }]) => !get?.parameters?.some((one) => one.in === 'query'))
    .map(([path]) => path.replace(/\{contractAddress\}/, addressOf('12')).replace(/\{\w+\}/, 'x'))
  expect(without.length).toBeGreaterThan(8)
  for (const path of without) {
    const { status, body } = await merchant.get(`${path}?statusIn=Paid`)
    expect([path, status, body.fields?.map((field: { path: string }) => field.path)]).toEqual([
      path,
      400,
      ['statusIn'],
    ])
  }
})

test.each([
  ['POST', '/integration/subscription-plans', 405, '/dashboard/api/{test|main}/plans'],
  ['PATCH', '/integration/subscription-plans/1', 405, '/docs/dashboard'],
  ['DELETE', '/dashboard/api/test/webhook-endpoint', 405, 'PUT {"url": null}'],
  ['GET', '/dashboard/api/test/nothing', 404, '/docs/dashboard'],
  ['GET', '/dashboard/nothing', 404, '/docs/dashboard'],
  ['GET', '/nothing', 404, '/docs lists every call'],
])('%s %s is told where to go (S1-9)', async (method, path, status, text) => {
  const answer = await send(`${world.url}${path}`, method)
  expect(answer.status).toBe(status)
  expect(answer.body.message).toContain(text)
})

test.each([
  ['payments/{id}', 'payments'],
  ['payments/{id}/deposits', 'payments'],
  ['subscription-plans/{id}', 'plans'],
  [`subscriptions/${addressOf('12')}`, 'subscriptions'],
  ['charges/{id}', 'charges'],
  ['events/{id}', 'events'],
])('who asks for the unknown %s hears on which network, and where to look', async (path, many) => {
  // The id is of this month: events of an earlier one would be kept elsewhere.
  const { status, body } = await merchant.get(
    `/integration/${path.replace('{id}', newId(new Date()))}`,
  )
  expect(status).toBe(404)
  expect(body.message).toContain(`on the TestNet; list your ${many}`)
})

test('a path that cannot be read is refused with what is wrong with it', async () => {
  const wrong = await merchant.get('/integration/customers/%ff')
  expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringMatching(/UTF-8/)])
  const long = await merchant.get(`/integration/customers/${'c'.repeat(256)}`)
  expect([long.status, long.body.message]).toEqual([414, expect.stringMatching(/255 characters/)])
})

describe('a problem', () => {
  const path = '/integration/payments/nothing'

  test('has the fields of RFC 9457 for those who ask for them (S7-4)', async () => {
    const headers = { accept: 'application/problem+json, application/json;q=0.5' }
    const { headers: answered, status } = await merchant.get(path, headers)
    expect([status, answered.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ])
    const response = await fetch(`${world.url}${path}`, {
      headers: { ...headers, ...basic(merchant) },
    })
    const body = (await response.json()) as { message: string }
    expect(body).toEqual({
      requestId: response.headers.get('x-request-id'),
      type: 'https://pay.example/docs/guides/api#problem-PaymentNotFound',
      title: 'Payment not found',
      status: 404,
      detail: body.message,
      instance: path,
      code: 'PaymentNotFound',
      message: expect.stringContaining("no payment 'nothing'"),
    })
  })

  test.each([undefined, '*/*', 'application/json', 'text/html'])(
    'has its own fields alone for those who accept %s (S7-4)',
    async (accept) => {
      const { headers, body } = await merchant.get(path, accept ? { accept } : {})
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(headers.get('vary')).toBe('Accept')
      expect(Object.keys(body)).toEqual(['status', 'code', 'message', 'requestId'])
    },
  )

  test('is explained at its type, each of them (S7-4)', async () => {
    const { body } = await send(`${world.url}/docs/guides/api`, 'GET')
    for (const code of Object.keys(problems)) expect(body).toContain(`id="problem-${code}"`)
  })
})

test('a limited call says how much of its limit is left (S8-6)', async () => {
  const rates = async (url: string, headers = {}) => {
    const answer = await send(url, 'GET', { headers })
    return [answer.headers.get('ratelimit-policy'), answer.headers.get('ratelimit')]
  }
  const [policy, left] = await rates(`${world.url}/integration/payments`, basic(merchant))
  expect(policy).toBe('"merchant";q=2000;w=1')
  expect(left).toMatch(/^"merchant";r=\d+;t=1$/)
  const status = `${world.url}/integration/subscriptions/${addressOf('12')}/status`
  const [open, leftOpen] = await rates(status)
  expect(open).toBe('"address";q=100;w=1')
  expect(leftOpen).toMatch(/^"address";r=\d+;t=1$/)
})
