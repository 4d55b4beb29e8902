/** How soon the dashboard answers a busy merchant: lists, their thousandth pages, their totals, their exports. */
import type { DurableServers } from '../durable-servers.ts'
import { milliseconds, table } from '../table.ts'
import { type OwnProcess, readWatched, startOwnProcess } from '../../test/dashboard/own-process.ts'
import { measure, measureTimes } from './measure.ts'
import { placeOf } from './place-of.ts'
import { type BusyDashboard, startDashboard } from './world.ts'
import type { Size } from './fill.ts'

const pageSize = 50
const farPage = 1_000
/** The file holds so many rows, not all of a list. */
const newestRows = 10_000
/** The server is still at the end of an export that was left. */
const tooMany = 429

export async function measureDashboard(
  servers: DurableServers,
  size: Size,
  rounds: number,
): Promise<string> {
  const dashboard = await startDashboard(servers, size)
  try {
    const rows: string[][] = []
    for (const [what, path] of await callsOf(dashboard)) {
      const { p50, p95 } = await measure(() => dashboard.get(path), rounds)
      rows.push([what, milliseconds(p50), milliseconds(p95)])
    }
    const calls = table(['call', 'p50', 'p95'], rows)
    return `${calls}\n\n${await measureExports(dashboard, rounds)}`
  } finally {
    await dashboard.stop()
  }
}

async function callsOf(dashboard: BusyDashboard): Promise<[string, string][]> {
  const calls: [string, string][] = []
  for (const list of ['subscriptions', 'charges', 'customers', 'events', 'deliveries']) {
    const after = await placeOf(dashboard, `/${list}?withTotal=false`, (farPage - 1) * pageSize)
    calls.push(
      [`${list}, first page with how many there are`, `/${list}`],
      [`${list}, first page`, `/${list}?withTotal=false`],
      [`${list}, totals`, `/${list}/totals`],
    )
    if (after === null) continue
    calls.push(
      [`${list}, thousandth page by cursor`, `/${list}?withTotal=false&after=${after}`],
      [`${list}, the page before it`, `/${list}?withTotal=false&before=${after}`],
      [`${list}, the last page by offset`, `/${list}?withTotal=false&offset=10000`],
    )
  }
  const filters = {
    subscriptions: ['statusIn=Active', 'planId=plan3', 'atRisk=true', 'amountFrom=5&amountTo=9'],
    charges: [
      'statusIn=Failed',
      'reasonIn=InsufficientBalance',
      'planId=plan3',
      'chargeDateFrom=2026-06-01T00:00Z&chargeDateTo=2026-07-01T00:00Z',
      'statusIn=Succeeded&asset=tUSDC',
    ],
    customers: ['planId=plan3'],
    events: [
      'eventTypeIn=SubscriptionChargeCreated',
      'customerId=customer-4711',
      'createdFrom=2026-06-01T00:00Z&createdTo=2026-07-01T00:00Z',
    ],
    deliveries: ['statusIn=Exhausted', 'statusIn=Delivered'],
  }
  for (const [list, wanted] of Object.entries(filters))
    for (const filter of wanted)
      calls.push(
        [`${list}, ${filter}`, `/${list}?withTotal=false&${filter}`],
        [`${list}, ${filter}, totals`, `/${list}/totals?${filter}`],
      )
  for (const [what, text] of searched(dashboard))
    calls.push([`search, ${what}`, `/search?q=${encodeURIComponent(text)}`])
  return calls
}

const searched = ({ known }: BusyDashboard): [string, string][] => [
  ['a customer', known.customerId],
  ['the beginning of all customers', 'customer-'],
  ['a payer', known.payer],
  ['a hash', known.hash],
  ["an event's id", known.eventId],
  ['an amount of 15,000 charges', '5.99'],
  ['nothing', 'no such thing'],
]

/**
 * How soon files begin, and what a server in a process of its own holds while it sends some thousand rows of a list,
 * and all of it: live memory after collecting what is free, and its resident set.
 */
async function measureExports(dashboard: BusyDashboard, rounds: number): Promise<string> {
  const server = await startOwnProcess(dashboard.servers)
  try {
    const rows: string[][] = []
    for (const list of ['charges', 'subscriptions', 'events', 'deliveries']) {
      const path = `/test/${list}.csv`
      // The first of a kind warms the server up.
      await beginFile(server, path, dashboard.cookie)
      const begin = await measureTimes(() => beginFile(server, path, dashboard.cookie), rounds)
      const few = await readWatched(server, await newestOf(dashboard, list), dashboard.cookie)
      const all = await readWatched(server, path, dashboard.cookie)
      rows.push([
        list,
        milliseconds(begin.p50),
        milliseconds(begin.p95),
        `${megabytes(all.bytes)} in ${all.seconds.toFixed(1)} s`,
        `${megabytes(few.most.heldBytes)}, ${megabytes(few.most.rss)}`,
        `${megabytes(all.most.heldBytes)}, ${megabytes(all.most.rss)}`,
      ])
    }
    const titles = ['file', 'begins, p50', 'p95', 'all of it', 'held, resident: 10,000 rows', 'all']
    return table(titles, rows)
  } finally {
    await server.stop()
  }
}

const megabytes = (count: number) => `${Math.round(count / 1e6)} MB`

/** Reads the first part of a file, and goes; returns how long that took, in ms. */
async function beginFile(server: OwnProcess, path: string, cookie: string): Promise<number> {
  const going = new AbortController()
  const { signal } = going
  const url = `${server.url}/dashboard/api${path}`
  for (;;) {
    const askedAt = performance.now()
    const response = await fetch(url, { headers: { cookie }, signal })
    if (response.status === tooMany) continue
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
    await response.body!.getReader().read()
    const tookMs = performance.now() - askedAt
    going.abort()
    return tookMs
  }
}

/** The newest rows of a list; the place of the last of them says since when they are. */
async function newestOf(dashboard: BusyDashboard, list: string): Promise<string> {
  const place = await placeOf(dashboard, `/${list}?withTotal=false`, newestRows)
  const [since] = Buffer.from(place!, 'base64url').toString().split(' ')
  return `/test/${list}.csv?createdFrom=${since}`
}
