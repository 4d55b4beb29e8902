/** By offset a list is what a plain `offset` of SQL answers, however long it is and whatever comes to it meanwhile. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chargeList } from '../../src/store/lists/charge-list.ts'
import { customerList } from '../../src/store/lists/customer-list.ts'
import { type List, readPart } from '../../src/store/lists/list.ts'
import { rowsOfMilestone } from '../../src/store/lists/milestones.ts'
import { subscriptionList } from '../../src/store/lists/subscription-list.ts'
import { countRows, readTotals } from '../../src/store/lists/totals.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { size, startFilledDashboard } from './filled.ts'
import type { Dashboard } from './service.ts'

let dashboard: Dashboard
let owner: Owner
beforeAll(async () => {
  ;({ dashboard, owner } = await startFilledDashboard())
}, 60_000)
afterAll(() => dashboard.stop())

const query = async (text: string) => (await dashboard.database.pool.query(text)).rows

/** The ids at an offset, as the list answers and as SQL counts them. */
async function readBoth<Filter>(
  list: List<Filter, { id: string }>,
  filter: Filter,
  offset: number,
  condition = 'true',
) {
  const { pool } = dashboard.database
  const { rows } = await readPart(pool, list, { owner, filter }, { limit: 3, offset })
  const plain = await query(`select id from ${list.table}
    where merchant_id = '${owner.merchantId}' and network = 'TestNet' and ${condition}
    order by created_at desc, id desc limit 3 offset ${offset}`)
  return [rows.map(({ id }) => id), plain.map(({ id }) => id)]
}

const offsets = [
  0,
  rowsOfMilestone - 1,
  rowsOfMilestone,
  rowsOfMilestone + 1,
  2 * rowsOfMilestone - 1,
  2 * rowsOfMilestone,
  9_998,
  5_000,
  size.subscriptions - 1,
  size.subscriptions + 10,
  1_000_000,
]

/** Puts copies of the newest row of a table in front of it. */
const addInFront = (table: string, count: number) =>
  query(`insert into ${table} (id, merchant_id, network, status, phase, revision, machine_version, snapshot, created_at, updated_at)
    select gen_random_uuid(), merchant_id, network, status, phase, 1, machine_version,
      jsonb_set(jsonb_set(snapshot, '{context,contractAddress}', to_jsonb(gen_random_uuid())), '{context,metadata}', '"added"'),
      now() + n * interval '1 millisecond', updated_at
    from generate_series(1, ${count}) n cross join (select * from ${table} order by created_at desc limit 1) newest`)

test('offsets near and far, in any order, are what SQL counts', async () => {
  for (const offset of [...offsets, ...offsets.toReversed()]) {
    const [rows, plain] = await readBoth(subscriptionList, {}, offset)
    expect([offset, rows]).toEqual([offset, plain])
  }
})

test('rows that come to the front move all offsets by as many, at once', async () => {
  for (const count of [1, 7, 1_500, 6_000]) {
    await addInFront('subscription', count)
    for (const offset of offsets) {
      const [rows, plain] = await readBoth(subscriptionList, {}, offset)
      expect([count, offset, rows]).toEqual([count, offset, plain])
    }
  }
})

test('each filter has places of its own', async () => {
  for (const offset of [1_500, 9_000, 1_500]) {
    const active = await readBoth(
      subscriptionList,
      { statusIn: ['Active'] },
      offset,
      `status = 'Active'`,
    )
    expect(active[0]).toEqual(active[1])
    const ofPlan = await readBoth(
      subscriptionList,
      { planId: 'plan3' },
      offset,
      `plan_id = 'plan3'`,
    )
    expect(ofPlan[0]).toEqual(ofPlan[1])
    const charges = await readBoth(chargeList, {}, offset)
    expect(charges[0]).toEqual(charges[1])
  }
})

test('those who ask at once are answered alike', async () => {
  const asked = offsets.flatMap((offset) => [offset, offset])
  const answers = await Promise.all(asked.map((offset) => readBoth(chargeList, {}, offset)))
  for (const [rows, plain] of answers) expect(rows).toEqual(plain)
})

