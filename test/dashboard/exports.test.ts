/** Exports: a list's filter as CSV adds up to the list, and does nothing in a spreadsheet. */
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Owner } from '../../src/shared/owner.ts'
import { readCsv } from '../support/csv.ts'
import { passUntil } from '../support/settle.ts'
import { createSubscription } from './actors.ts'
import { createPayment } from './payments.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'
import { defaultRateLimits } from '../../src/http/http-settings.ts'

const many = 12_000

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let bob: Person & { merchantId: string }
let owner: Owner
let url: string

beforeAll(async () => {
  // A test asks over and over until an export has ended, which takes longer on a busy machine.
  dashboard = await startDashboard({ ...defaultRateLimits, accountPerSecond: 1_000_000 })
  alice = await newMerchant(dashboard, 'alice')
  bob = await newMerchant(dashboard, 'bob')
  owner = { merchantId: alice.merchantId, network: 'TestNet' }
  await createPayment(dashboard, owner)
  await dashboard.database.pool.query(
    `insert into payment (id, merchant_id, network, status, phase, revision, machine_version, snapshot, created_at, updated_at)
     select lpad(n::text, 22, 'c'), merchant_id, network, status, phase, 1, machine_version,
       jsonb_set(snapshot, '{context}', snapshot->'context' || jsonb_build_object(
         'depositAddress', '0x' || lpad(to_hex(n), 40, '0'), 'amount', (n * 10)::text,
         'metadata', case n % 3 when 0 then '"order ' || n || '"' when 1 then null else '{"order":' || n || ',"=shop":"@x"}' end)),
       created_at - n / 7 * interval '1 second', updated_at
     from generate_series(1, ${many}) n cross join (select * from payment limit 1) one`,
  )
  await dashboard.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = dashboard.server.server.address() as AddressInfo
  url = `http://127.0.0.1:${port}/dashboard/api`
})
afterAll(() => dashboard.stop())

const inOrder = (one: string, other: string) => one.localeCompare(other)
const get = async (path: string, person: Person = alice) => (await person.call('GET', path)).body
const read = async (path: string, person: Person = alice) => readCsv(await get(path, person))

describe('an export of many payments', () => {
  test('holds every row of the list once, in its order, and adds up to its totals', async () => {
    const rows = await read('/test/payments.csv')
    expect(rows).toHaveLength(many + 1)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(many + 1)
    const micros = rows.map(({ amount }) => BigInt(Math.round(Number(amount) * 1e6)))
    const sum = micros.reduce((total, one) => total + one, 0n)
    const { count, amounts } = await get('/test/payments/totals')
    expect(count).toBe(rows.length)
    expect(amounts).toEqual([`${Number(sum) / 1e6} tUSDC`])
    const { payments } = await get('/test/payments?limit=1000&offset=5000&withTotal=false')
    expect(rows.slice(5000, 6000).map(({ id }) => id)).toEqual(
      payments.map(({ id }: { id: string }) => id),
    )
  })

  test('holds what the filter holds, and the keys of the metadata as columns', async () => {
    const filter = 'amountFrom=0.1&amountTo=0.10002'
    const rows = await read(`/test/payments.csv?${filter}`)
    expect(rows.map(({ amount }) => amount ?? '').toSorted(inOrder)).toEqual([
      '0.1',
      '0.10001',
      '0.10002',
    ])
    expect(await get(`/test/payments/totals?${filter}`)).toMatchObject({ count: rows.length })
    const of = (amount: string) => rows.find((row) => row['amount'] === amount)!
    expect(of('0.10001')).toMatchObject({ 'metadata.order': '10001', 'metadata.=shop': "'@x" })
    expect(of('0.10002')).toMatchObject({ metadata: 'order 10002', 'metadata.order': '' })
    expect(of('0.1')).toMatchObject({ metadata: '', 'metadata.order': '' })
  })

  test('is one of two at once: a third is refused until one has ended', async () => {
    const connections = [await open('/test/payments.csv'), await open('/test/payments.csv')]
    const refused = await alice.call('GET', '/test/plans.csv')
    expect(refused).toMatchObject({ status: 429, body: { code: 'TooManyRequests' } })
    expect((await bob.call('GET', '/test/plans.csv')).status).toBe(200)
    connections[0]!.destroy()
    const mayExport = async () => (await alice.call('GET', '/test/plans.csv')).status === 200
    await passUntil(dashboard, 'one has ended', mayExport, { byMs: 0 })
    connections[1]!.destroy()
  })
})

/** Asks for an export and reads nothing of it. */
async function open(path: string): Promise<ClientRequest> {
  const asking = request(`${url}${path}`, { headers: { cookie: alice.cookie } })
  asking.on('error', () => undefined)
  asking.end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  answer.pause()
  return asking
}

