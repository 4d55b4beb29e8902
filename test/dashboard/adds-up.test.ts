/** Under every filter of every list: what its pages hold, what its totals say and what its export holds are the same rows. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillMerchant } from './fill.ts'
import { lists } from '../../src/http/dashboard/lists/dashboard-lists.ts'
import { newId } from '../../src/shared/ids.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { logRequests } from '../../src/store/request-log/write.ts'
import { readCsv } from '../support/csv.ts'
import { createPaid, createPayment } from './payments.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'
import { defaultRateLimits } from '../../src/http/http-settings.ts'

type Row = Record<string, unknown>

const size = { subscriptions: 120, charges: 180, deliveries: 90 }
const pageSize = 50

let dashboard: Dashboard
let alice: Person & { merchantId: string }
beforeAll(async () => {
  dashboard = await startDashboard({ ...defaultRateLimits, accountPerSecond: 10_000 })
  alice = await newMerchant(dashboard, 'alice')
  const owner = { merchantId: alice.merchantId, network: 'TestNet' } as const
  await fillMerchant(dashboard, owner, size)
  for (const asset of ['tUSDC', 'tUSDT']) {
    const plan = { name: asset, asset, amount: '1.5', periodDays: 31, tags: [asset] }
    await alice.call('POST', '/test/plans', plan)
    await createPayment(dashboard, owner, { asset })
  }
  await createPaid(dashboard, owner, { inTime: 12_000_000 })
  await createPaid(dashboard, owner, { late: 10_000_000 })
  await logSome(owner)
}, 60_000)
afterAll(() => dashboard.stop())

const logSome = (owner: Owner) =>
  logRequests(
    dashboard.database,
    Array.from({ length: 60 }, (_, n) => ({
      ...owner,
      id: newId(dashboard.clock.realNow()),
      requestId: `request-${n}`,
      keyName: n % 2 ? 'till' : null,
      account: n % 2 ? null : alice.email,
      operationId: n % 3 ? 'createPayment' : 'createPlan',
      method: n % 3 ? 'POST' : 'GET',
      path: '/integration/payments',
      status: n % 5 ? 201 : 409,
      durationMs: n,
      problemCode: n % 5 ? null : 'IdempotencyConflict',
      isReplayed: n % 7 === 0,
      address: '10.0.0.1',
      userAgent: null,
      createdAt: dashboard.clock.realNow(),
    })),
  )

/** Filters whose values no field of a row shows; those of metrics have tests of their own as well. */
const given: Record<string, string> = {
  createdWithin: '1h',
  words: 'order 7',
  tags: 'tUSDC',
  atRisk: 'true',
  endedBy: 'voluntary',
  failedFirstFor: 'InsufficientBalance',
  outcomeIn: 'Refused',
  eventTypeIn: 'SubscriptionChargeCreated',
}
/** Fields by which rows are filtered under another name. */
const fieldOf: Record<string, string> = {
  created: 'createdAt',
  nextCharge: 'nextChargeAt',
  expires: 'expiresAt',
  search: 'id',
}
/** Moments of a life that rows do not show. */
const momentsOf = /^(firstCharged|ended|failed)(From|To)$|^payingAt$/

/** A value by which a filter divides the rows where they differ: the middle one, of those that are there. */
function valueFor(filter: string, rows: Row[]): string | null {
  if (filter in given) return given[filter]!
  const name = filter.replace(/(From|To|In)$/, '')
  if (momentsOf.test(filter))
    return middleOf(rows.map((row) => row['createdAt'] ?? row['firstSeenAt']))
  if (name === 'amount') return middleOf(rows.map((row) => amountOf(row)?.value))
  if (name === 'asset') return middleOf(rows.map((row) => amountOf(row)?.asset))
  const field = fieldOf[name] ?? name
  const values = rows.map(
    (row) => row[field] ?? (field === 'createdAt' ? row['firstSeenAt'] : null),
  )
  return middleOf(values.length && values[0] === undefined ? [] : values)
}

function middleOf(values: unknown[]): string | null {
  const there = values.filter((one) => one !== null && one !== undefined).map(String)
  const inOrder = there.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  return inOrder[Math.floor(inOrder.length / 2)] ?? null
}

/** The amount of a row of a list, or of its export, where the asset has a column of its own. */
function amountOf({ amount, asset }: Row): { value: string; asset: string } | null {
  if (amount === undefined) return null
  if (typeof amount === 'object') {
    const { value, currency } = amount as { value: string; currency: string }
    return { value, asset: currency }
  }
  const [value = '', code] = `${amount as string}`.split(' ')
  return { value, asset: code ?? String(asset) }
}

const digits = 36
function toUnits(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(digits, '0'))
}

/** Sums rows by asset, in units of the last of 36 decimals. */
function addUp(amounts: ({ value: string; asset: string } | null)[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {}
  for (const one of amounts) if (one) sums[one.asset] = (sums[one.asset] ?? 0n) + toUnits(one.value)
  return sums
}

async function get(path: string) {
  const { status, body } = await alice.call('GET', `/test/${path}`)
  expect([path, status, status === 200 ? null : body]).toEqual([path, 200, null])
  return body
}

/** Reads a list page by page, and what each page says of the whole. */
async function readPages(list: string, query: string): Promise<{ rows: Row[]; total: number }> {
  const rows: Row[] = []
  for (let after = ''; ;) {
    const body = await get(`${list}?${query}&limit=${pageSize}${after}`)
    const field = Object.keys(body).find((name) => Array.isArray(body[name]))!
    rows.push(...body[field])
    if (body.page.next === null) return { rows, total: body.page.total }
    after = `&after=${body.page.next}`
  }
}

const idOf = (row: Row) =>
  String(
    row['eventId'] && row['logNumber']
      ? row['eventId']
      : (row['id'] ?? row['contractAddress'] ?? row['customerId']),
  )

test.each(Object.values(lists).map(({ name, filter }) => [name, Object.keys(filter)] as const))(
  '%s: pages, totals and export are the same under each filter',
  async (list, filters) => {
    const { rows: whole } = await readPages(list, '')
    expect(whole.length).toBeGreaterThan(1)
    const told: string[] = []
    for (const filter of ['', ...filters]) {
      const value = filter === '' ? '' : valueFor(filter, whole)
      if (value === null) continue
      const query = filter === '' ? '' : `${filter}=${encodeURIComponent(value)}`
      const { rows, total } = await readPages(list, query)
      const totals = await get(`${list}/totals?${query}`)
      const exported = readCsv(await get(`${list}.csv?${query}`))
      expect([query, rows.length, total, exported.length]).toEqual([
        query,
        totals.count,
        totals.count,
        totals.count,
      ])
      expect(exported.map(idOf)).toEqual(rows.map(idOf))
      const said = totals.amounts.map((amount: string) => amountOf({ amount }))
      if (said.length) {
        expect([query, addUp(rows.map(amountOf))]).toEqual([query, addUp(said)])
        expect([query, addUp(exported.map(amountOf))]).toEqual([query, addUp(said)])
      }
      // A second sum is that of a field which every row shows.
      if (list === 'payments' || list === 'exceptions')
        expect([query, addUp(totals.paid.map((amount: string) => amountOf({ amount })))]).toEqual([
          query,
          addUp(rows.map(({ paidAmount }) => amountOf({ amount: paidAmount }))),
        ])
      if (rows.length > 0 && rows.length < whole.length) told.push(filter)
    }
    // A filter that leaves all or nothing shows little.
    expect(told.length).toBeGreaterThan(filters.length / 4)
  },
  60_000,
)
