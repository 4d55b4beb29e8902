/** Only scripts of the widget and of the manage page may call the session API, wherever these are. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionRoutes } from '../../src/http/session/session-routes.ts'
import { addressOf } from '../dashboard/world.ts'
import { basic, send } from './client.ts'
import { openSession, type Session, sessionOf } from './sessions.ts'
import { newReadyMerchant, startWorld, type World } from './world.ts'

let world: World
let session: Session
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
const allowed = ['https://widget.example', 'https://manage.example:8443']
const others = [
  'https://pay.example',
  'https://evil.example',
  'https://widget.example.evil',
  'null',
]

beforeAll(async () => {
  world = await startWorld({
    settings: {
      widgetUrl: 'https://widget.example/subscribe',
      manageUrl: 'https://manage.example:8443',
    },
  })
  merchant = await newReadyMerchant(world)
  session = await openSession(world, merchant)
})
afterAll(() => world.stop())

const allowedOrigin = ({ headers }: { headers: Headers }) =>
  headers.get('access-control-allow-origin')

test.each(allowed)('a page of %s reads answers, and problems as well', async (origin) => {
  const read = await session.get('/session', { origin })
  expect([read.status, allowedOrigin(read)]).toEqual([200, origin])
  expect(read.headers.get('vary')).toContain('Origin')
  expect(read.headers.get('access-control-expose-headers')).toContain('Idempotent-Replayed')
  const refused = await sessionOf(world.url, 'x'.repeat(43)).get('/session', { origin })
  expect([refused.status, allowedOrigin(refused)]).toEqual([401, origin])
  expect(refused.headers.get('vary')).toMatch(/Origin.*Accept/)
})

test.each(others)('a page of %s reads nothing', async (origin) => {
  const { headers } = await session.get('/session', { origin })
  expect(allowedOrigin({ headers })).toBeNull()
})

test('a change is taken by its token from a page at any address, and by nothing that a browser adds by itself', async () => {
  const body = { planId: merchant.planId, payer: addressOf('ab') }
  const subscribe = (headers: Record<string, string>) =>
    send(`${world.url}/session/subscriptions`, 'POST', {
      headers: { 'content-type': 'application/json', origin: 'https://evil.example', ...headers },
      body: JSON.stringify(body),
    })
  const { authorization } = session
  expect((await subscribe({ authorization })).status).toBe(201)
  const added = [basic(merchant), { cookie: `mandate-session=${session.token}` }, {}]
  for (const headers of added) expect((await subscribe(headers)).status).toBe(401)
})

describe.each([...new Set(sessionRoutes.map(({ path }) => path))])('%s', (path) => {
  const methods = sessionRoutes.filter((route) => route.path === path).map(({ method }) => method)
  const ask = (origin: string) =>
    send(`${world.url}${path.replace(/\{\w+\}/, 'x')}`, 'OPTIONS', { headers: { origin } })

  test('answers the question that a browser asks before a call', async () => {
    const { status, headers } = await ask(allowed[0]!)
    expect([status, allowedOrigin({ headers })]).toEqual([204, allowed[0]])
    const told = headers.get('access-control-allow-methods')!.split(', ')
    expect(told.toSorted()).toEqual(methods.toSorted())
    const taken = headers.get('access-control-allow-headers')!.toLowerCase().split(', ')
    expect(taken).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'idempotency-key']),
    )
  })

  test('lets no other origin call', async () => {
    expect(allowedOrigin(await ask(others[1]!))).toBeNull()
  })
})
