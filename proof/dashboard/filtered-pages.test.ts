/** Pages under filters that ask for more than a row, and between two moments, are what all rows are. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Owner } from '../../src/shared/owner.ts'
import { chargeList } from '../../src/store/lists/charge-list.ts'
import { eventList } from '../../src/store/lists/event-list.ts'
import { type List, readPart, selectIds } from '../../src/store/lists/list.ts'
import type { ListPosition } from '../../src/store/lists/places.ts'
import {
  type SubscriptionFilter,
  subscriptionList,
} from '../../src/store/lists/subscription-list.ts'
import { numbered } from '../../src/store/views/query-parameters.ts'
import { startFilledDashboard } from '../../test/dashboard/filled.ts'
import type { Dashboard } from '../../test/dashboard/service.ts'

let dashboard: Dashboard
let owner: Owner
beforeAll(async () => {
  ;({ dashboard, owner } = await startFilledDashboard())
}, 60_000)
afterAll(() => dashboard.stop())

const query = async (text: string) => (await dashboard.database.pool.query(text)).rows

/** Walks a list by its places, to its end and back again, and returns the ids both ways. */
async function walk<Filter>(
  list: List<Filter, object>,
  filter: Filter,
  idOf: (row: object) => string,
) {
  const { pool } = dashboard.database
  const wanted = { owner, filter }
  const [there, back]: string[][] = [[], []]
  let last: ListPosition | null = null
  for (let after: ListPosition | null | undefined; after !== null;) {
    const found = await readPart(pool, list, wanted, { limit: 700, after })
    there!.push(...found.rows.map(idOf))
    last = found.next === null ? last : found.next
    after = found.next
  }
  for (let before = last; before !== null;) {
    const found = await readPart(pool, list, wanted, { limit: 700, before })
    back!.unshift(...found.rows.map(idOf))
    before = found.previous
  }
  return { there: there!, back: back! }
}

async function readPlainly<Filter, Row>(list: List<Filter, Row>, filter: Filter) {
  const { values, value } = numbered()
  const text = selectIds(list, { owner, filter }, value)
  return (await dashboard.database.pool.query(text, values)).rows.map(({ id }) => id as string)
}

test('subscriptions by the terms of the metrics are, page by page, those of all rows at once', async () => {
  const day = 24 * 60 * 60 * 1000
  const filters: SubscriptionFilter[] = [
    { endedBy: 'voluntary' },
    { endedBy: 'voluntary', planId: 'plan3' },
    { endedBy: 'switched' },
    { payingAt: new Date() },
    { payingAt: new Date(Date.now() - 7 * day) },
    { firstChargedFrom: new Date(Date.now() - day), endedBy: 'finished' },
  ]
  const lengths = []
  for (const filter of filters) {
    const plain = await readPlainly(subscriptionList, filter)
    const idOf = (row: object) => (row as { id: string }).id
    const { there, back } = await walk(subscriptionList, filter, idOf)
    expect([filter, there]).toEqual([filter, plain])
    expect(back).toEqual(plain.slice(0, back.length))
    lengths.push(plain.length)
  }
  // Some have many pages, some none.
  expect(Math.max(...lengths)).toBeGreaterThan(5_000)
  expect(Math.min(...lengths)).toBe(0)
})

test('events of a plan that few have, and of one that many have, are those of its subscriptions and charges', async () => {
  await query(`update subscription set snapshot = jsonb_set(snapshot, '{context,planId}', '"rare"')
    where id in (select contract_address from charge join merchant_event on charge.id = resource_id order by 1 limit 1)`)
  for (const planId of ['rare', 'plan3', 'plan4', 'none']) {
    const plain = await readPlainly(eventList, { planId })
    for (const limit of [1, 100]) {
      const { rows } = await readPart(
        dashboard.database.pool,
        eventList,
        { owner, filter: { planId } },
        { limit },
      )
      const ids = rows.map(({ eventId }) => eventId)
      expect([planId, ids]).toEqual([planId, plain.slice(0, limit)])
    }
    if (planId === 'none') expect(plain).toEqual([])
    else expect(plain.length).toBeGreaterThan(0)
  }
})

test('lists between two moments are what SQL says, there and back, and at any offset', async () => {
  const { rows } = await dashboard.database.pool.query(
    `select created_at as at from charge where merchant_id = $1 order by created_at desc offset 2000`,
    [owner.merchantId],
  )
  const [to, from] = [new Date(rows[0].at), new Date(rows[7_000].at)]
  for (const filter of [
    { createdTo: to },
    { createdFrom: from },
    { createdFrom: from, createdTo: to },
  ]) {
    const plain = await readPlainly(chargeList, filter)
    const { there, back } = await walk(chargeList, filter, (row) => (row as { id: string }).id)
    expect(there).toEqual(plain)
    expect(back).toEqual(plain.slice(0, back.length))
    for (const offset of [0, 1_500, 4_321, plain.length - 2, plain.length + 1]) {
      const found = await readPart(
        dashboard.database.pool,
        chargeList,
        { owner, filter },
        { limit: 3, offset },
      )
      expect(found.rows.map(({ id }) => id)).toEqual(plain.slice(offset, offset + 3))
    }
  }
})

test('a place outside of the moments that are asked for leaves none of them out', async () => {
  const { pool } = dashboard.database
  const ids = await readPlainly(chargeList, {})
  const first = await readPart(pool, chargeList, { owner, filter: {} }, { limit: 1, offset: 10 })
  const { rows } = await pool.query(
    'select created_at as at from charge where id = any($1) order by 1',
    [ids.slice(300, 301)],
  )
  const createdTo = new Date(rows[0].at)
  const found = await readPart(
    pool,
    chargeList,
    { owner, filter: { createdTo } },
    { limit: 3, after: first.next! },
  )
  expect(found.rows.map(({ id }) => id)).toEqual(
    (await readPlainly(chargeList, { createdTo })).slice(0, 3),
  )
})
