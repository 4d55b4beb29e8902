/** What is refused before anybody was let in is counted by address all the same, and answered like everything else. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { windowMs } from '../../src/http/routing/rate-limits.ts'
import { createServer } from '../../src/http/server.ts'
import { connectDatabase, type Database } from '../../src/store/database.ts'
import { createAccount } from '../../src/store/people/accounts.ts'
import { bodyBytesMax, toWeight } from '../../src/http/requests/request-weight.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { holdTime, passTime } from '../support/settle.ts'
import { recordStatements } from '../support/statements.ts'
import { basic, send, sendRaw } from './client.ts'
import { newMerchant, startWorld, type Merchant, type World } from './world.ts'

const [filesPerSecond, publicPerSecond] = [20, 10]
const limits = {
  merchantPerSecond: 1_000,
  customerPerSecond: 1_000,
  resendsPerSecond: 1_000,
  accountPerSecond: 1_000,
  publicPerSecond,
  filesPerSecond,
}
const asked = 60

let world: World
let merchant: Merchant
let database: Database
let server: Awaited<ReturnType<typeof createServer>>
let statements: string[] = []
let questions = 0
let goOn: () => Promise<void>

beforeAll(async () => {
  const url = await freshDatabaseUrl()
  world = await startWorld({
    database: await connectDatabase(url),
    settings: { rateLimits: limits },
  })
  merchant = await newMerchant(world)
  database = await connectDatabase(url)
  recordStatements(database, (name, asked) => {
    statements.push(name)
    questions += asked
  })
  server = await createServer({ ...world, database })
  goOn = await holdTime(world)
})
afterAll(async () => {
  await goOn()
  await server.close()
  await database.close()
  await world.stop()
})
/** Each test begins in a window of its own, which ends when it says so. */
beforeEach(async () => {
  await passTime(world, windowMs)
  statements = []
  questions = 0
})

/** A request as it goes over the wire, without more of its body than is given. */
const raw = (start: string, headers: string[] = [], body = '') =>
  [`${start} HTTP/1.1`, 'host: x', 'connection: close', ...headers, '', body].join('\r\n')

const statusOf = (answer: string) => Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1])

/** Counts the answers by status. */
async function flood(request: string): Promise<Record<string, number>> {
  const answers = await Promise.all(
    Array.from({ length: asked }, () => sendRaw(world.url, request)),
  )
  for (const answer of answers) expectWhole(answer)
  const by = [...Map.groupBy(answers, statusOf)]
  return Object.fromEntries(by.map(([status, { length }]) => [status, length]))
}

function expectWhole(answer: string): void {
  expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im)
  expect(answer).toMatch(/^content-security-policy: default-src 'none'/im)
  expect(answer).toMatch(/^x-request-id: \S+\r$/im)
}

const chunked = 'transfer-encoding: chunked'
const tooLong = `${(bodyBytesMax + 1).toString(16)}\r\n${'a'.repeat(bodyBytesMax + 1)}`
/** So many of them weigh as much as the largest body. */
const heaviest = Math.floor(filesPerSecond / 9)
test.each([
  ['a path that is no text', raw('GET /%zz'), 400, filesPerSecond],
  ['a whole address of such a path', raw('GET http://x/a%ff'), 400, filesPerSecond],
  ['a target that is no address', raw('OPTIONS *'), 400, filesPerSecond],
  ['a whole address that is none', raw('GET http://x:99999999/'), 400, filesPerSecond],
  [
    'a part of a path that is too long',
    raw(`GET /integration/payments/${'x'.repeat(256)}`),
    414,
    filesPerSecond,
  ],
  [
    'a body that says that it is too large',
    raw('POST /integration/payments', ['content-length: 70000']),
    413,
    heaviest,
  ],
  [
    'a body that turns out to be too large',
    raw('POST /integration/payments', [chunked], tooLong),
    413,
    heaviest,
  ],
  [
    'a body of a type that is none',
    raw('POST /integration/payments', ['content-type: /', 'content-length: 1'], 'a'),
    415,
    filesPerSecond,
  ],
  [
    'a body for no route that does not say its size',
    raw('POST /nothing', [chunked], '0\r\n\r\n'),
    404,
    heaviest,
  ],
  ['a hundred and one parameters', raw(`GET /widget/?${'a&'.repeat(101)}`), 400, filesPerSecond],
])(
  '%s is counted by address like a file, and has the usual headers',
  async (_, request, status, most) => {
    expect(await flood(request)).toEqual({ [status]: most, 429: asked - most })
  },
)

test('what is not even HTTP is answered with the usual headers, and ends its connection', async () => {
  for (const request of ['nonsense\r\n\r\n', raw('GET /', [`x-a: ${'a'.repeat(150_000)}`])])
    expectWhole(await sendRaw(world.url, request))
})

test('a request counts for no more than the largest that is read', () => {
  const ofHeaders = (headers: Record<string, string>) =>
    toWeight({ raw: { url: '/', rawHeaders: [], headers } })
  expect(ofHeaders({})).toBe(1)
  expect(ofHeaders({ 'content-length': '9000' })).toBe(2)
  const largest = ofHeaders({ 'content-length': String(bodyBytesMax) })
  expect(ofHeaders({ 'content-length': '9'.repeat(18) })).toBe(largest)
  expect(ofHeaders({ 'transfer-encoding': 'chunked' })).toBe(largest)
})

describe('however many callers of one address are looked for at once', () => {
  const token = (n: number) => String(n).padStart(43, 'a')
  test.each([
    ['API keys', '/integration/payments', (n: number) => basic({ name: `x${n}`, secret: 'a' })],
    ['customer tokens', '/session', (n: number) => ({ authorization: `Bearer ${token(n)}` })],
    ['sessions', '/dashboard/api/me', (n: number) => ({ cookie: `mandate-session=x${n}` })],
  ])('as many unknown %s are asked for as may fail', async (_, url, headersOf) => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_one, n) =>
        server.inject({ method: 'GET', url, headers: headersOf(n) }),
      ),
    )
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(100 - publicPerSecond)
    expect(questions).toBe(publicPerSecond)
  })

  test('those who are known have failed at nothing', async () => {
    await createAccount(world, {
      email: 'o@shop.test',
      password: 'a long password',
      role: 'Operator',
    })
    const { headers } = await server.inject({
      method: 'POST',
      url: '/dashboard/api/login',
      payload: { email: 'o@shop.test', password: 'a long password' },
    })
    const cookie = String(headers['set-cookie']).split(';')[0]!
    const asks = [
      { url: '/integration/subscription-plans', headers: basic(merchant) },
      { url: '/dashboard/api/me', headers: { cookie } },
    ]
    for (const one of asks)
      for (let n = 0; n < 5 * publicPerSecond; n++)
        expect((await server.inject({ method: 'GET', ...one })).statusCode).toBe(200)
  })

  test('a key that is remembered is held up by nobody who is looked for', async () => {
    const url = '/integration/subscription-plans'
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        server.inject({ method: 'GET', url, headers: basic(merchant) }),
      ),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  })
})

test('a change that a foreign page asks for is counted by address', async () => {
  const headers = { ...basic(merchant), origin: 'https://evil.example' }
  const answers = await Promise.all(
    Array.from({ length: asked }, () =>
      send(`${world.url}/integration/payments`, 'POST', { headers }),
    ),
  )
  const forbidden = answers.filter(({ status }) => status === 403)
  expect(forbidden).toHaveLength(publicPerSecond)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(asked - publicPerSecond)
})
