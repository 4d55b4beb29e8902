/**
 * Charges through the local chain: many subscriptions become due at one moment; the figure is how
 * long it takes until every charge is confirmed, beside a bare script that sends as many charges of as
 * many other subscriptions to the same node. The first period deploys the contracts and is reported apart.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { generatePrivateKey } from 'viem/accounts'
import { dayMs } from '../../machines/durations.ts'
import type { SubscriptionInput } from '../../machines/subscription/subscription.events.ts'
import { connectBus } from '../../src/bus/bus.ts'
import { createLog } from '../../src/shared/log.ts'
import type { DurableServers } from '../durable-servers.ts'
import { type Program, startProgram } from '../programs.ts'
import { count, noteRatio, table } from '../table.ts'
import { BareScript } from './bare-script.ts'
import { type Collected, collect, untilCount } from './collected.ts'
import { fundAndApprove, writeAllowances } from './local-node.ts'
import type { Shop } from './service.program.ts'
import {
  approvalOf,
  composeSubscriptions,
  createSubscriptions,
  periodDays,
} from './subscriptions.ts'

type Round = { name: string; bareSeconds: number; service: Collected }

/**
 * Charges `subscriptions` subscriptions twice and returns a table with a line for each period. `tripMs`: how much
 * longer the node takes for each answer to the service; the script always stands beside it.
 */
export async function measureCharges(
  servers: DurableServers,
  subscriptions: number,
  tripMs: number,
): Promise<string> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'mandate-charges-'))
  const databaseUrl = await servers.newDatabase(`charges_${subscriptions}`)
  await using programs = new AsyncDisposableStack()
  const start = async (name: string, settings: object): Promise<Program> => {
    const program = await startProgram(join(import.meta.dirname, `${name}.program.ts`), settings)
    programs.defer(() => program.stop())
    return program
  }
  programs.defer(() => rmSync(dataDirectory, { recursive: true, force: true }))
  const nearUrl = await (await start('node', {})).ask<string>({})
  const distant = tripMs && (await start('distant-node', { rpcUrl: nearUrl, tripMs }))
  const rpcUrl = distant ? await distant.ask<string>({}) : nearUrl
  const { natsUrl } = servers
  const service = await start('service', { databaseUrl, natsUrl, rpcUrl, dataDirectory })
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  programs.defer(() => pool.end())
  return toTable(subscriptions, await chargeTwice(service, pool, servers, nearUrl, subscriptions))
}

/**
 * Everything is created and approved ahead, so that charges come due together. The script's come due a
 * day before the service's, which has nothing to do then.
 */
async function chargeTwice(
  service: Program,
  pool: pg.Pool,
  servers: DurableServers,
  rpcUrl: string,
  subscriptions: number,
): Promise<Round[]> {
  const shop = await service.ask<Shop>({ openShop: true })
  const bareStart = new Date(Math.ceil(Date.now() / 1000) * 1000 + dayMs)
  const start = after(bareStart, 1)
  const bareInputs = composeSubscriptions(shop, subscriptions, bareStart)
  const inputs = composeSubscriptions(shop, subscriptions, start)
  await subscribe(pool, servers, rpcUrl, inputs)
  const { chainId, factory } = shop.chain
  const bare = new BareScript(generatePrivateKey(), { rpcUrl, chainId, factory })
  await bare.prepare()
  await writeAllowances(rpcUrl, bareInputs.map(approvalOf))

  const moveTo = (moment: Date) => service.ask({ moveTo: moment.toISOString() })
  const rounds: Round[] = []
  for (const period of [1, 2]) {
    const days = (period - 1) * periodDays
    await moveTo(after(bareStart, days))
    const bareSeconds = await (period === 1 ? bare.activate(bareInputs) : bare.charge(bareInputs))
    const makeDue = () => moveTo(after(start, days))
    const collected = await collect(pool, period, subscriptions, makeDue)
    const name = period === 1 ? 'first charge, with the contract' : 'charge of a later period'
    rounds.push({ name, bareSeconds, service: collected })
  }
  return rounds
}

async function subscribe(
  pool: pg.Pool,
  servers: DurableServers,
  rpcUrl: string,
  inputs: SubscriptionInput[],
): Promise<void> {
  const bus = await connectBus(servers.natsUrl, createLog('warn'))
  await createSubscriptions(bus, inputs)
  await bus.close()
  await fundAndApprove(rpcUrl, inputs.map(approvalOf))
  await untilCount(pool, `subscription where phase = 'AwaitingStart'`, inputs.length)
}

const after = (moment: Date, days: number): Date => new Date(moment.getTime() + days * dayMs)

function toTable(charges: number, rounds: Round[]): string {
  for (const { name, bareSeconds, service } of rounds)
    noteRatio(`${count(charges)} charges: ${name}`, 'a bare script', bareSeconds / service.seconds)
  const toLine = ({ name, bareSeconds, service }: Round): string[] => [
    name,
    count(charges / service.seconds),
    count(charges / bareSeconds),
    `${Math.round((100 * bareSeconds) / service.seconds)} %`,
    `${service.firstSeconds.toFixed(1)} s`,
    `${service.seconds.toFixed(1)} s`,
    String(service.transactions),
    Math.round(service.gasPerCharge).toLocaleString('en-US'),
    service.outboxUpdates.toFixed(1),
    service.journalRows.toFixed(1),
  ]
  return table(
    [
      `${charges.toLocaleString('en-US')} at once`,
      'per second',
      'by a bare script',
      'of that',
      'first',
      'last',
      'transactions',
      'gas each',
      'outbox updates each',
      'journal rows each',
    ],
    rounds.map(toLine),
  )
}
