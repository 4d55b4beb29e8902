import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'

let dashboard: Dashboard
let alice: Person
let bob: Person

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  bob = await newMerchant(dashboard, 'bob')
})
afterAll(() => dashboard.stop())

const plan = { name: 'Monthly', asset: 'tUSDC', amount: '9.99', periodDays: 31 }

test('a plan is written, changed, activated, archived and restored (S2.2-8, S2.2-10, S2.2-13, S3.1-1, S3.1-3, S3.1-4, S3.1-5)', async () => {
  const created = await alice.call('POST', '/test/plans', { ...plan, graceDays: 3, tags: ['a'] })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    status: 'Draft',
    name: 'Monthly',
    amount: '9.99 tUSDC',
    asset: 'tUSDC',
    blockchain: 'LocalTestNet',
    periodSeconds: 31 * 86_400,
    gracePeriodSeconds: 3 * 86_400,
    tags: ['a'],
  })
  const path = `/test/plans/${created.body.id}`

  const changed = await alice.call('PATCH', path, { amount: '10', description: 'All of it' })
  expect(changed.body).toMatchObject({ amount: '10 tUSDC', description: 'All of it', tags: ['a'] })
  expect((await alice.call('POST', `${path}/activate`, {})).body.status).toBe('Active')
  expect((await alice.call('POST', `${path}/archive`, {})).body.status).toBe('Archived')
  expect((await alice.call('POST', `${path}/restore`, {})).body.status).toBe('Active')
  expect((await alice.call('GET', path)).body).toMatchObject({
    status: 'Active',
    amount: '10 tUSDC',
  })
})

test('a plan needs no tags and no description (S2.2-6, S2.2-14)', async () => {
  const { status, body } = await alice.call('POST', '/test/plans', plan)
  expect([status, body.tags, body.description]).toEqual([201, [], ''])
})

test('the name of a plan has something that payers see', async () => {
  for (const name of [' ', '\u200b', '\u3164']) {
    const { status, body } = await alice.call('POST', '/test/plans', { ...plan, name })
    expect([status, body.fields]).toEqual([
      400,
      [{ path: 'name', message: 'must have something that can be seen' }],
    ])
  }
})

test('an active plan cannot be changed, and the answer says what it allows (S3.1-2)', async () => {
  const { body } = await alice.call('POST', '/test/plans', plan)
  await alice.call('POST', `/test/plans/${body.id}/activate`, {})
  const refused = await alice.call('PATCH', `/test/plans/${body.id}`, { amount: '1' })
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    code: 'CommandNotAllowed',
    state: 'Active',
    allowed: ['archive'],
  })
})

test.each([
  ['periodDays', { ...plan, periodDays: 0 }],
  ['periodDays', { ...plan, periodDays: 366 }],
  ['periodDays', { ...plan, periodDays: 1.5 }],
  ['graceDays', { ...plan, graceDays: 31 }],
  ['asset', { ...plan, asset: 'mUSDC' }],
  ['amount', { ...plan, amount: '0.0000001' }],
  ['amount', { ...plan, amount: '0' }],
  ['amount', { ...plan, amount: '1e3' }],
  ['amount', { ...plan, amount: '340282366920938463463374607431768.211456' }],
  ['name', { ...plan, name: '' }],
  ['tags.0', { ...plan, tags: [''] }],
  ['colour', { ...plan, colour: 'red' }],
])('a plan with a wrong %s is refused (S2.2-8, S2.2-9, S2.2-14, S8-1)', async (field, body) => {
  const answer = await alice.call('POST', '/test/plans', body)
  expect(answer.status).toBe(400)
  expect(answer.body.fields[0].path).toBe(field)
})

test.each([
  [{ name: '' }, 'name must have at least 1 character; it has 0'],
  [{ name: 'x'.repeat(201) }, 'name must have at most 200 characters; it has 201'],
  [{ name: 7 }, 'name must be a text; it is 7'],
  [{ name: undefined }, 'name is required'],
  [{ periodDays: 366 }, 'periodDays must be at most 365; it is 366'],
  [{ periodDays: 1.5 }, 'periodDays must be a whole number; it is 1.5'],
  [{ tags: Array(21).fill('a') }, 'tags must have at most 20 entries; it has 21'],
  [{ tags: 'a' }, 'tags must be a list'],
])('%j is refused in plain words', async (change, message) => {
  const { body } = await alice.call('POST', '/test/plans', { ...plan, ...change })
  expect(body.message).toBe(message)
})

