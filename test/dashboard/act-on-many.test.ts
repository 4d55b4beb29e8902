/** Acting on many: looked at first, then done once for each, through a crash too, and seen while it is done. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startActingOnMany } from '../../src/http/act-on-many/runner.ts'
import type { Owner } from '../../src/shared/owner.ts'
import type { Pulse } from '../../src/shared/pulse.ts'
import { claimJob } from '../../src/store/act-on-many/work.ts'
import { newId } from '../../src/shared/ids.ts'
import { createDelivery, createSubscription, tellActor } from './actors.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'

/** More of each than are worked at together. */
const each = 50
const drafts = 2 * each
let dashboard: Dashboard
let alice: Person & { merchantId: string }
let bob: Person & { merchantId: string }
let owner: Owner
let runner: Pulse | null = null

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  bob = await newMerchant(dashboard, 'bob')
  owner = { merchantId: alice.merchantId, network: 'TestNet' }
  for (let n = 0; n < drafts; n++)
    await createSubscription(dashboard, owner, { customerId: n % 2 ? 'odd' : 'even' })
})
afterEach(async () => {
  await runner?.stop()
  runner = null
})
afterAll(() => dashboard.stop())

const preview = (body: object, person: Person = alice) =>
  person.call('POST', '/test/subscriptions/act-on-many/preview', body)
const act = (body: object, person: Person = alice) =>
  person.call('POST', '/test/subscriptions/act-on-many', body)
const read = async (id: string) => (await alice.call('GET', `/test/act-on-many/${id}`)).body

/** Works until the job has ended, and returns it. */
async function finish(id: string) {
  runner ??= startActingOnMany(dashboard)
  await expect.poll(async () => (await read(id)).status, { timeout: 10_000 }).not.toBe('Running')
  return read(id)
}

/** How many turns the command has had. */
async function countTurns(event: string): Promise<number> {
  const { rows } = await dashboard.database.pool.query<{ count: number }>(
    `select count(*)::int as count from journal where event->>'type' = $1`,
    [event],
  )
  return rows[0]!.count
}

test('the preview says how many match, and why some cannot', async () => {
  const odd = { command: 'cancel', filter: 'customerId=odd' }
  expect((await preview(odd)).body).toEqual({ matches: each, can: each, cannot: [] })
  expect((await preview({ command: 'pause' })).body).toEqual({
    matches: drafts,
    can: 0,
    cannot: [{ status: 'Draft', phase: 'Idle', count: drafts }],
  })
  expect((await preview({ command: 'pause' }, bob)).body.matches).toBe(0)
})

test.each([
  { command: 'freeze', filter: '' },
  { command: 'cancel', filter: 'planId=a&planId=b' },
  { command: 'cancel', filter: 'limit=1' },
  { command: 'cancel', filter: '%zz' },
])('what means nothing is refused: %j', async (body) => {
  expect((await preview(body)).status).toBe(400)
  expect((await act({ ...body, expected: 1, key: 'a' })).status).toBe(400)
})

test('where others take it than were seen, nothing is done', async () => {
  const { status, body } = await act({ command: 'cancel', expected: 4, key: 'changed' })
  expect([status, body.code, body.found]).toEqual([409, 'SelectionChanged', drafts])
  expect((await alice.call('GET', '/test/act-on-many')).body.jobs).toEqual([])
})

