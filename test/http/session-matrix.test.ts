/** Every call of the session API with every kind of token; a call that comes later is tried without a word here. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomerRoute } from '../../src/http/routing/route.ts'
import { sessionRoutes } from '../../src/http/session/session-routes.ts'
import { newToken } from '../../src/shared/secrets/tokens.ts'
import { createApiKey } from '../../src/store/merchants/api-keys.ts'
import { addressOf } from '../dashboard/world.ts'
import { tryEach } from '../support/try-each.ts'
import { type Answer, basic, basicClient, send } from './client.ts'
import { newPermit } from './permits.ts'
import { openSession, type Session, sessionOf } from './sessions.ts'
import {
  type Merchant,
  newReadyMerchant,
  newSubscription,
  startWorld,
  type World,
} from './world.ts'
import { defaultRateLimits } from '../../src/http/http-settings.ts'

let world: World
let merchant: Merchant & { planId: string }
let contractAddress: string
/** A subscription that no command can change any more. */
let endedAddress: string
let sessions: Record<string, Session>
const customerId = 'customer-42'
const allowed = 1e6

beforeAll(async () => {
  const rateLimits = { ...defaultRateLimits, customerPerSecond: allowed, publicPerSecond: allowed }
  world = await startWorld({ settings: { rateLimits } })
  merchant = await newReadyMerchant(world)
  contractAddress = await newDraft()
  endedAddress = await newDraft()
  await merchant.post(`/integration/subscriptions/${endedAddress}/cancel`)
  const onMainNet = { ...merchant.owner, network: 'MainNet' as const }
  const mainKey = await createApiKey(world, onMainNet, 'main')
  const ofMainNet = { ...merchant, ...basicClient(world.url, mainKey) }
  sessions = {
    manage: await openSession(world, merchant),
    leave: await openSession(world, merchant, { may: 'leave' }),
    expired: await openExpired(),
    revoked: await openRevoked(),
    unknown: sessionOf(world.url, newToken(256)),
    'another customer': await openSession(world, merchant, { customerId: 'customer-43' }),
    'the same name at another merchant': await openSession(world, await newReadyMerchant(world)),
    'the same customer on the other network': await openSession(world, ofMainNet),
  }
  sessions['good again'] = await openSession(world, merchant)
})
afterAll(() => world.stop())

const newDraft = async (): Promise<string> =>
  (await merchant.post('/integration/subscriptions', newSubscription(merchant.planId))).body
    .contractAddress

async function openExpired(): Promise<Session> {
  const session = await openSession(world, merchant, { customerId: 'customer-expired' })
  await world.database.pool.query(
    `update customer_token set customer_id = $1, expires_at = now() - interval '1 second'
     where customer_id = 'customer-expired'`,
    [customerId],
  )
  return session
}

async function openRevoked(): Promise<Session> {
  const session = await openSession(world, merchant, { customerId: 'customer-revoked' })
  const body = { customerId: 'customer-revoked' }
  await merchant.post('/integration/subscriptions/revoke-customer-tokens', body)
  return session
}

/** A call needs this body to be sent; the others take an empty object. */
const bodies: Record<string, () => object> = {
  createOwnSubscription: () => ({ planId: merchant.planId, payer: addressOf('ab') }),
  handInPermit: () => newPermit(world.clock.now()),
  giveFeedback: () => ({ feedback: 'Unused' }),
  switchOwnSubscription: () => ({ planId: merchant.planId }),
}

async function call(
  who: Pick<Session, 'authorization'> | null,
  route: CustomerRoute,
  address = contractAddress,
) {
  const path = route.path
    .replace('plans/{id}', `plans/${merchant.planId}`)
    .replace('{contractAddress}', address)
  expect(path).not.toContain('{')
  const body = JSON.stringify(bodies[route.operationId]?.() ?? {})
  const json = { 'content-type': 'application/json' }
  const headers: Record<string, string> = who ? { authorization: who.authorization } : {}
  return route.method === 'GET'
    ? readStart(`${world.url}${path}`, headers)
    : send(`${world.url}${path}`, route.method, { headers: { ...headers, ...json }, body })
}

/** Reads an answer, and of a stream, which does not end, the beginning. */
async function readStart(url: string, headers: Record<string, string>): Promise<Answer> {
  const hangingUp = new AbortController()
  const {
    status,
    headers: answered,
    body,
  } = await fetch(url, { headers, signal: hangingUp.signal })
  const isStream = answered.get('content-type')?.startsWith('text/event-stream')
  const read = body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let one = await read.read(); !one.done; one = await read.read()) {
    text += one.value
    if (isStream && /^data: .*\n\n/m.test(text)) break
  }
  hangingUp.abort()
  return { status, headers: answered, body: isStream ? text : JSON.parse(text) }
}

