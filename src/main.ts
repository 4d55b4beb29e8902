/** Starts the service, and in place those servers that the settings do not name elsewhere. */
import { upgradeStored } from './actors/upgrading/upgrade-stored.ts'
import { connectBuses } from './bus/buses.ts'
import { connectChain } from './chain/clients.ts'
import { findChains, startArrivals } from './chain/deployments/arrivals.ts'
import { alignChainTime } from './chain/embedded-time.ts'
import { consolePage } from './embedded/demo/console-page.ts'
import { type Demo, prepareDemo } from './embedded/demo/demo.ts'
import { chainsOf, startStack } from './embedded/stack.ts'
import { createMetrics } from './operating/metrics/metrics.ts'
import {
  jsonAnswer,
  notReady,
  type ProbeServer,
  startProbeServer,
} from './operating/probe-server.ts'
import { type Running, type Service, startRoles } from './roles.ts'
import { type AbsentChain, ChainDirectory } from './shared/chain-directory.ts'
import type { ChainSettings } from './shared/chains.ts'
import { Clock } from './shared/clock.ts'
import { errorText } from './shared/errors.ts'
import { createLog, type Log } from './shared/log.ts'
import { requireMainNetworkSettings } from './shared/main-network.ts'
import { loadMasterKeys } from './shared/secrets/master-key.ts'
import { Secrets } from './shared/secrets/secrets.ts'
import { readSettings, type Settings } from './shared/settings.ts'
import { followClock, saveTestOffset } from './store/clock-follower.ts'
import { connectDatabase, migrateDatabase } from './store/database.ts'
import { requireMasterKey } from './store/master-key-id.ts'
import { MailQueue } from './store/mails/mail-queue.ts'
import { warnOfDemoTraces } from './store/merchants/demo-traces.ts'

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
  const stop = () => stopAll(probes, closings, log)
  try {
    const chains = chainsOf(settings)
    warnOfGaps(settings, chains, log)
    const masterKeys = loadMasterKeys(settings, chains)
    const stack = await startStack(settings, chains)
    closings.push({ what: 'the local servers', close: () => stack.stop() })
    const database = await connectDatabase(stack.databaseUrl, settings.archiveDirectory)
    closings.push({ what: 'the database', close: () => database.close() })
    migrations.push(...(await migrateDatabase(database)))
    const buses = await connectBuses(settings, stack.natsUrls, log)
    closings.push({ what: 'the bus', close: () => buses.close() })
    const clock = new Clock()
    const hasTestClock = stack.chains.every(({ embedded }) => embedded)
    const following = await followClock(database, clock, log, { hasTestClock })
    closings.push({ what: 'the clock', close: () => following.stop() })
    const upgraded = await upgradeStored({ database, now: clock.now() })
    if (upgraded) log.info({ upgraded }, 'stored actors were brought to new machine versions')
    const found = await findChains(stack.chains, database)
    logAbsentChains(found.absent, log)
    const directory = new ChainDirectory(found.chains, found.absent)
    const secrets = new Secrets(masterKeys.current, masterKeys.old)
    await requireMasterKey({ database, clock, secrets, log })
    const firstStart = { isOver: false }
    const parts = { settings, database, buses, clock, log, secrets, directory }
    const mails = settings.mail ? new MailQueue(parts) : undefined
    const service: Service = { ...parts, mails, firstStart }
    await warnOfDemoTraces(service)
    await alignClockAndChains(service)
    if (settings.probe) probes.answer('/metrics', createMetrics(service, settings.roles))
    const running = await startRoles(service, settings.roles)
    closings.push({ what: 'a role', close: () => running.stop() })
    const arrivals = startArrivals(service)
    closings.push({ what: 'the search for chains', close: () => arrivals.stop() })
    const demo = await demoOf(service, running)
    firstStart.isOver = true
    probes.answer('/ready', async () => jsonAnswer(200, { status: 'ok' }))
    return { service, running, demo, migrations, stop }
  } catch (error) {
    logMigrations(migrations, log)
    await stop()
    throw error
  }
}

function stopAll(probes: ProbeServer, closings: Closing[], log: Log): Promise<void> {
  probes.answer('/ready', async () => notReady('Stopping.', ['start']))
  return closeAll(closings, log)
}

/** The last one first. */
async function closeAll(closings: Closing[], log: Log): Promise<void> {
  for (const closing of closings.reverse())
    await closing.close().catch((error: unknown) => {
      log.warn({ error: errorText(error) }, `${closing.what} did not stop cleanly`)
    })
}

function warnOfGaps(settings: Settings, chains: ChainSettings[], log: Log): void {
  for (const gap of requireMainNetworkSettings({ settings, chains }))
    log.warn({ gap }, 'serving a main network without a requirement, as ALLOW_UNSAFE_MAINNET says')
}

function logMigrations(applied: readonly string[], log: Log): void {
  if (applied.length)
    log.info({ newest: applied.at(-1) }, `${applied.length} migrations were applied`)
}

function logAbsentChains(absent: AbsentChain[], log: Log): void {
  for (const { settings, why, reason } of absent)
    log.error(
      { blockchain: settings.name, why, reason },
      'a chain is absent: not served until its nodes answer as the chains file says',
    )
}

/**
 * Aligns the test clock and the local chains: a chain may have been moved ahead in an earlier run, or
 * have stood still while the service was down. Beside a real chain it may stay ahead: business time is
 * real time then, and is not moved for it.
 */
async function alignClockAndChains({ database, clock, directory }: Service): Promise<void> {
  for (const chain of directory.chains.filter(({ embedded }) => embedded)) {
    const chainTime = await alignChainTime({ ...chain, ...connectChain(chain) }, clock.now())
    const aheadMs = chainTime.getTime() - clock.now().getTime()
    if (!directory.isLocal || aheadMs <= 2_000) continue
    await saveTestOffset(database, clock.testOffsetMs + aheadMs)
    clock.setTestOffset(clock.testOffsetMs + aheadMs)
  }
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
  return prepareDemo({ ...service, bus: service.buses.of('http'), addresses })
}

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel)
  const started = await startService(settings, log)
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      void started.stop().then(() => process.exit(0))
    })
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
