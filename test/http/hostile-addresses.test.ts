/**
 * No hostile text does harm, in whatever part of an address it stands. For every change each parameter of each route meets
 * a few of them, and each of them several routes; the proof tries every text at every kind of parameter.
 */
import { Agent, request as sendRequest } from 'node:http'
import type { Msg, NatsConnection } from 'nats'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Presence, startPresence } from '../../src/operating/presence.ts'
import { roles } from '../../src/shared/nats-settings.ts'
import { createAccount } from '../../src/store/people/accounts.ts'
import { connectNats } from '../../src/bus/connection.ts'
import { listenTo } from '../../src/bus/listen.ts'
import { startTestNats } from '../support/nats.ts'
import { newPayment } from './checkout-world.ts'
import { basic, send, sendRaw } from './client.ts'
import {
  declaredParameters,
  type DiscoveredRoute,
  discoverRoutes,
  fillPath,
  parameterCandidates,
  pathParametersOf,
} from './discovered-routes.ts'
import { dealing, hostileBytes, hostileTexts, marker, sharing } from './hostile-texts.ts'
import { openSession, type Session } from './sessions.ts'
import { type Merchant, newReadyMerchant, startWorld, type World } from './world.ts'
import { defaultListeners, defaultRateLimits } from '../../src/http/http-settings.ts'

const atOnceMax = 16
const timeLimitMs = 300_000
const isProof = inject('tier') === 'proof'
/** Less than the hundred parameters that a query may have. */
const askedAtOnce = 90
const password = 'a long password'
/** The world is ready while four of these have not been missed, however busy it is. */
const beatMs = 5_000
const agent = new Agent({ keepAlive: true, maxSockets: atOnceMax })

let world: World
let listener: NatsConnection
let merchant: Merchant
let routes: DiscoveredRoute[]
let paymentId: string
let session: Session
let presence: Presence
let cookies: { merchant: string; operator: string }
/** Keeps what went over the bus since the start, and how often the service lost its connection. */
const heard: Pick<Msg, 'subject' | 'data'>[] = []
let disconnects = 0

beforeAll(async () => {
  const unlimited = Object.fromEntries(Object.keys(defaultRateLimits).map((name) => [name, 1e9]))
  const places = { perPaymentMax: 1e6, perAddressMax: 1e6, perProcessMax: 1e6 }
  const settings = {
    baseUrl: 'http://127.0.0.1',
    widgetUrl: 'http://127.0.0.1/widget',
    manageUrl: 'http://127.0.0.1/manage',
    rateLimits: { ...defaultRateLimits, ...unlimited },
    listeners: { ...defaultListeners, ...places },
  }
  const nats = await startTestNats()
  const discovered = await discoverRoutes(() => startWorld({ settings, nats }))
  world = discovered.made
  // A HEAD route is the GET route beside it.
  routes = discovered.routes.filter(({ method }) => method !== 'HEAD')
  presence = await startPresence(world, { beatMs })
  await presence.announce(roles)
  merchant = await newReadyMerchant(world)
  paymentId = (await newPayment(merchant)).id
  cookies = await logInAll()
  session = await openSession(world, merchant)
  listener = await connectNats({ url: world.nats.url })
  listenTo(listener, '>', (message) => void heard.push(message), { log: world.log })
  void (async () => {
    for await (const { type } of world.bus.connection.status())
      if (type === 'disconnect') disconnects++
  })()
}, 60_000)
afterAll(async () => {
  agent.destroy()
  await listener.close()
  await presence.stop()
  await world.stop()
})

