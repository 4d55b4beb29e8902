/** What gives the account or its money away asks for the proof in the call: a session that logged in just now is not enough. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dashboardRoutes } from '../../src/http/dashboard/dashboard-routes.ts'
import { tryEach } from '../support/try-each.ts'
import {
  type Dashboard,
  logIn,
  newColleague,
  newMerchant,
  type Person,
  startDashboard,
} from './service.ts'

const password = 'a long password'
let dashboard: Dashboard
let owner: Person & { merchantId: string }
let colleague: Person
let colleagueId: string
beforeAll(async () => {
  dashboard = await startDashboard()
  owner = await newMerchant(dashboard, 'alice')
  colleague = await newColleague(dashboard, owner.merchantId, 'Owner')
  colleagueId = await idOf(colleague.email)
})
afterAll(() => dashboard.stop())

const idOf = async (email: string): Promise<string> =>
  (await owner.call('GET', '/test/members')).body.members.find(
    (one: { email: string }) => one.email === email,
  ).id

const needsProof = (kind: true | 'inCall') =>
  dashboardRoutes.filter((route) => 'needsProof' in route && route.needsProof === kind)

test('these calls carry a proof, and these need one of the last minutes', () => {
  expect(needsProof('inCall').map(({ operationId }) => operationId)).toEqual([
    'offerTotp',
    'removeTotp',
    'makeRecoveryCodes',
    'offerPasskey',
    'removePasskey',
    'inviteMember',
    'changeRole',
    'enableMember',
    'resetMember',
    'removeSecondFactors',
    'setWebhookEndpoint',
    'setReceiver',
    'createApiKey',
  ])
  const ofMembers = needsProof(true).filter(({ access }) => access !== 'operator')
  expect(ofMembers.map(({ operationId }) => operationId)).toEqual([
    'confirmTotp',
    'addPasskey',
    'disableMember',
    'deleteApiKey',
    'setProfile',
    'setLogo',
    'removeLogo',
    'setReturnHosts',
    'setFrameOrigins',
  ])
})

/** A body that each call takes, but for the proof. */
const bodies: Record<string, object> = {
  inviteMember: { email: 'x@example.test', role: 'Owner' },
  changeRole: { role: 'Owner' },
  setWebhookEndpoint: { url: 'https://thief.example/hooks' },
  setReceiver: { blockchain: 'LocalTestNet', address: `0x${'1'.repeat(40)}` },
  createApiKey: { label: 'x' },
}

test('a session that has just logged in gives nothing away, and no wrong password does', async () => {
  await tryEach(
    needsProof('inCall'),
    ({ operationId }) => operationId,
    async ({ operationId, method, path }) => {
      const thief = await logIn(dashboard, owner.email)
      const url = path.replace('/dashboard/api', '').replace('{network}', 'test')
      const asked = url.replace('{id}', colleagueId)
      const body = bodies[operationId] ?? {}
      expect((await thief.bare(method, asked, body)).body).toMatchObject({
        code: 'SecondFactorRequired',
        inCall: true,
        proofs: ['Password'],
      })
      const guess = { ...body, proof: { password: 'not the password' } }
      expect((await thief.bare(method, asked, guess)).status).toBe(403)
    },
  )
  const { body } = await owner.call('GET', '/test/members')
  expect(body.members).toHaveLength(2)
  expect((await owner.call('GET', '/test/api-keys')).body.apiKeys).toEqual([])
})

test('a proof of no kind, a day of no calendar and a NUL are refused with what to do', async () => {
  const { body } = await owner.bare('POST', '/test/api-keys', { label: 'x', proof: {} })
  expect(body.fields).toEqual([
    { path: 'proof', message: 'must be one of {"password"}, {"code"} and {"passkey"}' },
  ])
  const messageOf = async (path: string) =>
    (await owner.call('GET', `/test/${path}`)).body.fields[0].message
  expect(await messageOf('forecast/charges?date=2027-02-30')).toBe(
    "must be a day such as 2026-01-31; it is '2027-02-30'",
  )
  expect(await messageOf('search?q=%00')).toBe("'%00' holds a NUL character")
})

test('nobody resets themselves, with whatever proof', async () => {
  const ownId = await idOf(owner.email)
  const refused = await owner.call('POST', `/test/members/${ownId}/reset`)
  expect(refused).toMatchObject({ status: 403, body: { code: 'Forbidden' } })
  expect(refused.body.message).toContain('POST /dashboard/api/password')
  expect((await owner.call('POST', `/test/members/${colleagueId}/reset`)).status).toBe(200)
})

test('a proof in a call counts for the session too, and is in no log', async () => {
  const { pool } = dashboard.database
  await pool.query('update session set proven_at = null')
  expect((await owner.call('PUT', '/test/return-hosts', { hosts: [] })).status).toBe(403)
  expect((await owner.call('POST', '/test/api-keys', { label: 'shop' })).status).toBe(201)
  expect((await owner.call('PUT', '/test/return-hosts', { hosts: [] })).status).toBe(200)
  const { rows } = await pool.query('select asked::text as asked from audit_entry')
  expect(JSON.stringify(rows)).not.toContain(password)
})
