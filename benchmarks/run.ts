/**
 * `npm run bench -- NAME …`: what the service does in a second, beside what else does it on the same machine in the same
 * minutes. It prints tables, and one of all ratios at the end, and judges nothing. With `--quick` and no name it runs all that have a peer, in about
 * four minutes; with neither it prints the names.
 */
import { parseArgs } from 'node:util'
import { measureCharges } from './charges/charges.ts'
import { type DurableServers, startDurableServers } from './durable-servers.ts'
import { measureHttp } from './http/http.ts'
import { measureIdle } from './idle/idle.ts'
import { describeMachine } from './machine.ts'
import { measureRpc } from './rpc/rpc.ts'
import { measureSearch } from './search/search.ts'
import { measureStart } from './start/start.ts'
import { tableOfRatios } from './table.ts'
import { compareTurns } from './turns/turns.ts'
import { measureWebhooks } from './webhooks/webhooks.ts'

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    charges: { type: 'string', default: '1000,10000' },
    /** The way to a distant node and back, in milliseconds. */
    trip: { type: 'string', default: '0' },
  },
})
const isQuick = options.quick
const concurrencies = [1, 32, 256, 1024]
const pace = { rounds: isQuick ? 1 : 5, windowMs: isQuick ? 1_000 : 2_000 }

type Benchmark = {
  title: string
  measure: () => Promise<string>
  /** Something else does the same beside the service. */
  hasPeer?: true
}
const benchmarks: Record<string, Benchmark> = {
  charges: {
    hasPeer: true,
    title: 'Subscriptions are charged on the local chain, a block a second',
    measure: () => withServers(chargeAll),
  },
  http: {
    hasPeer: true,
    title: 'Single requests, from the socket to the commit',
    measure: () => withServers((servers) => measureHttp(servers, pace)),
  },
  idle: {
    title: 'The processor of a service that nobody asks, in percent of one core',
    measure: () => measureIdle(isQuick ? 30 : 120, { withFilled: !isQuick }),
  },
  rpc: {
    title: 'A watcher of a chain with a block every two seconds asks its provider',
    measure: () => withServers((servers) => measureRpc(servers, isQuick ? 20 : 120)),
  },
  search: {
    title: 'Twenty things are found among a million payments',
    measure: () => measureSearch(isQuick ? 10_000 : 1_000_000, isQuick ? 2 : 10),
  },
  start: {
    title: 'The service starts, with all servers in place',
    measure: () => measureStart(isQuick ? 1 : 5),
  },
  turns: {
    hasPeer: true,
    title: 'A plan is archived and restored: journal and one event',
    measure: () =>
      withServers((servers) =>
        compareTurns(servers, { ...pace, rounds: isQuick ? 3 : 5, concurrencies }),
      ),
  },
  webhooks: {
    hasPeer: true,
    title: 'Webhooks, from the commit to the endpoint',
    measure: () => withServers((servers) => measureWebhooks(servers, isQuick)),
  },
}

const names = Object.keys(benchmarks)
const unknown = positionals.filter((name) => !names.includes(name))
const compared = isQuick ? names.filter((name) => benchmarks[name]!.hasPeer) : []
const asked = positionals.length > 0 ? positionals : compared
if (asked.length === 0 || unknown.length > 0) {
  console.log(
    `npm run bench -- NAME … [--quick] [--charges=1000,10000] [--trip=300]: ${names.join(', ')}`,
  )
  process.exitCode = unknown.length > 0 ? 1 : 0
} else {
  for (const name of asked) {
    const { title, measure } = benchmarks[name]!
    console.log(`\n## ${title}\n`)
    console.log(await measure())
  }
  const ratios = tableOfRatios()
  if (ratios) console.log(`\n## All ratios\n\n${ratios}`)
}

async function withServers(measure: (servers: DurableServers) => Promise<string>): Promise<string> {
  const servers = await startDurableServers()
  try {
    console.log(`${describeMachine(servers.directory)}\n`)
    return await measure(servers)
  } finally {
    await servers.stop()
  }
}

async function chargeAll(servers: DurableServers): Promise<string> {
  const sizes = isQuick ? [100] : options.charges.split(',').map(Number)
  const tables: string[] = []
  for (const charges of sizes)
    tables.push(await measureCharges(servers, charges, Number(options.trip)))
  return tables.join('\n\n')
}