test('every call is tried: the routes are those of the session API', () => {
  expect(sessionRoutes.map(({ path }) => path)).toContain('/session')
  expect(sessionRoutes.every(({ path }) => /^\/session(\/|$)/.test(path))).toBe(true)
})

const nameOf = ({ operationId }: CustomerRoute) => operationId
/** Every call with each of the kinds. */
const withEach = <Kind extends string>(kinds: readonly Kind[]) =>
  sessionRoutes.flatMap((route) => kinds.map((kind) => ({ route, kind })))
const nameOfPair = ({ route, kind }: { route: CustomerRoute; kind: string }) =>
  `${route.operationId}, ${kind}`

test('a token that may manage is let in everywhere (S2.5-1)', () =>
  tryEach(sessionRoutes, nameOf, async (route) => {
    const { status } = await call(sessions['good again']!, route, endedAddress)
    expect([401, 403, 404]).not.toContain(status)
    expect(status).toBeLessThan(500)
  }))

test('a token that may only leave is let in where leaving needs it, and nowhere else', () =>
  tryEach(sessionRoutes, nameOf, async (route) => {
    const { status, body } = await call(sessions['leave']!, route, endedAddress)
    if (!route.forLeaving) expect([status, body.code]).toEqual([403, 'TokenMayOnlyLeave'])
    else expect([401, 403, 404]).not.toContain(status)
  }))

test('a token that is expired, revoked or unknown is answered 401, and why', () => {
  const codes = { expired: 'SessionExpired', revoked: 'SessionRevoked', unknown: 'Unauthorized' }
  const kinds = ['expired', 'revoked', 'unknown'] as const
  return tryEach(withEach(kinds), nameOfPair, async ({ route, kind }) => {
    const { status, headers, body } = await call(sessions[kind]!, route)
    expect([status, body.code]).toEqual([401, codes[kind]])
    expect(headers.get('www-authenticate')).toMatch(/^Bearer /)
    expect(body.message).toMatch(/Ask the merchant for a new link\.$/)
    expect(body.merchantName).toBe(kind === 'unknown' ? undefined : 'A shop')
  })
})

test('what is no token is answered 401', () => {
  const words = [
    'Bearer',
    'Bearer ',
    'Bearer short',
    `Bearer ${'x'.repeat(44)}`,
    `Bearer ${'é'.repeat(20)}`,
    `Token ${'x'.repeat(43)}`,
    `Bearer ${'x'.repeat(43)} ${'x'.repeat(43)}`,
  ]
  return tryEach(withEach(words), nameOfPair, async ({ route, kind: authorization }) => {
    const { status, body } = await call({ authorization }, route)
    expect([status, body.code]).toEqual([401, 'Unauthorized'])
  })
})

test('nobody, and a merchant’s own key, are answered 401 (S5.1-5)', () =>
  tryEach(sessionRoutes, nameOf, async (route) => {
    const key = { authorization: basic(merchant)['authorization']! }
    for (const who of [null, key])
      expect((await call(who, route)).body).toMatchObject({ status: 401, code: 'Unauthorized' })
  }))

test('others are told nothing of the customer (S4.5-4, P18)', () => {
  const kinds = [
    'another customer',
    'the same name at another merchant',
    'the same customer on the other network',
  ]
  return tryEach(withEach(kinds), nameOfPair, async ({ route, kind }) => {
    const { status, body } = await call(sessions[kind]!, route)
    const isOthersPlan = kind !== 'another customer'
    if (route.path.includes('{contractAddress}'))
      expect([status, body.code]).toEqual([404, 'SubscriptionNotFound'])
    if (route.path.includes('{id}') && isOthersPlan)
      expect([status, body.code]).toEqual([404, 'PlanNotFound'])
    expect(JSON.stringify(status < 400 ? body : '')).not.toContain(contractAddress)
    if (isOthersPlan)
      expect(JSON.stringify(status < 400 ? body : '')).not.toContain(merchant.planId)
  })
})

test('the customer still finds the subscription as it was, and the merchant’s API takes no customer token', async () => {
  const { body } = await sessions['manage']!.get(`/session/subscriptions/${contractAddress}`)
  expect(body).toMatchObject({ contractAddress, customerId, status: 'Draft', reason: null })
  const path = `/integration/subscriptions/${contractAddress}`
  expect(await sessions['manage']!.get(path)).toMatchObject({ status: 401 })
})
