/**
 * `npm run bench`: what the service does in a second, beside what plain SQL and other engines
 * do on the same machine in the same minutes. It prints tables and judges nothing.
 *
 *     npm run bench -- [turns] [workers] [charges] [two-years] [memory] [pages] [dashboard] [figures] [http] [rpc] [idle] [start] [--quick] [--no-peers] [--workers=2] [--charges=1000,10000,100000] [--trip=300]
 */
import { parseArgs } from 'node:util'
import { measureCharges } from './charges/charges.ts'
import { measureFigures } from './dashboard/figures.ts'
import { measureDashboard } from './dashboard/dashboard.ts'
import { startDurableServers } from './durable-servers.ts'
import { describeMachine } from './machine.ts'
import { measureHttp } from './http/http.ts'
import { measureIdle } from './idle/idle.ts'
import { measureMemory } from './memory/memory.ts'
import { measureDashboardPages } from './pages/dashboard-pages.ts'
import { measureFirstPaint } from './pages/first-paint.ts'
import { measurePages } from './pages/pages.ts'
import { measureSubscribing } from './pages/subscribing.ts'
import { measureRpc } from './rpc/rpc.ts'
import { measureStart } from './start/start.ts'
import { compareTurns } from './turns/compare.ts'
import { startContestants } from './turns/contestants.ts'
import { compareWorkers } from './turns/workers.ts'
import { measureTwoYears } from './two-years/two-years.ts'

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    'no-peers': { type: 'boolean', default: false },
    workers: { type: 'string', default: '1' },
    charges: { type: 'string', default: '1000,10000' },
    /** The way to a distant node and back, in milliseconds. */
    trip: { type: 'string', default: '0' },
  },
})
const isWanted = (section: string) => positionals.length === 0 || positionals.includes(section)

async function benchTurns(): Promise<void> {
  const servers = await startDurableServers()
  try {
    console.log(`\n${describeMachine(servers.directory)}`)
    const contestants = await startContestants(servers, {
      workers: Number(options.workers),
      withPeers: !options['no-peers'],
    })
    const pace = {
      concurrencies: [1, 32, 256, 1024],
      rounds: options.quick ? 1 : 5,
      warmupMs: 500,
      windowMs: options.quick ? 1_000 : 2_000,
    }
    console.log('\n## A plan is archived and restored: journal and one event\n')
    console.log(await compareTurns(contestants, 'plan', pace))
    console.log('\n## A subscription is paused and not: journal, events, a request, two timers\n')
    console.log(await compareTurns(contestants, 'subscription', pace))
    for (const contestant of contestants) await contestant.stop()
  } finally {
    await servers.stop()
  }
}

async function benchWorkers(): Promise<void> {
  const servers = await startDurableServers()
  const pace = { rounds: options.quick ? 1 : 5, windowMs: options.quick ? 1_000 : 2_000 }
  try {
    console.log('\n## Workers beside each other, 1,020 commands at once\n')
    console.log(await compareWorkers(servers, pace))
  } finally {
    await servers.stop()
  }
}

const sizes = (text: string): number[] => text.split(',').map(Number)

async function benchCharges(): Promise<void> {
  const servers = await startDurableServers()
  try {
    console.log('\n## Subscriptions are charged on the local chain, a block a second\n')
    for (const charges of options.quick ? [100] : sizes(options.charges))
      console.log(`${await measureCharges(servers, charges, Number(options.trip))}\n`)
  } finally {
    await servers.stop()
  }
}

async function benchTwoYears(): Promise<void> {
  console.log('\n## Two years of monthly subscriptions pass by the test clock\n')
  console.log(await measureTwoYears(50, options.quick ? ['now'] : ['now', 'throughTheMonth']))
}

async function benchMemory(): Promise<void> {
  console.log('\n## Memory of the idle service, all roles in one process\n')
  console.log(await measureMemory(options.quick ? 5_000 : 30_000))
}

async function benchPages(): Promise<void> {
  console.log('\n## A payer with a slow network opens a page\n')
  console.log(await measurePages(measureFirstPaint))
  console.log('\n## A payer subscribes on the widget, a block every two seconds\n')
  console.log(await measurePages(measureSubscribing))
  console.log('\n## The dashboard is opened on a processor slowed four times\n')
  console.log(await measurePages(measureDashboardPages))
}

async function benchDashboard(): Promise<void> {
  const servers = await startDurableServers()
  const size = { subscriptions: 100_000, charges: 300_000, deliveries: 1_000_000 }
  const small = { subscriptions: 10_000, charges: 30_000, deliveries: 60_000 }
  try {
    console.log('\n## The dashboard of a merchant with 100,000 subscriptions\n')
    console.log(await measureDashboard(servers, options.quick ? small : size, 20))
  } finally {
    await servers.stop()
  }
}

async function benchFigures(): Promise<void> {
  const servers = await startDurableServers()
  try {
    console.log('\n## Its figures, when they have to be made anew\n')
    console.log(
      await measureFigures(servers, options.quick ? 2_000 : 100_000, options.quick ? 3 : 20),
    )
  } finally {
    await servers.stop()
  }
}

async function benchHttp(): Promise<void> {
  const servers = await startDurableServers()
  const pace = { rounds: options.quick ? 1 : 5, windowMs: options.quick ? 1_000 : 2_000 }
  try {
    console.log(
      `\n## Single requests, from the socket to the commit\n\n${describeMachine(servers.directory)}\n`,
    )
    console.log(await measureHttp(servers, pace))
  } finally {
    await servers.stop()
  }
}

async function benchRpc(): Promise<void> {
  const servers = await startDurableServers()
  try {
    console.log('\n## A watcher of a chain with a block every two seconds asks its provider\n')
    console.log(await measureRpc(servers, options.quick ? 20 : 120))
  } finally {
    await servers.stop()
  }
}

async function benchIdle(): Promise<void> {
  console.log('\n## The processor of a service that nobody asks, in percent of one core\n')
  const [seconds, withFilled] = options.quick ? [30, false] : [120, true]
  console.log(await measureIdle(seconds, { withFilled }))
}

async function benchStart(): Promise<void> {
  console.log('\n## The service starts, with all servers in place\n')
  console.log(await measureStart(options.quick ? 1 : 5))
}

if (isWanted('turns')) await benchTurns()
if (isWanted('workers')) await benchWorkers()
if (isWanted('charges')) await benchCharges()
if (isWanted('two-years')) await benchTwoYears()
if (isWanted('memory')) await benchMemory()
if (isWanted('pages')) await benchPages()
if (isWanted('dashboard')) await benchDashboard()
if (isWanted('figures')) await benchFigures()
if (isWanted('http')) await benchHttp()
if (isWanted('rpc')) await benchRpc()
if (isWanted('idle')) await benchIdle()
if (isWanted('start')) await benchStart()
