/** Serves the cells of an installation, on servers that run. */
import { connectBuses } from './bus/buses.ts'
import { startArrivals } from './chain/deployments/arrivals.ts'
import { type Demo, prepareDemo } from './embedded/demo/demo.ts'
import type { Stack } from './embedded/stack.ts'
import { createMetrics } from './operating/metrics/metrics.ts'
import type { ProbeServer } from './operating/probe-server.ts'
import { prepareChains, prepareDatabase } from './prepare.ts'
import { type Running, type Service, startRoles } from './roles.ts'
import { Clock } from './shared/clock.ts'
import type { Log } from './shared/log.ts'
import type { GivenKeys } from './shared/secrets/master-key.ts'
import { type Settings, settingsOfCell } from './shared/settings.ts'
import { followClock } from './store/clock-follower.ts'
import { connectDatabase, type Database } from './store/database.ts'
import { MailQueue } from './store/mails/mail-queue.ts'
import { warnOfDemoTraces } from './store/merchants/demo-traces.ts'
import { reachDatabase } from './store/starting/reach-database.ts'
import { startAlone } from './store/starting/start-lock.ts'

export type Closing = { what: string; close(): Promise<void> }
export type Serving = { service: Service; running: Running; demo: Demo | null }

type SharedByCells = {
  stack: Stack
  given: GivenKeys
  migrations: string[]
  probes: ProbeServer
  /** A further cell names itself in every line, as `cell`. */
  log: Log
  /** Takes what is to be closed, also where the start fails afterwards. */
  closings: Closing[]
}

/** Prepares every cell, starts the roles, and prepares the demo. */
export async function serve(settings: Settings, shared: SharedByCells): Promise<Serving> {
  const { closings, log, probes } = shared
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
  return { service, running, demo }
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

/** Waits for the database, and connects to it. */
async function openDatabase(url: string, settings: Settings, log: Log): Promise<Database> {
  const { databaseConnections: connections, databaseSchema: schema } = settings
  await reachDatabase(url, { log, waitMs: settings.startWaitMs, schema })
  return connectDatabase(url, { schema, connections })
}

/** Prepares the demo where this process runs the roles it needs: a worker, and HTTP. */
function demoOf(service: Service, { url }: Running): Promise<Demo | null> {
  const { settings } = service
  if (!url || !settings.roles.includes('worker')) return Promise.resolve(null)
  const base = settings.addresses.base ?? url
  const addresses = {
    base,
    checkout: settings.addresses.checkout ?? `${base}/checkout`,
    widget: settings.addresses.widget ?? base,
    manage: settings.addresses.manage ?? `${base}/manage`,
  }
  const bus = service.buses.of('http')
  return startAlone(service, () => prepareDemo({ ...service, bus, addresses }))
}
