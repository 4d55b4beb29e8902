/**
 * The roles of the service. One process runs all of them by default; ROLES spreads them over several. Workers, relays
 * and HTTP may be many that are alike; one of the watchers leads for each chain.
 */
import { startWorker } from './actors/worker.ts'
import type { Bus, Stop } from './bus/bus.ts'
import type { Buses } from './bus/buses.ts'
import { type ConnectedChains, connectAll } from './chain/clients.ts'
import { startNodeReports } from './reader/node-reports.ts'
import { serveChainQuestions } from './watching/questions/questions.ts'
import { startWatcher } from './watching/watcher.ts'
import { findFreePort } from './embedded/ports.ts'
import { startHttp, toUrlHost } from './http/start-http.ts'
import { startMailing } from './mailing/start-mailing.ts'
import { startActorRelay } from './relays/actor.relay.ts'
import { startChainRelay } from './sending/chain.relay.ts'
import { serveLeavingProofs } from './sending/proofs/leaving-proofs.ts'
import { startEventRelay } from './relays/event.relay.ts'
import { startPartitionsRelay } from './relays/partitions.relay.ts'
import { mayMoveTime, TestClock } from './relays/test-clock.ts'
import { startReceiverRelay } from './relays/receiver.relay.ts'
import { startStatisticsRelay } from './relays/statistics.relay.ts'
import { startTimerRelay } from './relays/timer.relay.ts'
import { startWebhookRelay } from './relays/webhook.relay.ts'
import { type Presence, startPresence } from './operating/presence.ts'
import type { ProbeServer } from './operating/probe-server.ts'
import { createReadiness, type Readiness } from './operating/readiness.ts'
import { readinessOfCells } from './operating/ready-of-cells.ts'
import { answerReady } from './operating/ready-answers.ts'
import type { ChainDirectory } from './shared/chain-directory.ts'
import type { Clock } from './shared/clock.ts'
import type { Log } from './shared/log.ts'
import type { Network } from './shared/network.ts'
import type { Secrets } from './shared/secrets/secrets.ts'
import type { Role } from './shared/nats-settings.ts'
import type { Settings } from './shared/settings.ts'
import type { Database } from './store/database.ts'
import type { MailQueue } from './store/mails/mail-queue.ts'
import { openGasKey } from './store/merchants/gas-wallets.ts'
import { defaultListeners, defaultRateLimits } from './http/http-settings.ts'

export type Service = {
  settings: Settings
  database: Database
  buses: Buses
  clock: Clock
  log: Log
  secrets: Secrets
  directory: ChainDirectory
  /** Undefined where mail is off. */
  mails: MailQueue | undefined
  firstStart: { isOver: boolean }
  probes: ProbeServer
}

export type Running = { url: string | null; testClock: TestClock | null; stop(): Promise<void> }

/**
 * Starts the roles; `stop` ends them in the opposite order, so that what was accepted is finished. `others`: further
 * cells, which the HTTP role alone serves as well.
 */
