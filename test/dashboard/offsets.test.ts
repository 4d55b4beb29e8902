/** A list goes so far by offset and is counted so far, and its cursors lead to its end, however long it is. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chargeList } from '../../src/store/lists/charge-list.ts'
import { customerList } from '../../src/store/lists/customer-list.ts'
import { readPart } from '../../src/store/lists/list.ts'
import { countRows, readTotals } from '../../src/store/lists/totals.ts'
import { startFilledDashboard } from './filled.ts'
import { logIn } from './service.ts'

let world: Awaited<ReturnType<typeof startFilledDashboard>>
let alice: Awaited<ReturnType<typeof logIn>>
beforeAll(async () => {
  world = await startFilledDashboard()
  alice = await logIn(world.dashboard, 'alice@example.test')
}, 60_000)
afterAll(() => world.dashboard.stop())

const query = async (text: string) =>
  (await world.dashboard.database.pool.query(text, [world.owner.merchantId])).rows
const get = (path: string) => alice.call('GET', `/test/${path}`)

const plainIds = async (table: string): Promise<string[]> =>
  (
    await query(`select id from ${table} where merchant_id = $1 and network = 'TestNet'
      order by created_at desc, id desc`)
  ).map(({ id }) => id)

test('offsets up to 10,000 are what SQL counts', async () => {
  const plain = await plainIds('subscription')
  for (const offset of [0, 1, 999, 5_000, 9_999, 10_000]) {
    const { body } = await get(`subscriptions?limit=3&offset=${offset}&withTotal=false`)
    const found = body.subscriptions.map((one: { contractAddress: string }) => one.contractAddress)
    expect([offset, found]).toEqual([offset, plain.slice(offset, offset + 3)])
  }
})

test.each(['subscriptions', 'customers', 'events', 'anomalies', 'requests'])(
  'an offset of more in %s is refused by its value, the rule, and the way on',
  async (list) => {
    expect((await get(`${list}?offset=10000`)).status).toBe(200)
    for (const offset of [10_001, 4_294_967_296]) {
      const { status, body } = await get(`${list}?offset=${offset}`)
      expect([status, body.code, body.fields]).toEqual([
        400,
        'BadRequest',
        [
          {
            path: 'offset',
            message: `must be at most 10000; it is ${offset}; \`after\` leads further: send \`page.next\` of the page before`,
          },
        ],
      ])
    }
  },
)

test('the cursor leads on from the last offset to the end, and each row comes once', async () => {
  const plain = await plainIds('subscription')
  const seen: string[] = []
  let at = 'offset=10000'
  for (let pages = 0; pages < 10; pages++) {
    const { body } = await get(`subscriptions?limit=700&withTotal=false&${at}`)
    seen.push(...body.subscriptions.map((one: { contractAddress: string }) => one.contractAddress))
    if (body.page.next === null) break
    at = `after=${body.page.next}`
  }
  expect(seen).toHaveLength(plain.length - 10_000)
  expect(seen).toEqual(plain.slice(10_000))
})

describe('how many there are', () => {
  test.each([
    [9_999, 9_999, true],
    [10_000, 10_000, true],
    [10_001, 10_000, false],
  ])('of %i is told as %i, and whether these are all', async (count, total, isExact) => {
    const [row] = await query(`select created_at as at from charge where merchant_id = $1
      order by created_at desc, id desc offset ${count - 1} limit 1`)
    const from = new Date(row.at).toISOString()
    const { body } = await get(`charges?limit=1&createdFrom=${from}`)
    expect(body.page).toMatchObject({ total, isTotalExact: isExact })
  })

  test('is told by the totals of a list without amounts in the same way', async () => {
    expect((await get('deliveries/totals')).body).toEqual({
      count: (await plainIds('delivery')).length,
      isExact: true,
      amounts: [],
    })
    await query(`insert into request_log (id, request_id, merchant_id, network, operation_id, method, path, status, duration_ms, is_replayed, address, created_at)
      select 'r' || n, 'r' || n, $1, 'TestNet', 'createPlan', 'POST', '/', 201, 1, false, '127.0.0.1', now()
      from generate_series(1, 10500) n`)
    expect((await get('requests/totals')).body).toEqual({
      count: 10_000,
      isExact: false,
      amounts: [],
    })
  })

  test('and what they come to is exact where they are summed', async () => {
    const [row] = await query(`select count(*)::int as count, sum(amount) / 1000000 as amount
      from charge where merchant_id = $1`)
    expect(row.count).toBeGreaterThan(10_000)
    expect((await get('charges/totals')).body).toMatchObject({
      count: row.count,
      isExact: true,
      amounts: [`${Number(row.amount)} tUSDC`],
    })
  })
})

test('what leaves the list of a state is gone from its totals at once', async () => {
  const { pool } = world.dashboard.database
  const wanted = { owner: world.owner, filter: { statusIn: ['Failed' as const] } }
  const { count } = await countRows(pool, chargeList, wanted)
  expect(count).toBeGreaterThan(5)
  await query(`update charge set status = 'Succeeded' where id in (
    select id from charge where merchant_id = $1 and status = 'Failed' order by created_at limit 5)`)
  expect(await countRows(pool, chargeList, wanted)).toEqual({ count: count - 5, isExact: true })
  expect((await readTotals(pool, chargeList, wanted)).count).toBe(count - 5)
})

const customerNames = `select customer_id as id from (select distinct on (customer_id) customer_id, created_at, id
  from subscription where merchant_id = $1 and network = 'TestNet' order by customer_id, created_at desc, id desc) newest
  order by created_at desc, id desc`

/** New subscriptions of customers that are there, from the front, the middle and the end of the list, and of new ones. */
const subscribeAgain = (count: number) =>
  query(`insert into subscription (id, merchant_id, network, status, phase, revision, machine_version, snapshot, created_at, updated_at)
    select gen_random_uuid(), merchant_id, network, status, phase, 1, machine_version,
      jsonb_set(jsonb_set(snapshot, '{context,contractAddress}', to_jsonb(gen_random_uuid())), '{context,customerId}',
        to_jsonb(case when n % 5 = 0 then 'new-' || gen_random_uuid() else 'customer-' || (n * 977) % 6000 end)),
      created_at + n * interval '1 millisecond', updated_at
    from generate_series(1, ${count}) n cross join (
      select * from subscription where merchant_id = $1 order by created_at desc limit 1) newest`)

test('customers who move to the front move those that they pass by one, at once', async () => {
  const { pool } = world.dashboard.database
  const wanted = { owner: world.owner, filter: {} }
  for (const arrivals of [0, 3, 400]) {
    if (arrivals) await subscribeAgain(arrivals)
    const plain = (await query(customerNames)).map(({ id }) => id)
    expect(await countRows(pool, customerList, wanted)).toEqual({
      count: plain.length,
      isExact: true,
    })
    for (const offset of [0, 150, 2_000, 5_990, plain.length]) {
      const { rows } = await readPart(pool, customerList, wanted, { limit: 3, offset })
      const names = rows.map(({ customerId }) => customerId)
      expect([arrivals, offset, names]).toEqual([arrivals, offset, plain.slice(offset, offset + 3)])
    }
  }
})
