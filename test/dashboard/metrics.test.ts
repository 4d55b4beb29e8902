/** Every metric, computed again from the files that merchants export, and from nothing else. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { dayMs } from '../../machines/durations.ts'
import { makeCrowd } from './many-subscriptions.ts'
import type { MetricsOfAsset } from '../../src/http/dashboard/numbers/metrics-resource.ts'
import { keptMsMax } from '../../src/http/dashboard/numbers/recent-answers.ts'
import { statements } from '../../src/store/views/metrics/statements.ts'
import { readCsv } from '../support/csv.ts'
import { passTime } from '../support/settle.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'
import { addressOf } from './world.ts'

type CsvRow = Record<string, string>

const crowd = 400

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let charges: CsvRow[]
let subscriptions: CsvRow[]
let from: string
let to: string
let metrics: z.infer<typeof MetricsOfAsset>

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  const owner = { merchantId: alice.merchantId, network: 'TestNet' } as const
  const now = dashboard.clock.now()
  const ground = { owner, blockchain: 'LocalTestNet', asset: 'tUSDC', token: addressOf('c0'), now }
  await makeCrowd(dashboard.database.pool, ground, { count: crowd })
  charges = await download('charges.csv')
  subscriptions = await download('subscriptions.csv')
  from = new Date(now.getTime() - 40 * dayMs).toISOString()
  to = new Date(now.getTime() - dayMs).toISOString()
  const { assets } = await get(`metrics?from=${from}&to=${to}`)
  metrics = assets[0]
})
afterAll(() => dashboard.stop())

const get = async (path: string) => (await alice.call('GET', `/test/${path}`)).body

const download = async (path: string) => readCsv(String(await get(path)))

const baseUnits = (money: string): bigint => {
  const [whole, fraction = ''] = money.split(' ')[0]!.split('.')
  return BigInt(whole! + fraction.padEnd(6, '0'))
}
const amountOf = (some: CsvRow[]): bigint => sum(some.map(({ amount }) => amount!))
const sum = (some: string[]): bigint => some.reduce((all, one) => all + baseUnits(one), 0n)
const monthly = (some: CsvRow[]): bigint =>
  some.reduce(
    (all, { amount, periodDays }) =>
      all + (baseUnits(amount!) * 487n) / (16n * BigInt(periodDays!)),
    0n,
  )

const firstChargeOf = () =>
  new Map(
    charges
      .filter(({ period, status }) => period === '1' && status === 'Succeeded')
      .map(({ contractAddress, chargeDate }) => [contractAddress, chargeDate!]),
  )

/** Until when it is paid for and no longer; null where it goes on. */
function paidUntil(one: CsvRow): string | null {
  const hasMore = Number(one['chargesMade']) < Number(one['maxPeriods'])
  const goesOn = one['status'] === 'Active' && one['phase'] !== 'Ending' && hasMore
  return goesOn || one['status'] === 'Suspended' ? null : one['nextChargeAt']!
}

function payingAt(moment: string): CsvRow[] {
  const began = firstChargeOf()
  return subscriptions.filter((one) => {
    const end = paidUntil(one)
    return began.get(one['contractAddress'])! < moment && (end === null || end >= moment)
  })
}

const isWithin = (moment: string | null) => moment !== null && moment >= from && moment < to

test('the recurring revenue and the payers are those of the subscriptions that pay', () => {
  expect(baseUnits(metrics.mrr)).toBe(monthly(payingAt(to)))
  expect(baseUnits(metrics.mrrBefore)).toBe(monthly(payingAt(from)))
  expect(metrics.subscriptions.count).toBe(payingAt(to).length)
  expect(metrics.activePayers).toBe(new Set(payingAt(to).map(({ payer }) => payer)).size)
  expect(metrics.activePayers).toBeLessThan(metrics.subscriptions.count)
})

test('the lists to which revenue leads come to exactly as much in a month, row by row', async () => {
  const led: [{ rows: string }, string][] = [
    [metrics.subscriptions, metrics.mrr],
    [metrics.subscriptionsBefore, metrics.mrrBefore],
    [metrics.new, metrics.new.mrr],
  ]
  for (const [{ rows }, sum] of led) {
    const [list, filter] = rows.split('?')
    expect((await get(`${list}/totals?${filter}`)).monthly).toEqual([sum])
    const { subscriptions: listed } = await get(`${list}?${filter}&limit=1000`)
    const parts = listed.map((one: { monthly: string }) => baseUnits(one.monthly))
    expect(parts.reduce((all: bigint, one: bigint) => all + one, 0n)).toBe(baseUnits(sum))
  }
})

test('a charge is exported with the payer and the plan of its subscription', () => {
  const ofContract = new Map(subscriptions.map((one) => [one['contractAddress'], one]))
  const named = ({ payer, planId, planName }: CsvRow) => [payer, planId, planName]
  expect(charges.map(named)).toEqual(
    charges.map(({ contractAddress }) => named(ofContract.get(contractAddress)!)),
  )
  expect(charges.every(({ payer, planId }) => payer && planId)).toBe(true)
})