async function logInAll() {
  const { merchantId } = merchant.owner
  await createAccount(world, { email: 'm@shop.test', password, role: 'Owner', merchantId })
  await createAccount(world, { email: 'o@shop.test', password, role: 'Operator' })
  const logIn = async (email: string) => {
    const { headers } = await send(`${world.url}/dashboard/api/login`, 'POST', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    return headers.getSetCookie()[0]!.split(';')[0]!
  }
  return { merchant: await logIn('m@shop.test'), operator: await logIn('o@shop.test') }
}

/** Returns what makes each route's own handler run. */
function credentialsFor({ url }: DiscoveredRoute): Record<string, string> {
  if (url.startsWith('/dashboard/api/operator')) return { cookie: cookies.operator }
  if (url.startsWith('/dashboard')) return { cookie: cookies.merchant }
  if (url.startsWith('/session')) return { authorization: session.authorization }
  return basic(merchant)
}

const textsFrom = isProof ? sharing : dealing
/** So often each text is tried, on average, in every part of an address. */
const leastTimes = isProof ? 10 : 1

const usual = (name: string): string =>
  ({ network: 'test', kind: 'payment', blockchain: 'LocalTestNet', '*': 'index.html' })[name] ??
  paymentId

type Answered = { status: number; location: string | undefined }
type Asked = { route: DiscoveredRoute; target: string }

function ask({ route, target }: Asked): Promise<Answered & { body: string }> {
  const { hostname, port } = new URL(world.url)
  const body = ['GET', 'OPTIONS', 'DELETE'].includes(route.method) ? '' : '{}'
  const headers = {
    ...credentialsFor(route),
    ...(body && { 'content-type': 'application/json', 'content-length': '2' }),
  }
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method: route.method, path: target, headers, agent }
    const request = sendRequest(options, (response) => {
      const { statusCode: status = 0, headers: answered } = response
      const chunks: Buffer[] = []
      const finish = () =>
        resolve({ status, location: answered.location, body: Buffer.concat(chunks).toString() })
      // A stream of events does not end by itself.
      if (answered['content-type']?.startsWith('text/event-stream')) {
        finish()
        request.destroy()
      } else response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', finish)
    })
    request.on('error', reject).end(body)
  })
}

async function forEach<One>(all: One[], act: (one: One) => Promise<void>): Promise<void> {
  const left = [...all]
  const work = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await act(one)
  }
  await Promise.all(Array.from({ length: atOnceMax }, work))
}

function faultOf({ status, location }: Answered): string | null {
  if (status >= 500 || status < 200) return `was answered ${status}`
  if (location === undefined) return null
  // A browser reads it like this, and takes a backslash for a slash.
  const { hostname } = new URL(location, world.url)
  return hostname === new URL(world.url).hostname ? null : `was sent to ${location}`
}

/** Asks all of it and names what was answered as it must not be, and what came over the bus. */
async function expectNoHarm(all: Asked[]): Promise<void> {
  const faults: string[] = []
  heard.length = 0
  await forEach(all, async (asked) => {
    const fault = faultOf(await ask(asked))
    if (fault) faults.push(`${asked.route.method} ${asked.target.slice(0, 120)} ${fault}`)
  })
  expect(faults).toEqual([])
  await expectCleanBus()
}

const ownSubject =
  /^(_INBOX\.[\w.]+|\$JS\.[\w.]+|wake\.[a-z]+|changed\.[a-z]+\.\w+|(command|event|told)\.(TestNet|MainNet)\.\w+|chain\.\w+)$/

async function expectCleanBus(): Promise<void> {
  await world.bus.connection.flush()
  await listener.flush()
  const foreign = heard.filter(
    ({ subject, data }) => !ownSubject.test(subject) || Buffer.from(data).includes(marker),
  )
  expect(foreign.map(({ subject, data }) => `${subject} ${Buffer.from(data).toString()}`)).toEqual(
    [],
  )
  expect(disconnects).toBe(0)
}

