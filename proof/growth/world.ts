/**
 * A whole service whose database has the size of some years: it first makes a row of everything itself, is stopped, the
 * rows are copied, and it starts again on them, while PostgreSQL writes down how it runs each statement.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { eventually } from '../../examples/client/eventually.ts'
import { connectAll } from '../../src/chain/clients.ts'
import { startGuardedNats } from '../../src/embedded/nats.ts'
import { startPostgres } from '../../src/embedded/postgres/postgres.ts'
import { forgetAll } from '../../src/http/forgetting.ts'
import type { Route } from '../../src/http/routing/route.ts'
import { startService } from '../../src/main.ts'
import { createMetrics } from '../../src/operating/metrics/metrics.ts'
import { tellOfStates } from '../../src/mailing/rounds/rounds.ts'
import { localChains } from '../../src/shared/chains.ts'
import { createLog } from '../../src/shared/log.ts'
import { readSettings } from '../../src/shared/settings.ts'
import { cleanMails } from '../../src/store/mails/mail-claims.ts'
import { MailQueue } from '../../src/store/mails/mail-queue.ts'
import { createPeriodicJobs } from '../../src/watching/periodic-jobs.ts'
import { startTestChain } from '../../test/support/chain.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'
import { fillDatabase, tablesWithoutRow } from './fill.ts'
import { liveThrough } from './live-through.ts'

/** A disk is not waited for, and a log of a few GB is not written through in between. */
const quick = {
  fsync: 'off',
  full_page_writes: 'off',
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
}
/** All statements with how they were run, and what of a plan was never run. */
const explaining = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_parameter_max_length': '100',
}

const pollMs = 1_000

export type BigWorld = Awaited<ReturnType<typeof startBigWorld>>

export async function startBigWorld() {
  const directory = newDirectory('growth')
  const dataDirectory = join(directory, 'postgres')
  const [nats, chain, postgres] = await Promise.all([
    startGuardedNats({ storeDirectory: newDirectory('nats') }),
    startTestChain(),
    startPostgres({ dataDirectory }),
  ])
  await run(postgres.url, [
    ...Object.entries(quick).map(([name, value]) => `alter system set ${name} = '${value}'`),
    'select pg_reload_conf()',
  ])
  const settings = settingsFor(directory, postgres.url, chain.url, nats.urls)
  const start = () => startService(settings, createLog(settings.logLevel))

  const first = await start()
  await liveThrough(first.demo!.devJson, chain.url)
  // A transaction is final some turns after the payment is settled.
  await eventually('a row of each table', async () => {
    return (await tablesWithoutRow(postgres.url)).length === 0
  })
  await first.stop()
  await fillDatabase(postgres.url)
  await run(
    postgres.url,
    Object.entries(explaining).map(
      ([name, value]) => `alter database postgres set ${name} = '${value}'`,
    ),
  )
  const service = await start()
  return {
    service,
    /** Reads an address as the one who may: the merchant's server, its owner, or an operator. */
    read: await readerOf(service),
    /** A payment and a charge, at this size. */
    live: () => liveThrough(service.demo!.devJson, chain.url),
    workPeriodically: () => workPeriodically(service.service),
    postgresLog: join(dataDirectory, 'postgres.log'),
    async stop() {
      await service.stop()
      await Promise.all([nats.stop(), chain.stop(), postgres.stop()])
      // Now, and not when all tests have run: a small disk does not hold it beside their databases.
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

type NatsUrls = Awaited<ReturnType<typeof startGuardedNats>>['urls']

function settingsFor(directory: string, databaseUrl: string, rpcUrl: string, nats: NatsUrls) {
  const chainsFile = join(directory, 'chains.json')
  writeFileSync(chainsFile, JSON.stringify([{ ...localChains[0], rpcUrls: [rpcUrl] }]))
  return readSettings({
    PORT: '0',
    DATA_DIR: directory,
    DATABASE_URL: databaseUrl,
    NATS_HTTP_URL: nats.http,
    NATS_WORKER_URL: nats.worker,
    NATS_RELAYS_URL: nats.relays,
    NATS_WATCHER_URL: nats.watcher,
    CHAINS_FILE: chainsFile,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
  })
}

type Service = Awaited<ReturnType<typeof startService>>

/** All that comes round every so many seconds, or hours, which nobody waits for here. */
async function workPeriodically(service: Service['service']): Promise<void> {
  const { database, buses, log, directory } = service
  const [chain] = connectAll(directory).values()
  const dependencies = { database, bus: buses.of('watcher'), log, chain: chain! }
  for (const job of createPeriodicJobs(dependencies, pollMs)) await job.run(chain!.nodes[0]!)
  await forgetAll(service)
  await tellOfStates({ ...service, mails: new MailQueue(service) })
  await cleanMails(database)
  await createMetrics(service, service.settings.roles)()
}

async function readerOf({ demo, running }: Service) {
  const { baseUrl, merchant } = demo!.devJson
  const logIn = async (who: { email: string; password: string }) => {
    const { email, password } = who
    const answer = await fetch(`${running.url}/dashboard/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    return answer.headers.get('set-cookie')!.split(';')[0]!
  }
  const authorization = `Basic ${btoa(`${merchant.apiKey}:${merchant.apiSecret}`)}`
  const asOwner = { cookie: await logIn(merchant) }
  const asOperator = { cookie: await logIn(demo!.operator) }
  return async (access: Route['access'], path: string) => {
    const headers = access === 'operator' ? asOperator : asOwner
    const mine = path.startsWith('/dashboard') ? headers : { authorization }
    const answer = await fetch(`${baseUrl}${path}`, { headers: mine })
    return { status: answer.status, text: await answer.text() }
  }
}

async function run(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