test('subscribers came and left, for a reason, as their first charge and paid time say', () => {
  const began = firstChargeOf()
  const fresh = subscriptions.filter((one) => isWithin(began.get(one['contractAddress'])!))
  expect(metrics.new).toMatchObject({ count: fresh.length })
  expect(baseUnits(metrics.new.mrr)).toBe(monthly(fresh))
  const ended = subscriptions.filter((one) => isWithin(paidUntil(one)))
  const because = (...reasons: string[]) =>
    ended.filter(({ status, reason }) => status === 'Cancelled' && reasons.includes(reason!))
  expect(metrics.ended.voluntary.count).toBe(because('CancelRequested').length)
  expect(metrics.ended.involuntary.count).toBe(because('GraceExpired').length)
  expect(metrics.ended.paused.count).toBe(ended.filter(({ status }) => status === 'Paused').length)
  const lost = because('CancelRequested', 'GraceExpired').length
  expect(metrics.churnPercent).toBeCloseTo((100 * lost) / payingAt(from).length, 1)
  expect(lost).toBeGreaterThan(0)
})

test('the volume of charges is that of the list', () => {
  for (const [status, told] of [
    ['Succeeded', metrics.charges.succeeded],
    ['Failed', metrics.charges.failed],
  ] as const) {
    const some = charges.filter((one) => one['status'] === status && isWithin(one['chargeDate']!))
    expect([told.count, baseUnits(told.amount)]).toEqual([
      some.length,
      sum(some.map(({ amount }) => amount!)),
    ])
    expect(some.length).toBeGreaterThan(0)
  }
})

test('each cohort is followed to the end of every month', () => {
  const began = firstChargeOf()
  for (const { month, count, retained } of metrics.cohorts) {
    const members = subscriptions.filter((one) => {
      const first = began.get(one['contractAddress'])!
      return first.startsWith(month) && isWithin(first)
    })
    expect(count).toBe(members.length)
    for (const later of retained) {
      const [year, number] = later.month.split('-').map(Number) as [number, number]
      const after = new Date(Date.UTC(year, number, 1)).toISOString()
      const end = after < to ? after : to
      const still = members.filter((one) => (paidUntil(one) ?? '9999') >= end)
      expect([later.month, later.count]).toEqual([later.month, still.length])
    }
  }
  expect(metrics.cohorts.length).toBeGreaterThan(1)
})

test('the days add up: to the revenue at the end, and to the volume', () => {
  const { days } = metrics
  expect(days.at(-1)!.mrr).toBe(metrics.mrr)
  expect(sum(days.map(({ succeeded }) => succeeded))).toBe(
    baseUnits(metrics.charges.succeeded.amount),
  )
  const newOnes = days.reduce((all, day) => all + day.new, 0)
  expect(newOnes).toBe(metrics.new.count)
})

test('what was recovered is told by the reason for which it failed first', async () => {
  const { recovery } = metrics
  expect(recovery.map(({ reason }) => reason).toSorted()).toEqual([
    'InsufficientAllowance',
    'InsufficientBalance',
  ])
  const inTime = `asset=tUSDC&failedFrom=${from}&failedTo=${to}`
  for (const { reason, failed, recovered, recoveredPercent } of recovery) {
    const tried = await download(`charges.csv?${inTime}&failedFirstFor=${reason}`)
    const made = tried.filter(({ status }) => status === 'Succeeded')
    expect([failed.count, baseUnits(failed.amount)]).toEqual([tried.length, amountOf(tried)])
    expect([recovered.count, baseUnits(recovered.amount)]).toEqual([made.length, amountOf(made)])
    expect(recoveredPercent).toBeCloseTo((100 * made.length) / tried.length, 1)
    expect(made.length).toBeGreaterThan(0)
  }
})

test('every number names exactly its rows', async () => {
  const counted = numbersIn(metrics)
  expect(counted.length).toBeGreaterThan(15)
  for (const { count, rows } of counted) {
    const { page } = await get(`${rows}&limit=1`)
    expect([rows, page.total]).toEqual([rows, count])
  }
})

test('a time without an end goes on: what is asked for again ends now', async () => {
  const { to: first } = await get('metrics')
  await passTime(dashboard, keptMsMax)
  expect((await get('metrics')).to > first).toBe(true)
})

test('the statements of the documentation are those that run', () => {
  const text = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8')
  const shown = [...text.matchAll(/```sql (\w+)\n([^`]*)\n```/g)].map(([, name, sql]) => [
    name,
    sql,
  ])
  expect(Object.fromEntries(shown)).toEqual(statements)
})

test('a time that ends before it begins is refused, and one of many years', async () => {
  for (const span of [`from=${to}&to=${from}`, `from=2019-01-01T00:00:00Z&to=${to}`]) {
    const answer = await alice.call('GET', `/test/metrics?${span}`)
    expect(answer.body).toMatchObject({ code: 'BadRequest', fields: [{ path: 'from' }] })
  }
})

/** Finds every count that names its rows, however deep. */
function numbersIn(part: unknown): { count: number; rows: string }[] {
  if (typeof part !== 'object' || part === null) return []
  const inner = Object.values(part).flatMap(numbersIn)
  return 'rows' in part ? [part as { count: number; rows: string }, ...inner] : inner
}
