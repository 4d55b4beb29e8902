/** The audit log: every command of a person, with what was before and after, and no secret. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretFields } from '../../src/http/authentication/audit.ts'
import { dashboardRoutes } from '../../src/http/dashboard/dashboard-routes.ts'
import { dashboardApi } from '../../src/http/openapi/apis.ts'
import { describeApi } from '../../src/http/openapi/document.ts'
import { createSubscription } from './actors.ts'
import {
  type Dashboard,
  logIn,
  newColleague,
  newMerchant,
  newOperator,
  type Person,
  startDashboard,
} from './service.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
})
afterAll(() => dashboard.stop())

type Entry = Record<'call' | 'by' | 'subject' | 'role' | 'from', string> & {
  asked: unknown
  before: unknown
  after: unknown
  network: string | null
}
const entriesOf = async (by: Person, query = ''): Promise<Entry[]> =>
  (await by.call('GET', `/test/audit${query}`)).body.entries

const limitsOf = (weiPerCharge: string | null) => ({
  blockchain: 'LocalTestNet',
  weiPerCharge,
  weiPerDay: null,
  sharePercent: null,
  relaysPermits: true,
})

test('what was set is there with what was before, who did it, and from where', async () => {
  const address = 'https://shop.example/hook'
  await alice.call('PUT', '/test/webhook-endpoint', { url: address })
  await alice.call('PUT', '/test/webhook-endpoint', { url: `${address}/2` })
  await alice.call('PUT', '/test/assets/tUSDC', { active: true })
  const key = (await alice.call('POST', '/test/api-keys', { label: 'shop' })).body
  await alice.call('PATCH', `/test/api-keys/${key.name}`, { label: 'till' })
  await alice.call('DELETE', `/test/api-keys/${key.name}`)
  await alice.call('PUT', '/test/return-hosts', { hosts: ['shop.example'] })
  await alice.call('PUT', '/test/frame-origins', { origins: ['https://shop.example'] })
  await alice.call('PUT', '/test/withdrawal-period', { withdrawalDays: 14 })
  const limits = {
    blockchain: 'LocalTestNet',
    perCharge: '0.002',
    perDay: null,
    sharePercent: null,
  }
  await alice.call('PUT', '/test/gas-limits', { ...limits, confirm: true })
  const changed = (await entriesOf(alice)).map(({ call, before, after }) => ({
    call,
    before,
    after,
  }))
  expect(changed.slice(0, -1)).toEqual([
    { call: 'setGasLimits', before: limitsOf(null), after: limitsOf('2000000000000000') },
    { call: 'setWithdrawalPeriod', before: { days: 0 }, after: { days: 14 } },
    {
      call: 'setFrameOrigins',
      before: { origins: [] },
      after: { origins: ['https://shop.example'] },
    },
    { call: 'setReturnHosts', before: { hosts: [] }, after: { hosts: ['shop.example'] } },
    { call: 'deleteApiKey', before: { label: 'till', name: key.name }, after: null },
    { call: 'relabelApiKey', before: { label: 'shop' }, after: { label: 'till' } },
    { call: 'createApiKey', before: null, after: { label: 'shop', name: key.name } },
    { call: 'switchAsset', before: { active: false }, after: { active: true } },
    { call: 'setWebhookEndpoint', before: { url: address }, after: { url: `${address}/2` } },
    { call: 'setWebhookEndpoint', before: null, after: { url: address } },
  ])
  const [newest] = await entriesOf(alice, `?subject=${key.name}`)
  expect(newest).toMatchObject({
    by: alice.email,
    role: 'Owner',
    from: expect.any(String),
    network: 'test',
    subject: key.name,
  })
})

test('a command to an actor is there with its state before and after', async () => {
  const owner = { merchantId: alice.merchantId, network: 'TestNet' } as const
  const id = await createSubscription(dashboard, owner, { customerId: 'c' })
  const support = await newColleague(dashboard, alice.merchantId, 'Support')
  expect((await support.call('POST', `/test/subscriptions/${id}/cancel`, {})).status).toBe(200)
  expect((await entriesOf(alice, `?subject=${id}`))[0]).toMatchObject({
    call: 'cancelSubscription',
    by: support.email,
    role: 'Support',
    before: { status: 'Draft' },
    after: { status: 'Cancelled' },
  })
})

test('what a command makes is found by its id', async () => {
  const maker = await newMerchant(dashboard, 'maker')
  const plan = { name: 'Monthly', asset: 'tUSDC', amount: '1', periodDays: 31 }
  const { id: planId } = (await maker.call('POST', '/test/plans', plan)).body
  const { name } = (await maker.call('POST', '/test/api-keys', { label: 'new' })).body
  const member = { email: 'made@audit.test', role: 'Reader' }
  const { id: memberId } = (await maker.call('POST', '/test/members', member)).body
  const calls = async (id: string) =>
    (await entriesOf(maker, `?subject=${id}`)).map(({ call }) => call)
  expect(await calls(planId)).toEqual(['createPlan'])
  expect(await calls(name)).toEqual(['createApiKey'])
  expect(await calls(memberId)).toEqual(['inviteMember'])
})

test('a merchant that an operator lets in is named by the entry', async () => {
  const operator = await newOperator(dashboard, 'registrar')
  const body = { name: 'New shop', email: 'new-shop@audit.test' }
  const { id } = (await operator.call('POST', '/operator/merchants', body)).body
  const found = await operator.call('GET', `/operator/audit?merchantId=${id}`)
  expect(found.body.entries).toMatchObject([
    { call: 'registerMerchant', subject: id, merchantName: 'New shop', by: operator.email },
  ])
})

test('what was refused, or only read, is not there; what is about people is on both networks', async () => {
  const before = await entriesOf(alice)
  await alice.call('PUT', '/test/webhook-endpoint', { url: 'nowhere' })
  await alice.call('DELETE', '/test/api-keys/unknown')
  await alice.call('PATCH', '/test/api-keys/unknown', { label: 'x' })
  await alice.call('GET', '/test/assets')
  expect(await entriesOf(alice)).toEqual(before)
  await alice.call('POST', '/main/members', { email: 'new@audit.test', role: 'Reader' })
  const [invited] = await entriesOf(alice)
  expect(invited).toMatchObject({
    call: 'inviteMember',
    network: null,
    after: { email: 'new@audit.test', role: 'Reader' },
  })
  const { id } = invited!.after as { id: string }
  await alice.call('POST', `/test/members/${id}/role`, { role: 'Finance' })
  expect((await entriesOf(alice, `?subject=${id}`))[0]).toMatchObject({
    call: 'changeRole',
    before: { role: 'Reader' },
    after: { role: 'Finance' },
  })
})

test('filters: by whom, which call, since when; and only its own merchant', async () => {
  const found = await entriesOf(alice, '?call=logIn&by=ALICE@example.test')
  expect(found.map(({ call }) => call)).toEqual(['logIn'])
  expect(await entriesOf(alice, '?since=2999-01-01T00:00:00Z')).toEqual([])
  expect((await entriesOf(alice, '?until=2999-01-01T00:00:00Z&limit=2')).length).toBe(2)
  const eve = await newMerchant(dashboard, 'eve')
  expect((await entriesOf(eve)).every(({ by }) => by === eve.email)).toBe(true)
  const operator = await newOperator(dashboard, 'olga')
  const path = `/operator/audit?merchantId=${alice.merchantId}&call=createApiKey`
  expect((await operator.call('GET', path)).body.entries).toHaveLength(1)
})

test('entries are neither changed nor removed', async () => {
  const { pool } = dashboard.database
  for (const statement of ['delete from audit_entry', "update audit_entry set email = 'x'"])
    await expect(pool.query(statement)).rejects.toThrow(/only grows/)
})

test('the entry of a change that fails is not there, and no change is without its entry', async () => {
  const { pool } = dashboard.database
  await pool.query(
    `alter table audit_entry add constraint refused check (call <> 'setReturnHosts') not valid`,
  )
  const hosts = async () => (await alice.call('GET', '/test/return-hosts')).body.hosts
  const before = await hosts()
  expect(
    (await alice.call('PUT', '/test/return-hosts', { hosts: ['other.example'] })).status,
  ).toBeGreaterThanOrEqual(500)
  expect(await hosts()).toEqual(before)
  await pool.query('alter table audit_entry drop constraint refused')
})

test('a command to an actor whose entry cannot be written is not done', async () => {
  const { pool } = dashboard.database
  await pool.query(
    `alter table audit_entry add constraint refused check (call <> 'cancelSubscription') not valid`,
  )
  const owner = { merchantId: alice.merchantId, network: 'TestNet' } as const
  const id = await createSubscription(dashboard, owner, { customerId: 'c' })
  const cancel = () => alice.call('POST', `/test/subscriptions/${id}/cancel`, {})
  expect((await cancel()).status).toBe(503)
  const status = async () => (await alice.call('GET', `/test/subscriptions/${id}`)).body.status
  expect(await status()).toBe('Draft')
  await pool.query('alter table audit_entry drop constraint refused')
  expect((await cancel()).status).toBe(200)
  expect(await entriesOf(alice, `?subject=${id}`)).toHaveLength(1)
})

test('a command that changes nothing is there as well, with the state that it met', async () => {
  const owner = { merchantId: alice.merchantId, network: 'TestNet' } as const
  const id = await createSubscription(dashboard, owner, { customerId: 'c' })
  const cancel = () => alice.call('POST', `/test/subscriptions/${id}/cancel`, {})
  await cancel()
  expect((await cancel()).status).toBe(200)
  expect((await entriesOf(alice, `?subject=${id}`)).map(({ before }) => before)).toEqual([
    { status: 'Cancelled' },
    { status: 'Draft' },
  ])
})

test('no secret gets into the log', async () => {
  const secrets = ['a very secret password', 'another secret password']
  const bob = await newMerchant(dashboard, 'bob')
  const invited = await bob.call('POST', '/test/members', { email: 's@audit.test', role: 'Owner' })
  const { token } = invited.body.invitation
  await bob.call('POST', '/account-link', { token, password: secrets[0]! })
  const sam = await logIn(dashboard, 's@audit.test', secrets[0])
  await sam.call('POST', '/password', { currentPassword: secrets[0], newPassword: secrets[1] })
  const { secret } = (await sam.call('POST', '/second-factor/totp')).body
  const key = (await sam.call('POST', '/test/api-keys', { label: 'x' })).body
  const { rows } = await dashboard.database.pool.query('select a::text as text from audit_entry a')
  const stored = rows.map(({ text }) => text).join()
  expect(stored).toContain('changePassword')
  expect(stored).toContain('(not kept)')
  for (const one of [...secrets, token, secret, key.secret]) expect(stored).not.toContain(one)
})

test('every field of a command that sounds like a secret is one that is not kept', () => {
  const { paths, components } = JSON.parse(JSON.stringify(describeApi(dashboardApi)))
  const names = new Set<string>()
  const collect = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    const { $ref, properties } = part as { $ref?: string; properties?: Record<string, unknown> }
    if ($ref) collect(components.schemas[$ref.split('/').at(-1)!])
    for (const name of Object.keys(properties ?? {})) names.add(name)
    for (const [name, inner] of Object.entries(part)) if (name !== 'example') collect(inner)
  }
  for (const methods of Object.values(paths) as Record<string, { requestBody?: unknown }>[])
    for (const { requestBody } of Object.values(methods)) collect(requestBody)
  const sounding = [...names].filter((name) =>
    /pass|secret|token|code|credential|proof/i.test(name),
  )
  expect(sounding.filter((name) => !secretFields.has(name))).toEqual([])
  expect(dashboardRoutes.length).toBeGreaterThan(50)
})