test.each([
  ['=1+1', "'=1+1"],
  ['+41', "'+41"],
  ['-1+1', "'-1+1"],
  ['-12.50', '-12.50'],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['shop;=1+1;-5', "shop;'=1+1;'-5"],
  ['a "b", c', 'a "b", c'],
  ['two\r\nlines, é 日本 🙂', 'two\r\nlines, é 日本 🙂'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
])('the customer %j stands in a cell as %j', async (customerId, cell) => {
  await createSubscription(dashboard, owner, { customerId })
  const filter = `customerId=${encodeURIComponent(customerId)}`
  const [subscription] = await read(`/test/subscriptions.csv?${filter}`)
  const [customer] = await read(`/test/customers.csv?${filter}`)
  expect([subscription!['customerId'], customer!['customerId']]).toEqual([cell, cell])
})

test('a file that people open in a spreadsheet says that it is UTF-8, and one for programs does not', async () => {
  for (const list of ['payments', 'subscriptions', 'audit']) {
    const [forPrograms] = (await get(`/test/${list}.csv`)).split('\r\n', 1)
    const [forPeople] = (await get(`/test/${list}.csv?spreadsheet=true`)).split('\r\n', 1)
    expect(forPeople.replaceAll(' (UTC)', '')).toBe(`\uFEFF${forPrograms}`)
    expect(forPeople).toMatch(/,(at|createdAt) \(UTC\),/)
  }
})

test('a number of the merchant’s own keeps its zeros in a spreadsheet, and an amount stays a number', async () => {
  await createSubscription(dashboard, owner, {
    customerId: '00123',
    metadata: '{"order":"1-2","n":7}',
  })
  const address = '/test/subscriptions.csv?customerId=00123'
  const forPeople = readCsv((await get(`${address}&spreadsheet=true`)).slice(1))
  expect(forPeople).toMatchObject([
    { customerId: "'00123", 'metadata.order': "'1-2", 'metadata.n': '7', amount: '10' },
  ])
  expect(await read(address)).toMatchObject([{ customerId: '00123', 'metadata.order': '1-2' }])
})

test('metadata of a subscription that is an object has columns, with a hostile key too', async () => {
  await createSubscription(dashboard, owner, {
    customerId: 'with-metadata',
    metadata: '{"=cmd|x":"1","nested":{"a":[1]},"__proto__":"p"}',
  })
  const answer = await alice.call('GET', '/test/subscriptions.csv?customerId=with-metadata')
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="subscriptions-test-\d{4}-\d\d-\d\d\.csv"$/,
  )
  const [row] = readCsv(answer.body)
  expect(row).toMatchObject({ 'metadata.=cmd|x': '1', 'metadata.nested': '{"a":[1]}' })
  expect(row!['metadata.__proto__']).toBe('p')
})

test('metadata that is no object, or has keys that no column can bear, stays in one cell', async () => {
  const long = 'k'.repeat(401)
  const texts = ['{not JSON', String.raw`{"nul\u0000":1}`, `{"${long}":"v"}`, '{"fits":"1"}']
  for (const metadata of texts)
    await createSubscription(dashboard, owner, { customerId: 'odd', metadata })
  const rows = await read('/test/subscriptions.csv?customerId=odd')
  expect(rows.map(({ metadata }) => metadata ?? '').toSorted(inOrder)).toEqual(
    ['', texts[0]!, texts[1]!, texts[2]!].toSorted(inOrder),
  )
  const fitting = rows.filter((row) => row['metadata.fits'] !== '')
  expect(fitting.map((row) => row['metadata.fits'])).toEqual(['1'])
  expect(Object.keys(rows[0]!).filter((name) => name.includes(long))).toEqual([])
  const [ofOther] = (await get('/test/subscriptions.csv', bob)).split('\r\n')
  const [ofOtherNetwork] = (await get('/main/subscriptions.csv')).split('\r\n')
  for (const header of [ofOther, ofOtherNetwork]) expect(header).not.toContain('metadata.')
})

test('a merchant of endless keys has as many columns as fit, and loses none of the rest', async () => {
  const carol = await newMerchant(dashboard, 'carol')
  const ofCarol: Owner = { merchantId: carol.merchantId, network: 'TestNet' }
  const make = (from: number) =>
    createSubscription(dashboard, ofCarol, {
      customerId: `keys-${from}`,
      metadata: JSON.stringify(
        Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`key${from + n}`, n])),
      ),
    })
  for (const from of [1_000, 2_000, 3_000]) await make(from)
  const rows = await read('/test/subscriptions.csv', carol)
  const names = Object.keys(rows[0]!).filter((name) => name.startsWith('metadata.'))
  expect(names).toHaveLength(200)
  const last = rows.find(({ customerId }) => customerId === 'keys-3000')!
  expect(Object.keys(JSON.parse(last['metadata']!))).toHaveLength(150)
})

test.each([
  'payments',
  'exceptions',
  'plans',
  'subscriptions',
  'charges',
  'customers',
  'deliveries',
  'events',
])('the export of %s adds up to the list, and holds nothing of others', async (list) => {
  const [header] = (await get(`/test/${list}.csv`, bob)).split('\r\n')
  expect(header).toMatch(/^[A-Za-z]+(,[A-Za-z]+)*$/)
  expect(await read(`/test/${list}.csv`, bob)).toEqual([])
  const { count } = await get(`/test/${list}/totals`)
  expect(await read(`/test/${list}.csv`)).toHaveLength(count)
  expect((await alice.call('GET', `/test/${list}.csv?limit=1`)).status).toBe(400)
})
