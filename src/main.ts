/** Starts the service, and in place those servers that the settings do not name elsewhere. */
import { connectBuses } from './bus/buses.ts'
import { startArrivals } from './chain/deployments/arrivals.ts'
import { consolePage } from './embedded/demo/console-page.ts'
import { type Demo, prepareDemo } from './embedded/demo/demo.ts'
import { type Stack, startStack } from './embedded/stack.ts'
import { createMetrics } from './operating/metrics/metrics.ts'
import { notReady, type ProbeServer, startProbeServer } from './operating/probe-server.ts'
import { startTraces } from './operating/traces/start-traces.ts'
import { prepareChains, prepareDatabase, readIntended } from './prepare.ts'
import { type Running, type Service, startRoles } from './roles.ts'
import { Clock } from './shared/clock.ts'
import { errorText } from './shared/errors.ts'
import { createLog, type Log } from './shared/log.ts'
import { makeDirectory } from './shared/environment/make-directory.ts'
import { findMisspelt } from './shared/environment/misspelt.ts'
import type { GivenKeys } from './shared/secrets/master-key.ts'
import { readSettings, settingNames, type Settings, settingsOfCell } from './shared/settings.ts'
import { followClock } from './store/clock-follower.ts'
import { connectDatabase, type Database } from './store/database.ts'
import { MailQueue } from './store/mails/mail-queue.ts'
import { warnOfDemoTraces } from './store/merchants/demo-traces.ts'
import { reachDatabase } from './store/starting/reach-database.ts'
import { startAlone } from './store/starting/start-lock.ts'

type Closing = { what: string; close(): Promise<void> }

export type Started = {
  service: Service
  running: Running
  demo: Demo | null
  /** What this start changed the database's tables by; empty where they were as they should be. */
  migrations: readonly string[]
  stop(): Promise<void>
}

/** Starts everything that the settings ask for; where it cannot, throws with nothing left running. */
export async function startService(settings: Settings, log: Log): Promise<Started> {
  const closings: Closing[] = []
  const migrations: string[] = []
  const probes = await startProbeServer(settings.probe, log)
  closings.push({ what: 'the probe server', close: () => probes.stop() })
  const traces = await startTraces(settings)
  closings.push({ what: 'the traces', close: () => traces.stop() })
  const stop = () => stopAll(probes, closings, log)
  try {
    const { chains, given, gaps } = readIntended(settings)
    warnOfGaps(gaps, log)
    const { archiveDirectory } = settings
    if (archiveDirectory !== null && settings.roles.includes('relays'))
      makeDirectory('ARCHIVE_DIRECTORY', archiveDirectory)
    const stack = await startStack(settings, chains)
    closings.push({ what: 'the local servers', close: () => stack.stop() })
    const shared = { stack, given, migrations, probes, log, closings }
    const services: Service[] = []
    for (const [index, schema] of settings.cells.entries()) {
      const logOfCell = index === 0 ? log : log.child({ cell: schema })
      const ofCell = { ...shared, log: logOfCell }
      services.push(await prepareCell(settingsOfCell(settings, schema), ofCell))
    }
    const [service, ...others] = services as [Service, ...Service[]]
    if (settings.probe) probes.answer('/metrics', createMetrics(service, settings.roles))
    const running = await startRoles(service, settings.roles, others)
    closings.push({ what: 'a role', close: () => running.stop() })
    for (const one of services) {
      const arrivals = startArrivals(one)
      closings.push({ what: 'the search for chains', close: () => arrivals.stop() })
    }
    const demo = await demoOf(service, running)
    for (const { firstStart } of services) firstStart.isOver = true
    return { service, running, demo, migrations, stop }
  } catch (error) {
    logMigrations(migrations, log)
    await stop()
    throw error
  }
}

type SharedByCells = {
  stack: Stack
  given: GivenKeys
  migrations: string[]
  probes: ProbeServer
  /** Of a further cell every line names it, as `cell`. */
  log: Log
  /** Takes what is to be closed, also where the start fails afterwards. */
  closings: Closing[]
}