export async function startRoles(
  service: Service,
  roles: readonly Role[],
  others: readonly Service[] = [],
): Promise<Running> {
  const chains = connectAll(service.directory)
  const testClock = others.length === 0 ? testClockOf(service, roles, chains) : null
  const watched: Watched[] = []
  for (const one of [service, ...others]) watched.push(await startWatched(one, roles))
  const presences = watched.map(({ presence }) => presence)
  const readiness = readinessOfCells(watched)
  service.probes.answer('/ready', (query) => answerReady(readiness, query))
  const started: Stop[] = [...presences]
  const stop = async () => {
    for (const role of started.reverse()) await role.stop()
  }
  try {
    const [first, ...rest] = watched as [Watched, ...Watched[]]
    const url = await start(first, rest, { roles, chains, testClock, started })
    for (const presence of presences) await presence.announce(roles)
    return { url, testClock, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A cell, whose other processes know of this one from now on. */
type Watched = Service & { presence: Presence; readiness: Readiness }

async function startWatched(service: Service, roles: readonly Role[]): Promise<Watched> {
  const presence = await startPresence(service, { beatMs: service.settings.heartbeatMs })
  const buses = roles.map((role) => service.buses.of(role))
  return { ...service, presence, readiness: createReadiness({ ...service, buses, presence }) }
}

/** Null where time is not to be moved: a chain is real, or several cells share it. */
function testClockOf(
  service: Service,
  roles: readonly Role[],
  chains: ConnectedChains,
): TestClock | null {
  const { directory, buses } = service
  const testChains = directory.ofNetwork('TestNet').map(({ name }) => chains.get(name)!)
  const mayMove = directory.isLocal && mayMoveTime([...chains.values()]) && testChains.length > 0
  return mayMove ? new TestClock({ ...service, bus: buses.of(roles[0]!), chains }) : null
}

type Starting = {
  roles: readonly Role[]
  chains: ConnectedChains
  testClock: TestClock | null
  started: Stop[]
}

/** Starts the roles one after another and notes each; HTTP is the last, so requests come when all else runs. */
async function start(
  service: Watched,
  others: readonly Watched[],
  { roles, chains, testClock, started }: Starting,
): Promise<string | null> {
  if (roles.includes('worker')) started.push(startWorker(withBus(service, 'worker')))
  if (roles.includes('relays')) started.push(...startRelays(withBus(service, 'relays'), chains))
  if (roles.includes('watcher')) started.push(...startWatching(withBus(service, 'watcher'), chains))
  const isWatching = roles.includes('watcher')
  if (isWatching || roles.includes('relays'))
    started.push(startNodeReports({ ...service, chains }, { withHeads: isWatching }))
  if (!roles.includes('http')) return null
  const settings = await httpSettings(service.settings)
  const toHttp = (one: Watched) => ({ ...withBus(one, 'http'), settings, testClock })
  const http = await startHttp(toHttp(service), others.map(toHttp))
  started.push(http)
  return http.url
}

/** Gives a role its own connection to the bus, and no other's. */
const withBus = <Known extends Service>(service: Known, role: Role): Known & { bus: Bus } => ({
  ...service,
  bus: service.buses.of(role),
})

function startRelays(service: Service & { bus: Bus }, chains: ConnectedChains): Stop[] {
  const { settings } = service
  const sending = {
    ...service,
    chains,
    openGasKey: (merchantId: string, network: Network, blockchain: string) =>
      openGasKey(service, { merchantId, network }, blockchain),
  }
  const allowPrivateTargets = settings.allowPrivateWebhooks ?? service.directory.isLocal
  const targets = { allowPrivateTargets }
  return [
    startActorRelay(service),
    startTimerRelay(service),
    startReceiverRelay(service),
    startEventRelay(service),
    startPartitionsRelay(service),
    startStatisticsRelay(service),
    startWebhookRelay({ ...service, targets }),
    startChainRelay(sending),
    serveLeavingProofs(sending),
    ...startMails(service),
  ]
}

function startMails({ settings: { mail, addresses }, mails, ...service }: Service): Stop[] {
  if (!mail?.smtp || !mails || addresses.base === null) return []
  const { from, smtp } = mail
  return [startMailing({ ...service, mails, mail: { from, smtp }, baseUrl: addresses.base })]
}

function startWatching(service: Service & { bus: Bus }, chains: ConnectedChains): Stop[] {
  return [startWatcher({ ...service, chains }), serveChainQuestions({ ...service, chains })]
}

/**
 * Fills in the addresses that callers are given, which need the port before it is taken: 0 is any
 * that is free now.
 */
async function httpSettings({ host, port, addresses, trustProxy, walletConnect }: Settings) {
  const chosenPort = port === 0 ? await findFreePort() : port
  const baseUrl = addresses.base ?? `http://${toUrlHost(host)}:${chosenPort}`
  return {
    host,
    port: chosenPort,
    baseUrl,
    checkoutUrl: addresses.checkout ?? `${baseUrl}/checkout`,
    widgetUrl: addresses.widget ?? baseUrl,
    manageUrl: addresses.manage ?? `${baseUrl}/manage`,
    trustProxy,
    walletConnect,
    rateLimits: defaultRateLimits,
    listeners: defaultListeners,
  }
}
