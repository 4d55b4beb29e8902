/**
 * Single requests through the whole service: from the socket by authentication to the commit, with the relays at work.
 * Each kind is measured in every round, one after the other, and beside it what bounds it: a commit that does nothing, and
 * the least server that takes a payment durably.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Load, median } from '../closed-loop.ts'
import { type DurableServers, runStatement } from '../durable-servers.ts'
import { type Program, startProgram } from '../programs.ts'
import { count, milliseconds, noteRatio, table } from '../table.ts'
import type { Call, Called, CallRequest } from './calls.program.ts'
import type { Opened, ServiceRequest } from './service.program.ts'

/** At the limit of one merchant, 2,000 requests a second, they would count refusals. */
const shopsOpened = 16
const concurrencies = [1, 32]
const drainMsMax = 60_000
const drainedMax = 10
const lookEveryMs = 100

const names: Record<Call, string> = {
  health: 'GET /health',
  insert: 'a bare insert and commit',
  getSubscription: 'GET subscription',
  getPayment: 'GET payment',
  createPayment: 'POST payment',
  createSigned: 'POST payment, signed, of one merchant',
  createBare: 'the same of bare Fastify, as many rows',
  createSubscription: 'POST subscription',
}
const calls = Object.keys(names) as Call[]

type Pace = { rounds: number; windowMs: number }
type Written = { commits: number; syncs: number }
type Measured = Called & Written & { processorMs: number }
type Parts = { service: Program; asking: Program; pool: pg.Pool }

/** Runs all rounds and returns a table: a line for each call and how many are under way at once. */
export async function measureHttp(servers: DurableServers, pace: Pace): Promise<string> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'mandate-http-'))
  const databaseUrl = await servers.newDatabase('http')
  const service = await startProgram(join(import.meta.dirname, 'service.program.ts'), {
    databaseUrl,
    natsUrl: servers.natsUrl,
    dataDirectory,
  })
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  try {
    const opened = await service.ask<Opened>({ openShops: shopsOpened } satisfies ServiceRequest)
    const bare = await startProgram(join(import.meta.dirname, 'bare.program.ts'), {
      databaseUrl: await servers.newDatabase('bare', { isEmpty: true }),
      shops: opened.shops,
    })
    const bareUrl = await bare.ask<string>('url')
    const calling = join(import.meta.dirname, 'calls.program.ts')
    const asking = await startProgram(calling, { ...opened, databaseUrl, bareUrl })
    const parts = { service, asking, pool }
    await warmUp(parts)
    await runStatement(databaseUrl, 'vacuum analyze')
    const lines = await measureRounds(parts, pace)
    await Promise.all([asking.stop(), bare.stop()])
    return table(head, lines)
  } finally {
    await pool.end()
    await service.stop()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

async function warmUp(parts: Parts): Promise<void> {
  for (const call of calls)
    await measure(parts, call, { concurrency: 32, warmupMs: 0, windowMs: 2_000 })
}

async function measureRounds(parts: Parts, { rounds, windowMs }: Pace): Promise<string[][]> {
  const measured = new Map<string, Measured[]>()
  const cases = concurrencies.flatMap((concurrency) => calls.map((call) => ({ concurrency, call })))
  for (let round = 0; round < rounds; round++)
    for (const { call, concurrency } of cases) {
      const one = await measure(parts, call, { concurrency, warmupMs: 300, windowMs })
      const key = `${call} ${concurrency}`
      measured.set(key, [...(measured.get(key) ?? []), one])
    }
  return cases.map(({ call, concurrency }) => {
    const of = (what: Call) => measured.get(`${what} ${concurrency}`)!
    const all = of(call)
    return toLine(call, concurrency, all, [of('insert'), of('createBare')].map(rateOf))
  })
}

/** Measures one call once the relays have done what the one before left to them. */
async function measure(
  { service, asking, pool }: Parts,
  call: Call,
  load: Load,
): Promise<Measured> {
  await drained(pool)
  const used = () => service.ask<number>('readProcessorMicroseconds' satisfies ServiceRequest)
  const [before, written] = [await used(), await readWritten(pool)]
  const called = await asking.ask<Called>({ call, load } satisfies CallRequest)
  const processorMs = ((await used()) - before) / 1000
  const now = await readWritten(pool)
  const [commits, syncs] = [now.commits - written.commits, now.syncs - written.syncs]
  return { ...called, processorMs, commits, syncs }
}

/** Commits of the service's database, those of relays and of reading too, and syncs of the log of all databases. */
async function readWritten(pool: pg.Pool): Promise<Written> {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<Written>(`select xact_commit::int as commits,
    (select sum(fsyncs)::int from pg_stat_io where object = 'wal') as syncs
    from pg_stat_database where datname = current_database()`)
  return rows[0]!
}

async function drained(pool: pg.Pool): Promise<void> {
  const deadline = performance.now() + drainMsMax
  while ((await countWaiting(pool)) > drainedMax && performance.now() < deadline)
    await sleep(lookEveryMs)
}

async function countWaiting(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from outbox')
  return rows[0]!.count
}

const percent = (share: number): string => `${count(Number((100 * share).toPrecision(2)))} %`

const rateOf = (all: Called[]): number => median(all.map(({ perSecond }) => perSecond))

const head = [
  '',
  'at once',
  'per second',
  'p50',
  'p99',
  'of a commit',
  'of bare Fastify',
  'processor each',
  'commits each',
  'syncs each',
]

function toLine(call: Call, concurrency: number, all: Measured[], references: number[]): string[] {
  const of = (read: (one: Measured) => number) => median(all.map(read))
  const rate = rateOf(all)
  const isOurs = call !== 'insert' && call !== 'createBare'
  if (isOurs && call.startsWith('create'))
    noteRatio(`${names[call]}, ${concurrency} at once`, 'bare Fastify', rate / references[1]!)
  const each = (read: (one: Measured) => number) =>
    isOurs ? of((one) => read(one) / one.answered).toFixed(2) : ''
  return [
    names[call],
    String(concurrency),
    count(rate),
    milliseconds(of(({ p50Ms }) => p50Ms)),
    milliseconds(of(({ p99Ms }) => p99Ms)),
    ...references.map((reference) => percent(rate / reference)),
    isOurs ? milliseconds(of(({ processorMs, answered }) => processorMs / answered)) : '',
    each(({ commits }) => commits),
    each(({ syncs }) => syncs),
  ]
}
