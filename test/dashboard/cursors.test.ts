/** Lists whose rows are no actors page by cursor as all others do: nothing twice, nothing left out, on and back. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/shared/ids.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { createSubscription, tellActor } from './actors.ts'
import { type Dashboard, newMerchant, newOperator, type Person, startDashboard } from './service.ts'
import { addressOf } from './world.ts'

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let bob: Person & { merchantId: string }
let operator: Person
let owner: Owner
let made = 0

const rowsBefore = 7
const lists = [
  'at-risk',
  'forecast',
  'differences',
  'anomalies',
  'forged',
  'audit',
  'mails',
] as const
type Listed = (typeof lists)[number]

const pathOf: Record<Listed, string> = {
  'at-risk': '/test/at-risk',
  forecast: '/test/forecast/charges',
  differences: '/test/reconciliation/differences',
  anomalies: '/test/anomalies',
  forged: '/operator/forged-messages',
  audit: '/test/audit',
  mails: '/operator/mails',
}
const personOf = (list: Listed): Person =>
  list === 'forged' || list === 'mails' ? operator : alice

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  bob = await newMerchant(dashboard, 'bob')
  operator = await newOperator(dashboard, 'olga')
  owner = { merchantId: alice.merchantId, network: 'TestNet' }
  for (let count = 0; count < rowsBefore; count++) for (const list of lists) await add[list]()
})
afterAll(() => dashboard.stop())

/** Some come at one moment, as those of one commit do. */
const momentOf = (count: number) =>
  new Date(Date.parse('2026-01-01T00:00:00Z') + Math.floor(count / 3) * 60_000).toISOString()

async function addAnomaly(isForged: boolean): Promise<void> {
  made++
  await dashboard.database.pool.query(
    `insert into anomaly (message_id, kind, entity_id, merchant_id, network, event, state, reason, is_forged, at)
     values ($1, 'plan', 'p', $2, 'TestNet', '{}', 'Draft', 'why', $3, $4)`,
    [`message ${made}`, owner.merchantId, isForged, momentOf(made)],
  )
}

/** One that was charged once, by our books alone, and allows nothing more: it is at risk, and a difference. */
async function addCharged(): Promise<void> {
  made++
  const payer = addressOf(made.toString(16).padStart(2, '0'))
  const id = await createSubscription(dashboard, owner, { customerId: `c${made}`, payer })
  const target = { kind: 'subscription', id, owner } as const
  const funds = { type: 'chain.fundsSeen', balance: '10000000', position: 1_000_000 }
  await tellActor(dashboard, target, { ...funds, allowance: '10000000' })
  const now = dashboard.clock.now().getTime()
  await tellActor(dashboard, target, {
    type: 'chain.charged',
    period: 1,
    nextChargeAt: new Date(now + 86_400_000 * (1 + (made % 3))).toISOString(),
    chargedAt: new Date(now).toISOString(),
    allowance: '0',
    transactionHash: `0x${'ab'.repeat(32)}`,
    position: 2_000_000,
  })
}

const add: Record<Listed, () => Promise<unknown>> = {
  'at-risk': addCharged,
  forecast: addCharged,
  differences: addCharged,
  anomalies: () => addAnomaly(false),
  forged: () => addAnomaly(true),
  audit: () =>
    alice.call('PUT', '/test/frame-origins', { origins: [`https://shop-${++made}.example`] }),
  mails: () =>
    dashboard.database.pool.query(
      `insert into mail (id, kind, cause, account_id, status, attempts, unanswered_handovers, available_at, created_at, expires_at)
       select $1, 'atRisk', $1, id, 'Sent', 1, 0, $2, $2, $2 from account limit 1`,
      [newId(dashboard.clock.now()), momentOf(++made)],
    ),
}

const read = async (list: Listed, query: string) => {
  const { status, body } = await personOf(list).call('GET', `${pathOf[list]}?${query}`)
  expect([list, query, status]).toEqual([list, query, 200])
  const [rows] = Object.values(body).filter(Array.isArray)
  return { rows: rows!.map((row) => JSON.stringify(row)), page: body.page }
}

/** Reads on from a page, or back, to the end; the pages in the order in which they were read. */
async function walk(
  list: Listed,
  from: { page: { next: string; previous: string } },
  way: 'next' | 'previous',
) {
  const pages: string[][] = []
  for (let place: string | null = from.page[way]; place !== null;) {
    const found = await read(list, `limit=3&${way === 'next' ? 'after' : 'before'}=${place}`)
    pages.push(found.rows)
    place = found.page[way]
  }
  return pages
}

test.each(lists)(
  'the pages of %s hold every row once, on and back, also while rows come',
  async (list) => {
    const whole = await read(list, 'limit=1000')
    expect(whole.rows.length).toBeGreaterThanOrEqual(rowsBefore)
    expect(whole.page).toMatchObject({ total: whole.rows.length, previous: null, next: null })
    const first = await read(list, 'limit=3')
    expect(first.page.previous).toBe(null)
    await add[list]()
    const seen = [...first.rows, ...(await walk(list, first, 'next')).flat()]
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((row) => whole.rows.includes(row))).toEqual(whole.rows)
    const all = await read(list, 'limit=1000')
    const last = await read(list, `limit=2&offset=${all.rows.length - 2}`)
    const back = (await walk(list, last, 'previous')).toReversed().flat()
    expect([...back, ...last.rows]).toEqual(all.rows)
    expect((await read(list, 'limit=1&withTotal=false')).page).not.toHaveProperty('total')
  },
)

test.each([
  ['another merchant', () => bob, '/test/anomalies?'],
  ['another network', () => alice, '/main/anomalies?'],
  ['another filter', () => alice, '/test/anomalies?open=true&'],
  ['another list', () => alice, '/test/at-risk?'],
  ['another list', () => alice, '/test/subscriptions?'],
  ['another list', () => operator, '/operator/forged-messages?'],
])('a place of %s is refused, and said to be one', async (_, personAsking, path) => {
  const { page } = await read('anomalies', 'limit=2')
  const { status, body } = await personAsking().call('GET', `${path}after=${page.next}`)
  expect([status, body.fields?.[0].path]).toEqual([400, 'after'])
  expect(body.fields[0].message).toMatch(/another list, or under another filter.*first page/)
})

test('a place holds for the filter that it was found under, and not for two pages at once', async () => {
  const found = await read('anomalies', 'limit=2&open=true')
  expect((await read('anomalies', `limit=5&open=true&after=${found.page.next}`)).rows).not.toEqual(
    [],
  )
  const both = `after=${found.page.next}&before=${found.page.next}`
  const { status, body } = await alice.call('GET', `/test/anomalies?open=true&${both}`)
  expect([status, body.fields[0].path]).toEqual([400, 'before'])
})