test('each is commanded once, whatever is asked for twice and whoever dies on the way', async () => {
  const asked = { command: 'cancel', filter: 'customerId=odd', expected: each, key: 'odd ones' }
  const [first, second] = await Promise.all([act(asked), act(asked)])
  expect([first.status, second.status]).toEqual([202, 202])
  expect(second.body.id).toBe(first.body.id)
  expect(first.body).toMatchObject({
    status: 'Running',
    total: each,
    left: each,
    askedBy: alice.email,
  })

  // A process that claims the job and sends some of its commands is killed before it writes anything down.
  const { id } = first.body
  const dead = await claimJob(dashboard.database)
  expect(dead?.id).toBe(id)
  const half = await alice.call('GET', '/test/subscriptions?customerId=odd&limit=10')
  for (const { contractAddress } of half.body.subscriptions)
    await dashboard.bus.request(
      {
        id: `http/many/${id}/subscription.cancel/${contractAddress}`,
        kind: 'subscription',
        entityId: contractAddress,
        ...owner,
        event: { type: 'subscription.cancel' },
        cause: { type: 'command', command: 'subscription.cancel', by: 'merchant' },
      },
      5_000,
    )
  expect(await claimJob(dashboard.database)).toBe(null)
  await dashboard.database.pool.query(
    `update act_on_many set claimed_until = now() - interval '1 second'`,
  )
  expect(await finish(id)).toMatchObject({
    status: 'Done',
    done: each,
    refused: 0,
    failed: 0,
    left: 0,
    problems: [],
  })
  expect(await countTurns('subscription.cancel')).toBe(each)
  const { page } = (await alice.call('GET', '/test/subscriptions?customerId=odd&statusIn=Draft'))
    .body
  expect(page.total).toBe(0)
})

test('one that moved on meanwhile refuses, and is named', async () => {
  const asked = { command: 'cancel', filter: 'customerId=even', expected: each, key: 'even ones' }
  const { id } = (await act(asked)).body
  const { subscriptions } = (await alice.call('GET', '/test/subscriptions?customerId=even&limit=1'))
    .body
  const [{ contractAddress }] = subscriptions
  await alice.call('POST', `/test/subscriptions/${contractAddress}/cancel`, {})
  await tellActor(
    dashboard,
    { kind: 'subscription', id: contractAddress, owner },
    { type: 'subscription.cancelled', reason: 'CancelRequested' },
  ).catch(() => undefined)
  const job = await finish(id)
  expect(job.done + job.refused).toBe(each)
  expect(job.problems.length).toBe(job.refused)
})

test('a stopped job leaves the rest alone, and is nobody else’s', async () => {
  await createSubscription(dashboard, owner, { customerId: 'later' })
  const asked = { command: 'cancel', filter: 'customerId=later', expected: 1, key: 'later' }
  const { id } = (await act(asked)).body
  expect((await bob.call('GET', `/test/act-on-many/${id}`)).status).toBe(404)
  expect((await bob.call('POST', `/test/subscriptions/act-on-many/${id}/stop`, {})).status).toBe(
    404,
  )
  expect((await alice.call('GET', `/main/act-on-many/${id}`)).status).toBe(404)
  const stop = (list: string) => alice.call('POST', `/test/${list}/act-on-many/${id}/stop`, {})
  expect((await stop('deliveries')).status).toBe(404)
  const stopped = await stop('subscriptions')
  expect(stopped.body).toMatchObject({ status: 'Stopped', left: 1 })
  expect(await finish(id)).toMatchObject({ status: 'Stopped', left: 1 })
  expect((await alice.call('GET', '/test/act-on-many')).body.jobs).toHaveLength(3)
})

test('deliveries are sent again', async () => {
  for (let sequence = 1; sequence <= 3; sequence++) {
    const eventId = newId(dashboard.clock.now())
    const id = await createDelivery(dashboard, owner, { eventId, sequence })
    const failure = { type: 'delivery.attemptFailed', error: 'answered 500', durationMs: 12 }
    const target = { kind: 'delivery', id, owner } as const
    await tellActor(dashboard, target, { ...failure, httpStatus: 500, jitter: 0 })
  }
  const wanted = { command: 'resend', filter: 'statusIn=Retrying' }
  const path = '/test/deliveries/act-on-many'
  expect((await alice.call('POST', `${path}/preview`, wanted)).body.can).toBe(3)
  const { id } = (await alice.call('POST', path, { ...wanted, expected: 3, key: 'again' })).body
  expect(await finish(id)).toMatchObject({ status: 'Done', done: 3 })
  expect((await alice.call('GET', '/test/deliveries?statusIn=Retrying')).body.deliveries).toEqual(
    [],
  )
})
