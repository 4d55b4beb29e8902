/**
 * Charges through the local chain: many subscriptions become due at one moment; the figure is how
 * long it takes until every charge is confirmed. The first period deploys the contracts and is
 * reported apart.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectBus } from '../../src/bus/bus.ts'
import { urlOf } from '../../src/shared/chains/nodes.ts'
import { createLog } from '../../src/shared/log.ts'
import type { DurableServers } from '../durable-servers.ts'
import { type Program, startProgram } from '../programs.ts'
import { count, table } from '../table.ts'
import { fundAndApprove } from './local-node.ts'
import type { Shop } from './service.program.ts'
import {
  approvalOf,
  composeSubscriptions,
  createSubscriptions,
  periodDays,
} from './subscriptions.ts'

type Collected = {
  seconds: number
  firstSeconds: number
  transactions: number
  gasPerCharge: number
}

const lookEveryMs = 50
const collectTimeoutMs = 10 * 60_000
const dayMs = 24 * 60 * 60 * 1000

/** Charges `subscriptions` subscriptions twice and returns a table with a line for each period. */
export async function measureCharges(
  servers: DurableServers,
  subscriptions: number,
): Promise<string> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'mandate-charges-'))
  const databaseUrl = await servers.newDatabase('charges')
  const service = await startProgram(join(import.meta.dirname, 'service.program.ts'), {
    databaseUrl,
    natsUrl: servers.natsUrl,
    dataDirectory,
  })
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  try {
    const { start, firstPeriod } = await activateAll(service, pool, servers, subscriptions)
    const dueAt = new Date(start.getTime() + periodDays * dayMs)
    const secondPeriod = collect(pool, 2, subscriptions)
    await service.ask({ moveTo: dueAt.toISOString() })
    return toTable(subscriptions, { firstPeriod, secondPeriod: await secondPeriod })
  } finally {
    await pool.end()
    await service.stop()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

/** Creates and approves everything ahead of the start, so that the first charges come due together. */
async function activateAll(
  service: Program,
  pool: pg.Pool,
  servers: DurableServers,
  subscriptions: number,
): Promise<{ start: Date; firstPeriod: Collected }> {
  const shop = await service.ask<Shop>({ openShop: true })
  const start = new Date(Math.ceil(Date.now() / 1000) * 1000 + dayMs)
  const inputs = composeSubscriptions(shop, subscriptions, start)
  const bus = await connectBus(servers.natsUrl, createLog('warn'))
  await createSubscriptions(bus, inputs)
  await bus.close()
  await fundAndApprove(urlOf(shop.chain.rpcUrls[0]!), inputs.map(approvalOf))
  await until(async () => (await countOf(pool, awaitingStart)) === subscriptions)
  const firstPeriod = collect(pool, 1, subscriptions)
  await service.ask({ moveTo: start.toISOString() })
  return { start, firstPeriod: await firstPeriod }
}

const awaitingStart = `select count(*)::int as count from subscription where phase = 'AwaitingStart'`

/** Waits until every charge of the period is confirmed; times count from the call. */
async function collect(pool: pg.Pool, period: number, charges: number): Promise<Collected> {
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  const confirmed = `select count(*)::int as count from charge
    where period = ${period} and status = 'Succeeded'`
  let firstSeconds = 0
  await until(async () => {
    const done = await countOf(pool, confirmed)
    if (done > 0) firstSeconds ||= seconds()
    return done === charges
  })
  const purpose = period === 1 ? 'activate' : 'charge'
  return { seconds: seconds(), firstSeconds, ...(await gasOf(pool, purpose, charges)) }
}

async function gasOf(pool: pg.Pool, purpose: string, charges: number) {
  const { rows } = await pool.query<{ transactions: number; gas: string }>(
    `select count(*)::int as transactions,
      sum((snapshot->'context'->'minedIn'->>'gasUsed')::numeric) as gas
     from transaction where purpose = $1 and snapshot->'context'->>'minedIn' is not null`,
    [purpose],
  )
  const { transactions, gas } = rows[0]!
  return { transactions, gasPerCharge: Number(gas) / charges }
}

async function countOf(pool: pg.Pool, query: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(query)
  return rows[0]!.count
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + collectTimeoutMs
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('the charges did not come to an end')
    await sleep(lookEveryMs)
  }
}

function toTable(
  charges: number,
  { firstPeriod, secondPeriod }: { firstPeriod: Collected; secondPeriod: Collected },
): string {
  const toLine = (name: string, collected: Collected): string[] => [
    name,
    count(charges / collected.seconds),
    `${collected.firstSeconds.toFixed(1)} s`,
    `${collected.seconds.toFixed(1)} s`,
    String(collected.transactions),
    Math.round(collected.gasPerCharge).toLocaleString('en-US'),
  ]
  return table(
    [`${charges} at once`, 'per second', 'first', 'last', 'transactions', 'gas each'],
    [
      toLine('first charge, with the contract', firstPeriod),
      toLine('charge of a later period', secondPeriod),
    ],
  )
}
