/**
 * A year and more of a merchant's business by the test clock, with an archive: what happened long ago leaves the
 * database, whose tables stay as large as they are after some months, and is read as before.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../examples/client/eventually.ts'
import { withDatabase } from '../../test/support/database.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'
import { type FlowWorld, startWorld } from '../../test/flow/world.ts'

const subscriptions = 6
const months = 14
const periodDays = 31
/** From then on as much leaves the database as comes into it. */
const settledAfter = 4

type Sizes = Record<'journal' | 'merchant_event' | 'delivery', number>

let world: FlowWorld
beforeAll(async () => {
  world = await startWorld({ ARCHIVE_DIRECTORY: newDirectory('archive'), HOT_DAYS: '62' })
})
afterAll(() => world?.stop())

/** Rows of the tables that would grow for ever, and how many partitions the one with most has: they are dropped one by one. */
async function readSizes(): Promise<{ rows: Sizes; partitions: number }> {
  let sizes = { rows: { journal: 0, merchant_event: 0, delivery: 0 }, partitions: 0 }
  await withDatabase(world.environment['DATABASE_URL']!, async ({ pool }) => {
    const { rows } = await pool.query<Sizes & { partitions: number }>(
      `select (select count(*)::int from journal) as journal,
         (select count(*)::int from merchant_event) as merchant_event,
         (select count(*)::int from delivery) as delivery,
         (select max(count)::int from (
           select count(*) from pg_inherits
           where inhparent in ('journal'::regclass, 'merchant_event'::regclass, 'delivery'::regclass)
           group by inhparent) as counted) as partitions`,
    )
    const { partitions, ...counted } = rows[0]!
    sizes = { rows: counted, partitions }
  })
  return sizes
}

/** Subscriptions that are charged each month; returns their addresses. */
async function subscribe({ merchant, payer }: FlowWorld): Promise<string[]> {
  await payer.earn(10_000)
  const contracts: string[] = []
  for (let n = 0; n < subscriptions; n++) {
    const { contractAddress } = await merchant.subscribe(payer.address)
    await payer.approve(contractAddress, 10 * (months + 2))
    await merchant.command(contractAddress, 'activate')
    contracts.push(contractAddress)
  }
  await eventually('the first charges', async () => {
    const all = await Promise.all(contracts.map((contract) => merchant.read(contract)))
    return all.every(({ chargesMade }) => chargesMade === 1)
  })
  return contracts
}

let contracts: string[]

test('the tables of what happens stay as large as they are after some months', async () => {
  const { merchant } = world
  contracts = await subscribe(world)
  const sizes = []
  for (let month = 0; month < months; month++) {
    await merchant.pass(periodDays)
    await eventually('what is over is archived', async () => (await readSizes()).partitions <= 5)
    sizes.push((await readSizes()).rows)
  }
  const settled = sizes.slice(settledAfter)
  for (const table of ['journal', 'merchant_event', 'delivery'] as const) {
    const counts = settled.map((rows) => rows[table])
    expect(Math.max(...counts), `${table}: ${counts.join(', ')}`).toBeLessThan(
      1.5 * sizes[settledAfter - 1]![table],
    )
  }
}, 120_000)

test('a history goes back to the first turn', async () => {
  const { merchant } = world
  const [first] = contracts as [string]
  expect(await merchant.read(first)).toMatchObject({ chargesMade: months + 1, status: 'Active' })
  const { page, entries } = await merchant.asPerson<{
    page: { total: number }
    entries: { seq: number; event: string }[]
  }>('GET', `/test/subscriptions/${first}/history?limit=100`)
  expect(entries.at(-1)).toMatchObject({ seq: 1, event: 'subscription.create' })
  expect(entries.map(({ seq }) => seq)).toEqual(
    Array.from({ length: page.total }, (_, index) => page.total - index),
  )
})

test('the event log begins with its first event, also behind one of long ago and where it is filtered', async () => {
  const { merchant, receiver } = world
  const events = await merchant.events()
  expect(events.map(({ logNumber }) => logNumber)).toEqual(events.map((_, index) => index + 1))
  await eventually('every webhook', () =>
    Promise.resolve(receiver.received.length >= events.length - 1),
  )
  const [, second, third] = events as unknown as [Event, Event, Event]
  expect(await merchant.get(`/integration/events/${second.eventId}`)).toEqual(second)
  const read = async (query: string) =>
    (await merchant.get<{ events: Event[] }>(`/integration/events?${query}`)).events
  expect(await read(`after=${second.eventId}&limit=1`)).toEqual([third])
  expect(await read(`after=${encodeURIComponent(third.eventTs)}&limit=1`)).toEqual([
    events.find(({ eventTs }) => eventTs >= third.eventTs),
  ])
  expect(await read('eventTypeIn=SubscriptionCreated&limit=50')).toHaveLength(subscriptions)
})

type Event = { eventId: string; logNumber: number; eventTs: string }
