/**
 * What a turn costs with one, two and four workers beside each other. On a machine with fewer cores than processes more
 * workers cannot take more turns; what a turn costs the processors then says whether they are in each other's way.
 */
import { join } from 'node:path'
import pg from 'pg'
import { type Load, median, type Measurement, warmUp } from '../closed-loop.ts'
import { type DurableServers, runStatement } from '../durable-servers.ts'
import type { Stop } from '../../src/bus/bus.ts'
import { startNats } from '../../src/embedded/nats.ts'
import { readProcessorSeconds } from '../idle/processor-time.ts'
import { type Program, startProgram } from '../programs.ts'
import { count, table } from '../table.ts'
import type { Role } from './cast.ts'

const workerCounts = [1, 2, 4]
const roles: Role[] = ['plan', 'subscription']

type Pace = { rounds: number; windowMs: number }
/** Microseconds of the processor for each turn: of the workers, and of PostgreSQL. */
type Cost = { perSecond: number; workersUs: number; postgresUs: number }
/** So many workers, on a database and a NATS of their own. */
type Setup = { databaseUrl: string; asking: Program; workers: Program[]; nats: Stop }

const program = (name: string) => join(import.meta.dirname, `${name}.program.ts`)

/** Measures each number of workers in every round, one after the other, and returns a table. */
export async function compareWorkers(servers: DurableServers, pace: Pace): Promise<string> {
  const setups: Setup[] = []
  for (const workers of workerCounts) setups.push(await openSetup(servers, workers))
  const costs = new Map<string, Cost[]>()
  for (let round = 0; round < pace.rounds; round++)
    for (const setup of setups)
      for (const role of roles) {
        const key = `${role}/${setup.workers.length}`
        costs.set(key, [...(costs.get(key) ?? []), await measureCost(setup, role, pace.windowMs)])
      }
  for (const { asking, workers, nats } of setups)
    for (const one of [asking, ...workers, nats]) await one.stop()
  const head = ['', 'workers', 'per second', 'µs of the workers a turn', 'µs of PostgreSQL a turn']
  const toLine = (role: Role, workers: number) => {
    const measured = costs.get(`${role}/${workers}`)!
    const of = (name: keyof Cost) => count(median(measured.map((one) => one[name])))
    return [role, String(workers), of('perSecond'), of('workersUs'), of('postgresUs')]
  }
  const lines = roles.flatMap((role) => workerCounts.map((workers) => toLine(role, workers)))
  return table(head, lines)
}

/** The actors are made and moved until the code is compiled in each worker. */
async function openSetup(servers: DurableServers, count: number): Promise<Setup> {
  const databaseUrl = await servers.newDatabase(`workers_${count}`)
  const nats = await startNats({ storeDirectory: join(servers.directory, `nats-${count}`) })
  const settings = { databaseUrl, natsUrl: nats.url }
  const workers: Program[] = []
  while (workers.length < count) workers.push(await startProgram(program('worker'), settings))
  const asking = await startProgram(program('commands'), settings)
  for (const role of roles) await asking.ask({ create: role })
  for (const role of roles)
    await asking.ask({ role, load: { ...warmUp, windowMs: count * warmUp.windowMs } })
  await runStatement(databaseUrl, 'vacuum analyze')
  return { databaseUrl, asking, workers, nats }
}

async function measureCost(setup: Setup, role: Role, windowMs: number): Promise<Cost> {
  const { asking, databaseUrl } = setup
  await runStatement(databaseUrl, 'truncate outbox')
  const before = await readCounters(setup)
  const load: Load = { concurrency: 1024, warmupMs: 500, windowMs }
  const { perSecond } = await asking.ask<Measurement>({ role, load })
  const after = await readCounters(setup)
  const turns = after.turns - before.turns
  return {
    perSecond,
    workersUs: (after.workersUs - before.workersUs) / turns,
    postgresUs: (after.postgresUs - before.postgresUs) / turns,
  }
}

async function readCounters({ databaseUrl, workers }: Setup) {
  let workersUs = 0
  for (const worker of workers) {
    const { user, system } = await worker.ask<NodeJS.CpuUsage>({})
    workersUs += user + system
  }
  const postgresUs = 1e6 * ((await readProcessorSeconds(process.pid)).get('postgres') ?? 0)
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ turns: number }>(
    'select count(*)::int as turns from journal',
  )
  await client.end()
  return { turns: rows[0]!.turns, workersUs, postgresUs }
}