test('what a long list comes to counts each row that has come, once', async () => {
  const { pool } = dashboard.database
  const sum = async () => {
    const [row] =
      await query(`select count(*)::int as count, sum(amount) / 1000000 as amount from charge
      where merchant_id = '${owner.merchantId}'`)
    return { count: row.count, amounts: [`${Number(row.amount)} tUSDC`] }
  }
  for (const count of [1, 10, 5_001, 3]) {
    const { amounts, ...totals } = await readTotals(pool, chargeList, { owner, filter: {} })
    expect({ ...totals, amounts }).toEqual(await sum())
    expect(await countRows(pool, chargeList, { owner, filter: {} })).toBe(totals.count)
    await query(`insert into charge (id, merchant_id, network, status, phase, revision, machine_version, snapshot, created_at, updated_at)
      select gen_random_uuid(), merchant_id, network, 'Failed', phase, 1, machine_version, snapshot, now() + n * interval '1 millisecond', updated_at
      from generate_series(1, ${count}) n cross join (select * from charge order by created_at desc limit 1) newest`)
  }
})

test('what leaves the list of a state is gone from its totals and from its last page', async () => {
  const { pool } = dashboard.database
  const wanted = { owner, filter: { statusIn: ['Active' as const] } }
  const before = await countRows(pool, subscriptionList, wanted)
  await query(`update subscription set status = 'Paused' where id in (
    select id from subscription where status = 'Active' order by created_at limit 5)`)
  expect(await countRows(pool, subscriptionList, wanted)).toBe(before - 5)
  const { rows } = await readPart(pool, subscriptionList, wanted, { limit: 3, offset: before - 5 })
  expect(rows).toEqual([])
})

const customerNames = `select customer_id as id from (select distinct on (customer_id) customer_id, created_at, id
  from subscription where merchant_id = $1 and network = 'TestNet' order by customer_id, created_at desc, id desc) newest
  order by created_at desc, id desc`

/** The names of customers at an offset, and how many there are, as the list answers. */
async function readCustomersAt(offset: number) {
  const { pool } = dashboard.database
  const wanted = { owner, filter: {} }
  const { rows } = await readPart(pool, customerList, wanted, { limit: 3, offset })
  return [rows.map(({ customerId }) => customerId), await countRows(pool, customerList, wanted)]
}

/** New subscriptions of customers that are there, from the front, the middle and the end of the list, and of new ones. */
const subscribeAgain = (count: number) =>
  query(`insert into subscription (id, merchant_id, network, status, phase, revision, machine_version, snapshot, created_at, updated_at)
    select gen_random_uuid(), merchant_id, network, status, phase, 1, machine_version,
      jsonb_set(jsonb_set(snapshot, '{context,contractAddress}', to_jsonb(gen_random_uuid())), '{context,customerId}',
        to_jsonb(case when n % 5 = 0 then 'new-' || gen_random_uuid() else 'customer-' || (n * 977) % 6000 end)),
      created_at + n * interval '1 millisecond', updated_at
    from generate_series(1, ${count}) n cross join (select * from subscription order by created_at desc limit 1) newest`)

test('customers who move to the front move those that they pass by one, at once', async () => {
  const asked = [0, 150, 1_001, 1_200, 2_000, 3_333, 5_000, 5_990, 50_000]
  for (const count of [0, 1, 3, 400, 1_200, 2]) {
    if (count) await subscribeAgain(count)
    const { rows } = await dashboard.database.pool.query(customerNames, [owner.merchantId])
    const plain = rows.map(({ id }) => id)
    for (const offset of [...asked, ...asked.toReversed()])
      expect([count, offset, await readCustomersAt(offset)]).toEqual([
        count,
        offset,
        [plain.slice(offset, offset + 3), plain.length],
      ])
  }
})

test('once the first page of a list was read, far offsets are laid in the background', async () => {
  const reader = counting()
  const filter = { createdFrom: new Date(0) }
  await readPart(reader, chargeList, { owner, filter }, { limit: 3 })
  await vi.waitUntil(() => reader.isIdle(), 5_000)
  const before = reader.asked.length
  const { rows } = await readPart(
    reader,
    chargeList,
    { owner, filter },
    { limit: 3, offset: 9_000 },
  )
  expect(rows).toHaveLength(3)
  // The rows in front, the places of the page, and its rows.
  expect(reader.asked.slice(before)).toHaveLength(3)
  expect(reader.asked.slice(before).join()).not.toContain('recursive')
})

/** The pool, with what it is asked. */
function counting() {
  const asked: string[] = []
  let [underWay, endedAt] = [0, performance.now()]
  return {
    asked,
    isIdle: () => underWay === 0 && performance.now() - endedAt > 100,
    async query<Row extends object>(text: string, values: unknown[]) {
      asked.push(text)
      underWay++
      try {
        return await dashboard.database.pool.query<Row>(text, values)
      } finally {
        underWay--
        endedAt = performance.now()
      }
    },
  }
}