/** Connects to what a cell has of its own, and prepares its database. */
async function prepareCell(
  settings: Settings,
  { stack, closings, log, given, migrations, probes }: SharedByCells,
): Promise<Service> {
  const { chains } = stack
  const database = await openDatabase(stack.databaseUrl, settings, log)
  closings.push({ what: 'the database', close: () => database.close() })
  const buses = await connectBuses(settings, stack.natsUrls, log)
  closings.push({ what: 'the bus', close: () => buses.close() })
  const clock = new Clock()
  const starting = { settings, database, clock, log, chains, given, migrations }
  const secrets = await prepareDatabase(starting)
  const hasTestClock = chains.every(({ embedded }) => embedded)
  const following = await followClock(database, clock, log, { hasTestClock })
  closings.push({ what: 'the clock', close: () => following.stop() })
  const directory = await prepareChains(starting, chains)
  const parts = { settings, database, buses, clock, log, secrets, directory, probes }
  const mails = settings.mail ? new MailQueue(parts) : undefined
  const service: Service = { ...parts, mails, firstStart: { isOver: false } }
  await warnOfDemoTraces(service)
  return service
}

function stopAll(probes: ProbeServer, closings: Closing[], log: Log): Promise<void> {
  probes.answer('/ready', async () => notReady('Stopping.', ['start']))
  return closeAll(closings, log)
}

/** Waits for the database, and connects to it. */
async function openDatabase(url: string, settings: Settings, log: Log): Promise<Database> {
  const { archiveDirectory, databaseReadUrl: readUrl, databaseSchema: schema } = settings
  await reachDatabase(url, { log, waitMs: settings.startWaitMs, schema })
  const tell = (text: string) => log.warn(text)
  return connectDatabase(url, { archiveDirectory, readUrl, schema, tell })
}

/** The last one first. */
async function closeAll(closings: Closing[], log: Log): Promise<void> {
  for (const closing of closings.reverse())
    await closing.close().catch((error: unknown) => {
      log.warn({ error: errorText(error) }, `${closing.what} did not stop cleanly`)
    })
}

function warnOfGaps(gaps: string[], log: Log): void {
  for (const gap of gaps)
    log.warn({ gap }, 'serving a main network without a requirement, as ALLOW_UNSAFE_MAINNET says')
}

function logMigrations(applied: readonly string[], log: Log): void {
  if (applied.length)
    log.info({ newest: applied.at(-1) }, `${applied.length} migrations were applied`)
}

/** Prepares the demo where this process runs the roles it needs: a worker, and HTTP. */
function demoOf(service: Service, { url }: Running): Promise<Demo | null> {
  const { settings } = service
  if (!url || !settings.roles.includes('worker')) return Promise.resolve(null)
  const base = settings.addresses.base ?? url
  const addresses = {
    base,
    checkout: settings.addresses.checkout ?? `${base}/checkout`,
    widget: settings.addresses.widget ?? `${base}/widget`,
    manage: settings.addresses.manage ?? `${base}/manage`,
  }
  const bus = service.buses.of('http')
  return startAlone(service, () => prepareDemo({ ...service, bus, addresses }))
}

/** Ends the process when it is told to: what was begun is finished; a start that is not over is left as a crash would leave it. */
function stopOnSignals(findStarted: () => Started | null, { roles }: Settings, log: Log): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      const started = findStarted()
      log.info({ signal, roles }, started ? 'stopping' : 'stopped before the start was over')
      if (!started) process.exit(0)
      void started.stop().then(() => {
        log.info({ signal, roles }, 'stopped')
        // Lines that are still being written would come after the last, or not at all.
        log.flush(() => process.exit(0))
      })
    })
}

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel)
  for (const { name, meant } of findMisspelt(process.env, settingNames))
    log.warn(`${name} is no setting, and counts for nothing: did you mean ${meant}?`)
  let started: Started | null = null
  stopOnSignals(() => started, settings, log)
  started = await startService(settings, log)
  const { demo, running } = started
  if (demo)
    process.stdout.write(consolePage(demo.devJson, demo.operator, started.service.clock.now()))
  // After the page: the first line on a newcomer's console is the one that opens it.
  logMigrations(started.migrations, log)
  log.info({ url: running.url }, 'the service is ready')
}

if (import.meta.main)
  main().catch((error: unknown) => {
    process.stderr.write(`${errorText(error)}\n`)
    process.exit(1)
  })
