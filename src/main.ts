/** Starts the service, and in place those servers that the settings do not name elsewhere. */
import type { Demo } from './embedded/demo/demo.ts'
import { findPages } from '../web/build.ts'
import { startStack } from './embedded/stack.ts'
import { readIntended } from './intended.ts'
import { notReady, type ProbeServer, startProbeServer } from './operating/probe-server.ts'
import { startTraces } from './operating/traces/start-traces.ts'
import type { Running, Service } from './roles.ts'
import type { Closing } from './serve.ts'
import { readRelease } from './operating/release.ts'
import { errorText } from './shared/errors.ts'
import { createLog, type Log } from './shared/log.ts'
import { findMisspelt } from './shared/environment/misspelt.ts'
import { readSettings, settingNames, type Settings } from './shared/settings.ts'

export type Started = {
  service: Service
  running: Running
  demo: Demo | null
  /** Migrations that this start ran; empty where the tables were as they should be. */
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
    // Pages that have to be built are built by another process meanwhile; whoever needs them hears why it failed.
    if (settings.roles.includes('http')) void findPages().catch(() => undefined)
    const starting = startStack(settings, chains)
    const stopStack = () => starting.then((stack) => stack.stop()).catch(() => undefined)
    closings.push({ what: 'the local servers', close: stopStack })
    // The code of the service is loaded while they start.
    const [{ serve }, stack] = await Promise.all([import('./serve.ts'), starting])
    const serving = { stack, given, migrations, probes, log, closings }
    const { service, running, demo } = await serve(settings, serving)
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

function warnOfGaps(gaps: string[], log: Log): void {
  for (const gap of gaps)
    log.warn({ gap }, 'serving a main network without a requirement, as ALLOW_UNSAFE_MAINNET says')
}

function logMigrations(applied: readonly string[], log: Log): void {
  if (applied.length)
    log.info({ count: applied.length, newest: applied.at(-1) }, 'migrations were applied')
}

/** Ends the process when it is told to: what was begun is finished; a start that is not over is left as a crash would leave it. */
function stopOnSignals(findStarted: () => Started | null, log: Log): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      const started = findStarted()
      log.info({ signal }, started ? 'stopping' : 'stopped before the start was over')
      if (!started) process.exit(0)
      void started.stop().then(() => {
        log.info({ signal }, 'stopped')
        // Lines that are still being written would come after the last, or not at all.
        log.flush(() => process.exit(0))
      })
    })
}

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel, undefined, settings.roles)
  for (const { name, meant } of findMisspelt(process.env, settingNames))
    log.warn(`${name} is no setting, and counts for nothing: did you mean ${meant}?`)
  let started: Started | null = null
  stopOnSignals(() => started, log)
  started = await startService(settings, log)
  const { demo, running } = started
  if (demo) {
    const { consolePage } = await import('./embedded/demo/console-page.ts')
    process.stdout.write(consolePage(demo.devJson, demo.operator, started.service.clock.now()))
  }
  // After the page: the first line on a newcomer's console is the one that opens it.
  logMigrations(started.migrations, log)
  log.info({ url: running.url, release: await readRelease() }, 'the service is ready')
}

if (import.meta.main)
  main().catch((error: unknown) => {
    process.stderr.write(`${errorText(error)}\n`)
    process.exit(1)
  })
