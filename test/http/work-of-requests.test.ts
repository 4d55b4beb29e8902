/**
 * No request makes the process work much longer than a usual one does, whatever is largest in it: every route gets the largest of
 * every part of a request. The work is the processor time of this process, the client's share included.
 */
import { Agent, request as sendRequest } from 'node:http'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readLanguage } from '../../src/http/pages/language.ts'
import { createAccount } from '../../src/store/people/accounts.ts'
import { newPayment } from './checkout-world.ts'
import { basic, send } from './client.ts'
import { type DiscoveredRoute, discoverRoutes, fillPath } from './discovered-routes.ts'
import {
  type Asked,
  emoji,
  nested,
  type Plain,
  takesBody,
  withLargeBodies,
  withLargeHeaders,
  withLargePaths,
  withLargeQueries,
} from './large-requests.ts'
import { openSession } from './sessions.ts'
import { newReadyMerchant, startWorld, type World } from './world.ts'
import { defaultListeners, defaultRateLimits } from '../../src/http/http-settings.ts'

/** A usual request takes one to three milliseconds of a busy small machine; those that are named below took 11 to 100. */
const usualMs = 10
/** For what was found once, and for what takes no part of a request's own work. */
const littleMs = 4
/** For what is refused because its sender has asked too often. */
const refusedMs = 2
/** Where a route works more by itself, so much more than its plain request. */
const factor = 3
/** What took longer is tried so often, and the least counts: the first time compiles, and other work goes on beside it. */
const looks = 7
const timeLimitMs = 300_000
/** For every change each route gets a few of the requests, and each of them goes to several routes; the proof sends all. */
const isProof = inject('tier') === 'proof'
const password = 'a long password'

let world: World
/** The same, where every limit is used up. */
let refusing: World
let routes: DiscoveredRoute[]
let paymentId: string
let credentials: Record<'merchant' | 'customer' | 'member' | 'operator', Record<string, string>>
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

beforeAll(async () => {
  const limitedTo = (most: number) => ({
    ...defaultRateLimits,
    ...Object.fromEntries(Object.keys(defaultRateLimits).map((name) => [name, most])),
  })
  const settings = {
    baseUrl: 'http://127.0.0.1',
    rateLimits: limitedTo(1e9),
    listeners: { ...defaultListeners, perPaymentMax: 1e6, perAddressMax: 1e6, perProcessMax: 1e6 },
  }
  const discovered = await discoverRoutes(() => startWorld({ settings }))
  world = discovered.made
  refusing = await startWorld({ settings: { ...settings, rateLimits: limitedTo(0) } })
  routes = discovered.routes.filter(({ method }) => method !== 'HEAD')
  const merchant = await newReadyMerchant(world)
  paymentId = (await newPayment(merchant)).id
  const { merchantId } = merchant.owner
  await createAccount(world, { email: 'm@shop.test', password, role: 'Owner', merchantId })
  await createAccount(world, { email: 'o@shop.test', password, role: 'Operator' })
  const session = await openSession(world, merchant)
  credentials = {
    merchant: basic(merchant),
    customer: { authorization: session.authorization },
    member: { cookie: await logIn('m@shop.test') },
    operator: { cookie: await logIn('o@shop.test') },
  }
}, 60_000)
afterAll(async () => {
  agent.destroy()
  await refusing.stop()
  await world.stop()
})

async function logIn(email: string): Promise<string> {
  const { headers } = await send(`${world.url}/dashboard/api/login`, 'POST', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return headers.getSetCookie()[0]!.split(';')[0]!
}

/** These end the sessions that the others are asked with, or work on a password, which is to take long. */
const unproven = /logout|sessions|password|login|proof|account-link|passkey|second-factor/

/** Returns what makes a route's own handler run. */
function credentialsOf({ url }: DiscoveredRoute): Record<string, string> {
  if (unproven.test(url)) return {}
  if (url.startsWith('/dashboard/api/operator')) return credentials.operator
  if (url.startsWith('/dashboard')) return credentials.member
  return url.startsWith('/session') ? credentials.customer : credentials.merchant
}

function ask({ method, target, headers, body }: Plain, asked = world): Promise<number> {
  const { hostname, port } = new URL(asked.url)
  const length = body ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  const type = body ? { 'content-type': 'application/json' } : {}
  const options = { hostname, port, method, path: target, agent }
  return new Promise((resolve, reject) => {
    const request = sendRequest(
      { ...options, headers: { ...type, ...headers, ...length } },
      (response) => {
        const { statusCode = 0 } = response
        // A stream of events does not end by itself.
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          resolve(statusCode)
          request.destroy()
        } else response.on('end', () => resolve(statusCode)).resume()
      },
    )
    request.on('error', reject).end(body)
  })
}

