/** Every call of the dashboard about a merchant, by every role, on both networks: as `docs/roles.md` says. */
import { json } from 'node:stream/consumers'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dashboardRoutes } from '../../src/http/dashboard/dashboard-routes.ts'
import { type MemberRole, memberRoles } from '../../src/store/people/account-roles.ts'
import { tryEach } from '../support/try-each.ts'
import { type Dashboard, newColleague, newMerchant, startDashboard } from './service.ts'
import { defaultRateLimits } from '../../src/http/http-settings.ts'

const memberRoutes = dashboardRoutes.filter((route) => route.access === 'member')
/** Each call, by each role, on each network. */
const tableTimeoutMs = 120_000
const networks = ['test', 'main'] as const
type Network = (typeof networks)[number]

/** The rows of the second table: what each role may, by the name of the call. */
const expected = readExpected()

let dashboard: Dashboard
let merchantId: string
const cookies = new Map<MemberRole, string>()

beforeAll(async () => {
  dashboard = await startDashboard({ ...defaultRateLimits, accountPerSecond: 10_000 })
  ;({ merchantId } = await newMerchant(dashboard, 'alice'))
  for (const role of memberRoles)
    cookies.set(role, (await newColleague(dashboard, merchantId, role)).cookie)
})
afterAll(() => dashboard.stop())

test('the page names every call about a merchant', () => {
  expect([...expected.keys()]).toEqual(memberRoutes.map(({ operationId }) => operationId))
})

test(
  'every role may call on each network what its row says, and nothing else',
  async () => {
    const cells = memberRoles.flatMap((role) =>
      networks.flatMap((network) => memberRoutes.map((route) => ({ role, network, route }))),
    )
    await tryEach(
      cells,
      ({ role, network, route }) => `${role}, ${network}, ${route.operationId}`,
      async ({ role, network, route }) => {
        const granted = expected.get(route.operationId)![role]
        const isGranted = granted === 'yes' || granted === network
        expect(await isRefused(role, network, route)).toBe(!isGranted)
      },
    )
  },
  tableTimeoutMs,
)

/** Calls a route without what it asks for; a refusal for want of the right says so, and who has it. */
async function isRefused(
  role: MemberRole,
  network: Network,
  { method, path, right }: (typeof memberRoutes)[number],
): Promise<boolean> {
  const url = path.replace('{network}', network).replaceAll(/\{\w+\}/g, 'x')
  const headers = { cookie: cookies.get(role)! }
  // A stream of events has no end to wait for.
  const answer = await dashboard.server.inject({ method, url, headers, payloadAsStream: true })
  expect(answer.statusCode).toBeLessThan(500)
  const isJson = String(answer.headers['content-type']).includes('json')
  const body = isJson ? ((await json(answer.stream())) as Record<string, unknown>) : {}
  answer.stream().destroy()
  if (!('right' in body)) return false
  expect(body).toMatchObject({ status: 403, code: 'Forbidden', role, right })
  expect(body.roles).toContain('Owner')
  expect(body.roles).not.toContain(role)
  return true
}

const mayOf = (role: MemberRole, network: Network) =>
  memberRoutes.filter(({ operationId }) =>
    ['yes', network].includes(expected.get(operationId)![role]),
  )
const changes = (role: MemberRole, network: Network) =>
  mayOf(role, network).filter(({ method }) => method !== 'GET')

test('an owner may do everything', () => {
  for (const network of networks) expect(mayOf('Owner', network)).toEqual(memberRoutes)
})

test('no call that only reads needs a right to change, and none that changes is for readers', () => {
  const toRead = ['read', 'export', 'inspect', 'audit', 'people']
  for (const { method, right } of memberRoutes)
    if (method === 'GET') expect(toRead).toContain(right)
    else expect(['read', 'export', 'inspect', 'audit']).not.toContain(right)
})

test('readers and the finance department change nothing', () => {
  for (const network of networks)
    for (const role of ['Reader', 'Finance'] as const) expect(changes(role, network)).toEqual([])
})

test('developers change nothing on the main network', () => {
  expect(changes('Developer', 'main')).toEqual([])
  expect(changes('Developer', 'test').length).toBeGreaterThan(5)
})

test('support never reaches keys, the endpoint, money or people', () => {
  const words = /api-key|webhook-endpoint|receiver|gas-limits|assets|members|audit|verification/
  for (const network of networks) {
    expect(mayOf('Support', network).map(({ path }) => path)).not.toContainEqual(
      expect.stringMatching(/api-key/),
    )
    for (const { path } of changes('Support', network)) expect(path).not.toMatch(words)
  }
})

test('only an owner says on the main network where the money goes, and who belongs to the merchant', () => {
  const ofOwners = memberRoutes.filter(({ right }) => right === 'receiver' || right === 'people')
  expect(ofOwners.map(({ operationId }) => operationId)).toContain('setReceiver')
  for (const { operationId } of ofOwners)
    for (const role of memberRoles)
      expect(expected.get(operationId)![role] === 'yes').toBe(role === 'Owner')
})

function readExpected(): Map<string, Record<MemberRole, string>> {
  const text = readFileSync(new URL('../../docs/roles.md', import.meta.url), 'utf8')
  const lines = text.split('## Calls')[1]!.matchAll(/^\| `(\w+)` \| `\w+` \| (.+) \|$/gm)
  return new Map(
    [...lines].map(([, call, cells]) => [
      call!,
      Object.fromEntries(
        cells!.split(' | ').map((cell, place) => [memberRoles[place]!, cell]),
      ) as Record<MemberRole, string>,
    ]),
  )
}
