/**
 * A year and more of a merchant's business by the test clock, while its operator takes old months out: the tables stay as
 * large as they are after some months, what is read says from when on it is kept, and put back all is there.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../examples/client/eventually.ts'
import { dayMs } from '../../machines/durations.ts'
import { monthOf, startOf } from '../../src/store/partitions/months.ts'
import { deliveriesOnTheirWay } from '../../src/core/states.ts'
import { withDatabase } from '../../test/support/database.ts'
import {
  type MonthElsewhere,
  putBackMonths,
  takeOutMonths,
} from '../../test/support/months-elsewhere.ts'
import { type FlowWorld, startWorld } from '../../test/flow/world.ts'

const subscriptions = 6
const months = 14
const periodDays = 31
const keptDays = 62
/** From then on as much leaves the database as comes into it. */
const settledAfter = 4

type Sizes = Record<'journal' | 'merchant_event' | 'delivery', number>

const elsewhere: MonthElsewhere[] = []

let world: FlowWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(async () => {
  await withDatabase(world.environment['DATABASE_URL']!, (database) =>
    putBackMonths(database, elsewhere),
  )
  await world.stop()
})

/** Takes out what ended before the month before this one, once none of its webhooks is on its way. */
async function takeOut(): Promise<void> {
  await withDatabase(world.environment['DATABASE_URL']!, async (database) => {
    const { rows } = await database.pool.query<{ at: string }>('select max(at) as at from journal')
    const until = startOf(monthOf(new Date(new Date(rows[0]!.at).getTime() - keptDays * dayMs)))
    await eventually('no webhook is on its way', async () => {
      const onTheirWay = await database.pool.query('select from delivery where status = any($1)', [
        deliveriesOnTheirWay,
      ])
      return onTheirWay.rowCount === 0
    })
    elsewhere.push(...(await takeOutMonths(database, until)))
  })
}

/** Rows of the tables that would grow for ever, and how many partitions the one with most has. */
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
    await takeOut()
    const { rows, partitions } = await readSizes()
    expect(partitions).toBeLessThanOrEqual(6)
    sizes.push(rows)
  }
  const settled = sizes.slice(settledAfter)
  for (const table of ['journal', 'merchant_event', 'delivery'] as const) {
    const counts = settled.map((rows) => rows[table])
    expect(Math.max(...counts), `${table}: ${counts.join(', ')}`).toBeLessThan(
      1.5 * sizes[settledAfter - 1]![table],
    )
  }
}, 120_000)

test('a history says from which month on it is kept, and goes back to there', async () => {
  const { merchant } = world
  const [first] = contracts as [string]
  expect(await merchant.read(first)).toMatchObject({ chargesMade: months + 1, status: 'Active' })
  const { page, entries, keptFrom } = await merchant.asPerson<{
    page: { total: number }
    entries: { seq: number; at: string }[]
    keptFrom: { month: string; seq: number }
  }>('GET', `/test/subscriptions/${first}/history?limit=100`)
  expect(keptFrom.seq).toBeGreaterThan(1)
  expect(entries.map(({ seq }) => seq)).toEqual(
    Array.from({ length: page.total - keptFrom.seq + 1 }, (_, index) => page.total - index),
  )
  expect(monthOf(new Date(entries.at(-1)!.at)) >= keptFrom.month).toBe(true)
})

test('the event log says that its first months are elsewhere, and goes on with what it has', async () => {
  const { merchant, receiver } = world
  type Page = { events: Event[]; page: { next: number; keptFrom: string | null } }
  const read = (query: string) => merchant.get<Page>(`/integration/events?${query}`)
  const { events, page } = await read('limit=100')
  const numbers = events.map(({ logNumber }) => logNumber)
  expect(numbers[0]).toBeGreaterThan(1)
  expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index))
  expect(page.keptFrom).toMatch(/^\d{4}-\d{2}$/)
  const sent = receiver.received
  await eventually('every webhook', () => Promise.resolve(sent.length >= numbers.at(-1)! - 1))

  const [second, third] = [events[1]!, events[2]!]
  expect((await read(`after=${second.logNumber}&limit=1`)).page.keptFrom).toBeNull()
  expect((await read(`after=${second.eventId}&limit=1`)).events).toEqual([third])
  const moment = encodeURIComponent(third.eventTs)
  expect((await read(`after=${moment}&limit=1`)).events).toEqual([
    events.find(({ eventTs }) => eventTs >= third.eventTs),
  ])
  expect((await read('eventTypeIn=SubscriptionCreated')).page.keptFrom).toBe(page.keptFrom)

  // The very first happened before the endpoint was named, and was not sent.
  const gone = (sent as unknown as Event[]).find(({ logNumber }) => logNumber < numbers[0]!)!
  for (const path of [
    `/integration/events/${gone.eventId}`,
    `/integration/events?after=${gone.eventId}`,
  ])
    await expect(merchant.get(path)).rejects.toThrow(`Events are kept from ${page.keptFrom} on`)
})

type Event = { eventId: string; logNumber: number; eventTs: string }
