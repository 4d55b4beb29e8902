/** The audit log as a file: the list's filters, the list's entries, nobody else's, and nothing that a spreadsheet runs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCsv } from '../support/csv.ts'
import {
  type Dashboard,
  newColleague,
  newMerchant,
  newOperator,
  type Person,
  startDashboard,
} from './service.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let bob: Person & { merchantId: string }
let operator: Person

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  bob = await newMerchant(dashboard, 'bob')
  operator = await newOperator(dashboard, 'olga')
  await alice.call('POST', '/test/api-keys', { label: '=cmd()' })
  await alice.call('PUT', '/test/return-hosts', { hosts: ['shop.example'] })
  await alice.call('PUT', '/main/return-hosts', { hosts: ['real.example'] })
  await bob.call('PUT', '/test/return-hosts', { hosts: ['bob.example'] })
})
afterAll(() => dashboard.stop())

type Entry = { id: string; call: string; by: string; merchantId: string; at: string }
const list = async (by: Person, path: string): Promise<Entry[]> =>
  (await by.call('GET', path)).body.entries
async function file(by: Person, path: string) {
  const answer = await by.call('GET', path)
  expect(answer.status).toBe(200)
  return readCsv(answer.body)
}
const ids = (rows: { id?: string }[]) => rows.map(({ id }) => id)

test.each([
  '',
  '?createdWithin=15m',
  '?call=return+hosts',
  '?by=ALICE',
  '?subject=nothing',
  '?until=2000-01-01T00:00:00Z',
])('a file holds what the list holds, in its order, with the filter %j', async (query) => {
  const rows = await file(alice, `/test/audit.csv${query}`)
  expect(ids(rows)).toEqual(ids(await list(alice, `/test/audit${query}`)))
})

test('it is of one merchant and one network, with what is about both', async () => {
  const calls = async (network: string) =>
    (await file(alice, `/${network}/audit.csv`)).map(({ call, after }) => [call, after])
  const logIn = ['logIn', expect.any(String)]
  expect(await calls('main')).toEqual([['setReturnHosts', '{"hosts":["real.example"]}'], logIn])
  expect((await calls('test')).map(([call]) => call)).toEqual([
    'setReturnHosts',
    'createApiKey',
    'logIn',
  ])
})

test('an entry about a plan has its present name, which operators are not told', async () => {
  const plan = { name: 'Vegetable box', asset: 'tUSDC', amount: '7.25', periodDays: 31 }
  const { id } = (await alice.call('POST', '/test/plans', plan)).body
  await alice.call('PATCH', `/test/plans/${id}`, { name: 'Fruit box' })
  const named = async (by: Person, path: string) =>
    (await file(by, `${path}?subject=${id}`)).map(({ call, planName }) => [call, planName])
  expect(await named(alice, '/test/audit.csv')).toEqual([
    ['changePlan', 'Fruit box'],
    ['createPlan', 'Fruit box'],
  ])
  const { body } = await alice.call('GET', `/test/audit?subject=${id}`)
  expect(body.entries).toMatchObject([{ planName: 'Fruit box' }, { planName: 'Fruit box' }])
  expect(await named(operator, '/operator/audit.csv')).toEqual([
    ['changePlan', ''],
    ['createPlan', ''],
  ])
})

test('operators take all of it along, or one merchant’s', async () => {
  const rows = await file(operator, '/operator/audit.csv?call=returnHosts')
  expect(rows.map(({ merchantId }) => merchantId)).toEqual([
    bob.merchantId,
    alice.merchantId,
    alice.merchantId,
  ])
  expect(rows.map(({ merchantName }) => merchantName)).toEqual(['bob', 'alice', 'alice'])
  const ofBob = await file(operator, `/operator/audit.csv?merchantId=${bob.merchantId}`)
  expect(ofBob.map(({ by }) => by)).toEqual([bob.email, bob.email])
})

test('a person who may not see the log may not export it', async () => {
  const finance = await newColleague(dashboard, alice.merchantId, 'Finance')
  expect((await finance.call('GET', '/test/audit.csv')).status).toBe(403)
  expect((await alice.call('GET', '/operator/audit.csv')).status).toBe(403)
})

test('a moment narrows it to the entries at or after it, and before the other', async () => {
  const all = await list(alice, '/test/audit')
  const { at, id } = all[1]!
  const since = await file(alice, `/test/audit.csv?since=${encodeURIComponent(at)}`)
  expect(ids(since)).toEqual([all[0]!.id, id])
  const until = await file(alice, `/test/audit.csv?until=${encodeURIComponent(at)}`)
  expect(ids(until)).toEqual(ids(all.slice(2)))
  await dashboard.database.pool.query(
    `insert into audit_entry (id, merchant_id, account_id, email, role, call, subject, at)
     values ('00', $1, 'a', 'a@b.c', 'Owner', 'logIn', '', now() - interval '61 minutes')`,
    [alice.merchantId],
  )
  expect(await list(alice, '/test/audit?createdWithin=1h')).toHaveLength(all.length)
  expect(await list(alice, '/test/audit?createdWithin=4h')).toHaveLength(all.length + 1)
})

test('what a spreadsheet would run is text', async () => {
  await dashboard.database.pool.query(
    `insert into audit_entry (id, merchant_id, network, account_id, email, role, call, subject, at)
     values ('0', $1, null, 'a', '=cmd()', 'Owner', 'logIn', '@SUM(A1)', now() - interval '1 year')`,
    [alice.merchantId],
  )
  const [oldest] = (await file(alice, '/test/audit.csv')).toReversed()
  expect(oldest).toMatchObject({ by: "'=cmd()", subject: "'@SUM(A1)" })
})

test('many entries come part by part, from one moment', async () => {
  await dashboard.database.pool.query(
    `insert into audit_entry (id, merchant_id, network, account_id, email, role, call, subject, at)
     select 'many' || n, $1, 'TestNet', 'a', 'a@b.c', 'Owner', 'resendDelivery', '', now()
     from generate_series(1, 2500) n`,
    [bob.merchantId],
  )
  const rows = await file(bob, '/test/audit.csv?call=resendDelivery')
  expect(new Set(ids(rows)).size).toBe(2_500)
})