async function work(asked: Plain, of: World): Promise<number> {
  const before = process.cpuUsage()
  await ask(asked, of)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

async function leastWork(asked: Plain, enoughMs = 0, of = world): Promise<number> {
  let least = Infinity
  for (let look = 0; look < looks && least > enoughMs; look++)
    least = Math.min(least, await work(asked, of))
  return least
}

/** Names what takes too long: also once everything else was asked, because the machine may be slow for a moment. */
async function findDear(all: Asked[], enoughMs = usualMs, of = world): Promise<string[]> {
  const suspected: Asked[] = []
  for (const asked of all) if (await isDear(asked, enoughMs, of)) suspected.push(asked)
  const dear: string[] = []
  for (const asked of suspected) {
    const found = await isDear(asked, enoughMs, of)
    if (found) dear.push(`${asked.what} ${asked.target.slice(0, 80)}: ${found}`)
  }
  return dear
}

async function isDear(asked: Asked, enoughMs: number, of: World): Promise<string | null> {
  const ms = await leastWork(asked, enoughMs, of)
  if (ms <= enoughMs) return null
  const plainMs = await leastWork(asked.plain, 0, of)
  return ms > slowness() * enoughMs + factor * plainMs ? `${ms} ms, plain ${plainMs} ms` : null
}

/** Work that has nothing to do with requests, and how long it takes where nobody else is at work on the machine. */
const sample = JSON.stringify(
  Array.from({ length: 4_000 }, (_, at) => ({ name: `field ${at}`, value: String(at) })),
)
const sampleMs = 0.75

/** How much slower the machine is just now than it usually is: others may be at work on it. */
function slowness(): number {
  const times = Array.from({ length: looks }, () => {
    const before = process.cpuUsage()
    JSON.parse(sample)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.max(1, Math.min(...times) / sampleMs)
}

const usual = (name: string): string =>
  ({ network: 'test', kind: 'payment', blockchain: 'LocalTestNet', '*': 'index.html' })[name] ??
  paymentId

function plainOf(route: DiscoveredRoute): Plain {
  const { method, url } = route
  const target = fillPath(route, {}, usual)
  const headers = credentialsOf(route)
  return { what: `${method} ${url}`, method, target, headers, body: takesBody(route) ? '{}' : '' }
}

/** Prime numbers: no kind of request is left out everywhere. */
test.each([
  ['a path', 3, withLargePaths],
  ['a query', 13, withLargeQueries],
  ['a body', 5, withLargeBodies],
  ['headers', 5, withLargeHeaders],
])(
  '%s as large as can be takes no route much longer (P21)',
  { timeout: timeLimitMs },
  async (_, oneOf, make) => {
    const large = routes.flatMap((route, index) => make(route, plainOf(route), index))
    const all = large.filter((_one, at) => isProof || at % oneOf === 0)
    expect(all.length).toBeGreaterThan(200)
    expect(await findDear(all)).toEqual([])
  },
)

const anyPayment = `/checkout/${'1'.repeat(22)}`
const get = (target: string, headers: Record<string, string> = {}): Plain => ({
  what: `GET of ${target.length} bytes, headers ${Object.keys(headers).join()},`,
  method: 'GET',
  target,
  headers,
  body: '',
})
const post = (target: string, body: string): Plain => ({ ...get(target), method: 'POST', body })
const deep = `{"a":${nested(32_000)}}`

const dearOnce: [string, Plain][] = [
  ['languages of 7 KB', get('/widget/', { 'accept-language': 'a,'.repeat(3_500) })],
  ['languages of 120 KB', get(anyPayment, { 'accept-language': 'a,'.repeat(60_000) })],
  ['a file of 58,000 folders', get(`/checkout/assets/${'a/'.repeat(58_000)}`)],
  ['a file of 2,000 folders', get(`/checkout/assets/${'a/'.repeat(2_000)}`)],
  ['an address that no route has', get(`/dashboard/api/${'a'.repeat(4_000)}`)],
  ['a long name', get(`${anyPayment}?name=${emoji.repeat(9_000)}`)],
  ['60,000 parameters', get(`${anyPayment}?${'a&'.repeat(60_000)}`)],
  ['a long language', get(`${anyPayment}?lang=${'a-'.repeat(50_000)}`)],
  ['JSON of 32,000 levels', post('/integration/subscriptions/hint-update-state', deep)],
  ['such JSON for no route', post('/nothing', deep)],
  ['a name of 120,000 spaces', get(`${anyPayment}?name=${'+'.repeat(120_000)}`)],
]
test.each(dearOnce)('a stranger makes nobody work by %s', async (_, asked) => {
  expect(await ask(asked)).toBeLessThan(500)
  const plain = { ...asked, target: anyPayment, headers: {}, body: '' }
  expect(await findDear([{ ...asked, plain }], littleMs)).toEqual([])
})

test(
  'whoever has asked too often makes nobody work, whatever is largest in it',
  { timeout: timeLimitMs },
  async () => {
    // A login has ten tries a minute, whatever the other limits are; `/health` has none.
    const limited = routes.filter(({ url }) => !/^\/health|\/login/.test(url))
    for (const asked of limited.map(plainOf))
      expect([asked.what, await ask(asked, refusing)]).toEqual([asked.what, 429])
    const large = limited.flatMap((route) => [
      ...withLargePaths(route, plainOf(route)),
      ...withLargeQueries(route, plainOf(route)),
      ...withLargeBodies(route, plainOf(route)),
    ])
    const some = large.filter((_one, at) => isProof || at % 37 === 0)
    const ofStrangers = dearOnce.map(([, asked]) => ({ ...asked, plain: get(anyPayment) }))
    expect(await findDear([...ofStrangers, ...some], refusedMs, refusing)).toEqual([])
  },
)

test('of the languages that a browser asks for, the first ones count', () => {
  const many = 'xx;q=0.5,'.repeat(10)
  expect(readLanguage(null, `${many}es`)).toBe('es')
  expect(readLanguage(null, `${many.repeat(100)}es`)).toBe('en')
  expect(readLanguage(`es${'-x'.repeat(50_000)}`, 'ru')).toBe('es')
})

test('the address of a payer’s page has space for a name of 10,000 characters', async () => {
  const page = `/checkout/${paymentId}?name=${emoji.repeat(9_900)}`
  expect(await ask(get(page))).toBe(200)
  expect(await ask(get(page.replace('?', '/payment?')))).toBe(414)
  expect(await findDear([{ ...get(page), plain: get(`/checkout/${paymentId}`) }])).toEqual([])
})
