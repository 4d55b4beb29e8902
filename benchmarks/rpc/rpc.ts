/**
 * Counts what a provider is asked for each block, and what that costs in its units, by what is watched: nothing of it
 * happens on the chain. Rows that the database reads one after the other are counted beside it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { DurableServers } from '../durable-servers.ts'
import { count, table } from '../table.ts'
import { type Asked, blockSeconds, startWatchedChain, type WatchedChain } from './watched-chain.ts'
import { fillGasWallets, fillWatched, type Watched } from './watched-rows.ts'

type Scenario = { name: string; watched: Watched; gasWallets: number }

const scenarios: Scenario[] = [
  { name: 'nothing due: 3 subscriptions', watched: of(3, 0), gasWallets: 1 },
  { name: '3 subscriptions, 1 open payment', watched: of(3, 1), gasWallets: 1 },
  { name: '10,000 and 10,000 open payments', watched: of(10_000, 10_000), gasWallets: 1 },
  { name: '100,000 and 10,000', watched: of(100_000, 10_000), gasWallets: 1 },
  { name: 'these, and 1,000 gas wallets', watched: of(100_000, 10_000), gasWallets: 1_000 },
]

function of(subscriptions: number, payments: number): Watched {
  return { subscriptions, payments, overdueEvery: 100 }
}

/** Large providers count like this: logs of a range cost three times what other requests cost. */
const unitsOf = (method: string): number => (method === 'eth_getLogs' ? 60 : 20)
const secondsInMonth = 30 * 24 * 60 * 60
/** The pace of blocks is learnt, and what was new is enlisted, before anything is counted. */
const settlingMs = 25_000

/** Measures each scenario for `seconds`; returns a table with a line for each. */
export async function measureRpc(servers: DurableServers, seconds: number): Promise<string> {
  const world = await startWatchedChain(servers)
  try {
    const rows: string[][] = []
    for (const scenario of scenarios) rows.push(await measure(world, scenario, seconds))
    return table(
      [
        'watched',
        'calls a block',
        'units a block',
        'M units a month',
        'kB sent',
        'rows scanned',
        'of these',
      ],
      rows,
    )
  } finally {
    await world.stop()
  }
}

async function measure(world: WatchedChain, scenario: Scenario, seconds: number) {
  const { database, chain } = world
  const owner = { merchantId: 'merchant1', network: 'TestNet' } as const
  const { name: blockchain, assets } = chain
  const ground = { owner, blockchain, asset: 'ltUSDC', token: assets[0]!.address, now: new Date() }
  await fillGasWallets(database.pool, owner, blockchain, scenario.gasWallets)
  await fillWatched(database.pool, ground, scenario.watched)
  await sleep(settlingMs)
  world.takeAsked()
  const before = { head: await world.headNumber(), scanned: await rowsScanned(world) }
  await sleep(seconds * 1_000)
  const asked = world.takeAsked()
  const blocks = (await world.headNumber()) - before.head
  const scanned = (await rowsScanned(world)) - before.scanned
  return toRow(scenario.name, asked, blocks, scanned)
}

function toRow(name: string, { byMethod, bytes }: Asked, blocks: number, scanned: number) {
  const each = [...byMethod].sort(([, one], [, other]) => other - one)
  const units = each.reduce((sum, [method, times]) => sum + times * unitsOf(method), 0)
  const calls = each.reduce((sum, [, times]) => sum + times, 0)
  const methods = each.map(([method, times]) => `${method.slice(4)} ${count(times / blocks)}`)
  return [
    name,
    count(calls / blocks),
    count(units / blocks),
    count(((units / blocks) * secondsInMonth) / blockSeconds / 1e6),
    count(bytes / 1_000 / blocks),
    count(scanned / blocks),
    methods.join(', '),
  ]
}

/** Counts the rows that were read by scans of whole tables. */
async function rowsScanned({ database }: WatchedChain): Promise<number> {
  await sleep(1_100) // A session tells its figures once a second.
  const { rows } = await database.pool.query<{ rows: string }>(
    `select sum(seq_tup_read) as rows from pg_stat_user_tables
     where relname in ('subscription', 'payment', 'deposit_watch', 'contract_watch')`,
  )
  return Number(rows[0]!.rows)
}