test('every part of the service is among the routes', () => {
  const urls = routes.map(({ method, url }) => `${method} ${url}`)
  for (const known of [
    'GET /integration/payments/:id',
    'POST /integration/events/:eventId/redeliver',
    'GET /integration/subscriptions/:contractAddress/status',
    'POST /testing/clock/advance',
    'GET /checkout/:paymentId/events',
    'GET /checkout/assets/*',
    'DELETE /dashboard/api/:network/api-keys/:name',
    'GET /dashboard/api/operator/verifications',
    'GET /openapi.json',
    'GET /session/subscriptions/:contractAddress/charges',
    'GET /ready',
  ])
    expect(urls).toContain(known)
})

describe('no hostile text', () => {
  test('in a path does harm (P21)', { timeout: timeLimitMs }, async () => {
    const textsFor = textsFrom(hostileTexts)
    const all = routes.flatMap((route) =>
      pathParametersOf(route).flatMap((name) =>
        textsFor(name).map((text) => ({
          route,
          target: fillPath(route, { [name]: text }, usual),
        })),
      ),
    )
    expect(all.length).toBeGreaterThan(hostileTexts.length * leastTimes)
    await expectNoHarm(all)
    await expectNoHarm(all.filter((_, index) => index % 7 === 0).map(withSlash))
  })

  test('in a query does harm (P21)', { timeout: timeLimitMs }, async () => {
    const textsFor = textsFrom(hostileTexts)
    const all: Asked[] = []
    for (const route of routes)
      for (const names of await parametersOf(route)) {
        const path = fillPath(route, {}, usual)
        for (const text of textsFor(names.join())) {
          const pairs = names.slice(0, text.length > 1_000 ? 1 : undefined)
          const query = pairs.map((name) => `${name}=${text}`).join('&')
          all.push({ route, target: `${path}?${query}` })
        }
      }
    expect(all.length).toBeGreaterThan(hostileTexts.length * leastTimes)
    await expectNoHarm(all)
  })

  test('on a bare socket does harm (P21)', { timeout: timeLimitMs }, async () => {
    heard.length = 0
    const bytesFor = textsFrom(hostileBytes)
    const all = routes.flatMap((route) =>
      pathParametersOf(route).flatMap((name) =>
        bytesFor(name).map((bytes) => ({
          route,
          target: fillPath(route, { [name]: bytes }, usual),
        })),
      ),
    )
    await forEach(all, async ({ route, target }) => {
      const headers = Object.entries({ host: 'x', connection: 'close', ...credentialsFor(route) })
      const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\r\n')
      const answer = await sendRaw(
        world.url,
        `${route.method} ${target} HTTP/1.1\r\n${lines}\r\n\r\n`,
      )
      expect(answer, `${route.method} ${JSON.stringify(target)}`).not.toMatch(/^HTTP\/1.1 5/m)
      expect(answer).not.toMatch(new RegExp(`^set-cookie: a=b|^location: .*//${marker}`, 'im'))
    })
    await expectCleanBus()
  })
})

const withSlash = ({ route, target }: Asked): Asked => ({ route, target: `${target}/` })

/**
 * The parameters that a route takes: it refuses the others by name. One that reads its query
 * itself refuses none; it is given all words at once.
 */
async function parametersOf(route: DiscoveredRoute): Promise<string[][]> {
  const candidates = isProof ? parameterCandidates() : declaredParameters()
  const unknown = new Set<string>()
  for (let start = 0; start < candidates.length; start += askedAtOnce) {
    const names = candidates.slice(start, start + askedAtOnce)
    const query = names.map((name) => `${name}=`).join('&')
    const { status, body } = await ask({ route, target: `${fillPath(route, {}, usual)}?${query}` })
    if (status !== 400) continue
    for (const [, name] of body.matchAll(/"path":"(\w+)","message":"is not a param/g))
      unknown.add(name!)
  }
  if (unknown.size === 0) return [candidates]
  return candidates.filter((name) => !unknown.has(name)).map((name) => [name])
}

test('a client that speaks TLS is told that this port does not', async () => {
  const hello = Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x00, 0x00, 0x01, 0x00])
  expect(await sendRaw(world.url, hello)).toContain('This port speaks http, not https')
})
