/** How soon the dashboard answers a busy merchant: lists, their thousandth pages, their totals. */
import type { DurableServers } from '../durable-servers.ts'
import { milliseconds, table } from '../table.ts'
import { measure } from './measure.ts'
import { type BusyDashboard, startDashboard } from './world.ts'
import type { Size } from './fill.ts'

const pageSize = 50
const farPage = 1_000

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
    return `${table(['call', 'p50', 'p95'], rows)}\n\n${await measureExport(dashboard)}`
  } finally {
    await dashboard.stop()
  }
}

async function callsOf(dashboard: BusyDashboard): Promise<[string, string][]> {
  const calls: [string, string][] = []
  for (const list of ['subscriptions', 'charges', 'customers', 'deliveries']) {
    const after = await reach(dashboard, list)
    calls.push(
      [`${list}, first page with how many there are`, `/${list}`],
      [`${list}, first page`, `/${list}?withTotal=false`],
      [`${list}, thousandth page by cursor`, `/${list}?withTotal=false&after=${after}`],
      [
        `${list}, thousandth page by offset`,
        `/${list}?withTotal=false&offset=${farPage * pageSize}`,
      ],
      [`${list}, totals`, `/${list}/totals`],
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
  ['an amount of 15,000 charges', '5.99'],
  ['nothing', 'no such thing'],
]

/** Reads all charges as a file, and the most memory that the process held meanwhile. */
async function measureExport(dashboard: BusyDashboard): Promise<string> {
  const before = process.memoryUsage().rss
  let most = before
  const looking = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
  const { firstMs, seconds, bytes } = await dashboard.download('/charges.csv')
  clearInterval(looking)
  const megabytes = (count: number) => `${Math.round(count / 1e6)} MB`
  return `All charges as a file: the first part after ${milliseconds(firstMs)}, ${megabytes(bytes)} in ${seconds.toFixed(1)} s; the process, reader included, grew by ${megabytes(most - before)} at most.`
}

/** Returns the cursor of the thousandth page. */
async function reach(dashboard: BusyDashboard, list: string): Promise<string> {
  const path = `/${list}?withTotal=false&limit=1&offset=${(farPage - 1) * pageSize - 1}`
  return (JSON.parse(await dashboard.get(path)) as { page: { next: string } }).page.next
}