test('a plan may ask for the most that a contract can charge', async () => {
  const amount = '340282366920938463463374607431768.211455'
  const { status, body } = await alice.call('POST', '/test/plans', { ...plan, amount })
  expect([status, body.amount]).toEqual([201, `${amount} tUSDC`])
})

test.each([
  [2, undefined, 1],
  [5, undefined, 1],
  [7, undefined, 2],
  [31, undefined, 3],
  [365, undefined, 3],
  [31, 0, 0],
  [1, 0, 0],
])(
  'a plan of %j days that asks for a grace of %j has one of %j (S2.2-9, S2.2-12, S8-1)',
  async (periodDays, graceDays, days) => {
    const { body } = await alice.call('POST', '/test/plans', { ...plan, periodDays, graceDays })
    expect(body.periodSeconds).toBe(periodDays * 86_400)
    expect(body.gracePeriodSeconds).toBe(days * 86_400)
  },
)

test('a plan of one day has to say that it has no grace', async () => {
  const { body } = await alice.call('POST', '/test/plans', { ...plan, periodDays: 1 })
  expect(body.fields[0]).toMatchObject({ path: 'graceDays' })
  expect(body.message).toContain('send "graceDays": 0')
})

test('a change must leave a plan that could have been made', async () => {
  const { body } = await alice.call('POST', '/test/plans', { ...plan, graceDays: 3 })
  const answer = await alice.call('PATCH', `/test/plans/${body.id}`, { periodDays: 3 })
  expect(answer.body.fields).toEqual([
    { path: 'graceDays', message: 'must be shorter than the period' },
  ])
})

test("somebody else's plan, and one of the other network, are not there", async () => {
  const { body } = await alice.call('POST', '/test/plans', plan)
  for (const [person, path] of [
    [bob, `/test/plans/${body.id}`],
    [alice, `/main/plans/${body.id}`],
  ] as const) {
    expect((await person.call('GET', path)).body.code).toBe('PlanNotFound')
    expect((await person.call('PATCH', path, { amount: '1' })).status).toBe(404)
    expect((await person.call('POST', `${path}/activate`, {})).status).toBe(404)
    expect((await person.call('GET', `${path}/history`)).status).toBe(404)
  }
  expect((await bob.call('GET', '/test/plans')).body.plans).toEqual([])
})

test('plans are listed by status, a page at a time', async () => {
  const { body } = await alice.call('GET', '/test/plans?statusIn=Draft&limit=1&offset=1')
  expect(body.plans).toHaveLength(1)
  expect(body.plans[0].status).toBe('Draft')
  expect(body.page).toMatchObject({ limit: 1, offset: 1 })
  expect(body.page.total).toBeGreaterThan(1)
  expect((await alice.call('GET', '/test/plans?statusIn=Gone')).status).toBe(400)
})

test('a plan shows how it got to where it is, and where that is in its diagram', async () => {
  const { body } = await alice.call('POST', '/test/plans', plan)
  await alice.call('POST', `/test/plans/${body.id}/activate`, {})
  const history = await alice.call('GET', `/test/plans/${body.id}/history`)
  expect(history.body).toMatchObject({
    kind: 'plan',
    status: 'Active',
    actions: ['archive'],
    timers: [],
  })
  expect(history.body.entries).toEqual([
    expect.objectContaining({ seq: 2, event: 'plan.activate', from: 'Draft', to: 'Active' }),
    expect.objectContaining({
      seq: 1,
      event: 'plan.create',
      from: '',
      to: 'Draft',
      cause: { type: 'command', command: 'plan.create', by: 'merchant' },
    }),
  ])
  const diagram = await alice.call('GET', `/test/plans/${body.id}/diagram.svg`)
  expect(diagram.headers['content-type']).toContain('image/svg+xml')
  expect(diagram.body).toMatch(/class="state[^"]* active[^"]*" data-state="Active"/)
  expect(diagram.body.match(/ active( walked)?" data-state/g)).toHaveLength(1)
})
