/**
 * Everything that the dashboard can be asked, asked by another merchant and on the other network: generated from the
 * routes. A route that names a new kind of thing fails until `one-of-everything.ts` makes one of it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dashboardRoutes } from '../../src/http/dashboard/dashboard-routes.ts'
import { pluralOf } from '../../src/http/unknown-id.ts'
import { actorKinds } from '../../src/shared/stored-actor.ts'
import { tryEach } from '../support/try-each.ts'
import { addressOf, createOneOfEverything, mark } from './one-of-everything.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'
import { defaultRateLimits } from '../../src/http/http-settings.ts'

const reads = dashboardRoutes.filter(
  ({ method, access }) => method === 'GET' && access === 'member',
)
const paths = reads.map(({ path }) => path.replace('/dashboard/api/{network}', ''))
const ofOneThing = paths
  .filter((path) => path.includes('{'))
  .flatMap((path) =>
    path.startsWith('/{entity}')
      ? actorKinds.map((kind) => path.replace('{entity}', pluralOf(kind)))
      : [path],
  )
/** A stream has no end, and a search has words; both are asked below. */
const ofAll = paths.filter((path) => !['/live', '/search'].includes(path) && !path.includes('{'))

/** They belong to the merchant, on whichever network one looks. */
const isOfMerchant = (path: string) => /^\/(?:members|verifications?|audit)\b/.test(path)
/** The service offers these to everybody. */
const isOfEverybody = (path: string) => path.startsWith('/assets/')

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let bob: Person
let ids: Record<string, string>

beforeAll(async () => {
  dashboard = await startDashboard({ ...defaultRateLimits, accountPerSecond: 10_000 })
  ;({ alice, ids } = await createOneOfEverything(dashboard))
  bob = await newMerchant(dashboard, 'bob')
})
afterAll(() => dashboard.stop())

test('each thing is there for its owner alone, on its own network (P18)', () =>
  tryEach(ofOneThing, String, async (path) => {
    const address = addressOf(ids, path)
    expect((await alice.call('GET', `/test${address}`)).status).toBe(200)
    const others = [
      ...(isOfEverybody(path) ? [] : [await bob.call('GET', `/test${address}`)]),
      ...(isOfMerchant(path) ? [] : [await alice.call('GET', `/main${address}`)]),
    ]
    for (const { status, body } of others) {
      expect(status).toBe(404)
      // The answer may repeat the question, but nothing that only its owner knows.
      expect(JSON.stringify(body).replaceAll(ids[path.split('/')[1]!]!, '')).not.toContain(mark)
    }
  }))

test('no list holds anything of others', () =>
  tryEach(ofAll, String, async (path) => {
    const others = [
      { person: bob, ...(await bob.call('GET', `/test${path}`)) },
      ...(isOfMerchant(path)
        ? []
        : [{ person: alice, ...(await alice.call('GET', `/main${path}`)) }]),
    ]
    for (const { person, status, body } of others) {
      expect(status).toBe(200)
      // What payers see is each network's own; only the name is the merchant's, until it has another there.
      const said = path.startsWith('/requests')
        ? othersQuestions(body, person)
        : JSON.stringify(path === '/profile' && person === alice ? { ...body, name: null } : body)
      for (const secret of [mark, ...secretIds()]) expect(said).not.toContain(secret)
    }
  }))

/** The request log without what the person was refused: it says again what that person asked for. */
const othersQuestions = (body: unknown, { email }: Person): string =>
  typeof body === 'string'
    ? body
        .split('\n')
        .filter((line) => !line.includes(email))
        .join('\n')
    : JSON.stringify(body, (_, one) => (one?.account === email ? null : one))

const secretIds = () => Object.entries(ids).flatMap(([noun, id]) => (noun === 'assets' ? [] : [id]))

test('a search finds what its owner has, and nothing of others', async () => {
  let found = 0
  for (const words of [mark, ...secretIds()]) {
    const search = `search?q=${encodeURIComponent(words)}`
    found += (await alice.call('GET', `/test/${search}`)).body.results.length
    expect((await bob.call('GET', `/test/${search}`)).body.results).toEqual([])
    expect((await alice.call('GET', `/main/${search}`)).body.results).toEqual([])
  }
  expect(found).toBeGreaterThan(5)
})

test('what is held to be hidden is there for its owner', async () => {
  let said = ''
  // One after the other: all at once wait for connections on a busy machine, and are then answered with 503.
  for (const path of ofAll) {
    const { status, body } = await alice.call('GET', `/test${path}`)
    expect([path, status]).toEqual([path, 200])
    said += JSON.stringify(body)
  }
  for (const noun of ['plans', 'payments', 'charges', 'events', 'deliveries', 'requests'])
    expect(said).toContain(ids[noun])
  expect(said.split(mark).length).toBeGreaterThan(10)
})
