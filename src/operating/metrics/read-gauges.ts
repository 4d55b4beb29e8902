/** Reads what the gauges show from PostgreSQL, one statement after another, so that a scrape takes one connection of the pool. */
import type { Role } from '../../shared/nats-settings.ts'
import {
  countOpenAnomalies,
  findLateDeliveries,
  readTimerLag,
} from '../../store/figures/late-figures.ts'
import { readOutboxFigures } from '../../store/figures/outbox-figures.ts'
import { countGasWallets, readLaneFigures } from '../../store/figures/sending-figures.ts'
import { type ChainView, listChains } from '../../store/views/chains.ts'
import type { Gauges } from './gauges.ts'
import { channels } from '../../core/turn/consequences.ts'
import type { WithDirectory } from '../../store/parts.ts'

/** Reads what these roles show: the relays all, the watcher the chains, others nothing. */
export async function readGauges(
  dependencies: WithDirectory,
  gauges: Gauges,
  roles: readonly Role[],
): Promise<void> {
  if (roles.includes('relays')) {
    await readOutbox(dependencies, gauges)
    await readLate(dependencies, gauges)
    await readSending(dependencies, gauges)
  }
  if (roles.includes('relays') || roles.includes('watcher')) await readChains(dependencies, gauges)
}

async function readOutbox({ database }: WithDirectory, gauges: Gauges): Promise<void> {
  const { waiting, requests, tried } = await readOutboxFigures(database)
  for (const { channel, count, oldestSeconds } of waiting) {
    gauges.outboxRows.set({ channel }, count)
    gauges.outboxOldest.set({ channel }, oldestSeconds)
  }
  gauges.chainRequests.reset()
  for (const { name, waitsFor, count } of requests)
    gauges.chainRequests.set({ request: name, reason: waitsFor }, count)
  for (const channel of channels) {
    const ofChannel = tried.find((one) => one.channel === channel)
    gauges.outboxStuck.set({ channel }, ofChannel?.stuck ?? 0)
    gauges.outboxParked.set({ channel }, ofChannel?.parked ?? 0)
  }
}

async function readLate({ database, clock }: WithDirectory, gauges: Gauges): Promise<void> {
  gauges.timerLag.set(await readTimerLag(database, clock.now()))
  const { unexpected, forged } = await countOpenAnomalies(database)
  gauges.anomaliesOpen.set({ what: 'unexpected' }, unexpected)
  gauges.anomaliesOpen.set({ what: 'forged' }, forged)
  const { endpoints, oldest } = await findLateDeliveries(database, clock.now())
  gauges.endpointsWaiting.set(endpoints)
  gauges.deliveryAge.reset()
  // The oldest come first: of an endpoint with several keys that one counts.
  for (const { endpointId, ageSeconds } of oldest.toReversed())
    gauges.deliveryAge.set({ endpoint: endpointId }, ageSeconds)
}

async function readSending({ database }: WithDirectory, gauges: Gauges): Promise<void> {
  for (const { blockchain, depth, heldUp, resting } of await readLaneFigures(database)) {
    gauges.laneDepth.set({ blockchain }, depth)
    gauges.lanesHeldUp.set({ blockchain }, heldUp)
    gauges.lanesResting.set({ blockchain }, resting)
  }
  const wallets = await countGasWallets(database)
  gauges.gasWallets.reset()
  for (const { blockchain, status, count } of wallets)
    gauges.gasWallets.set({ blockchain, status }, count)
}

async function readChains({ database, directory }: WithDirectory, gauges: Gauges): Promise<void> {
  const chains = await listChains(database, directory)
  const { chainState, headAge, readAge, lagBlocks, lookedAge, nodeLag } = gauges
  for (const gauge of [chainState, headAge, readAge, lagBlocks, lookedAge, nodeLag]) gauge.reset()
  for (const chain of chains) showChain(chain, gauges)
}

function showChain({ name: blockchain, ...chain }: ChainView, gauges: Gauges): void {
  gauges.chainState.set({ blockchain, state: chain.state }, 1)
  if (chain.head) gauges.headAge.set({ blockchain }, chain.head.ageSeconds)
  if (chain.read) gauges.readAge.set({ blockchain }, chain.read.ageSeconds)
  if (chain.lagBlocks !== null) gauges.lagBlocks.set({ blockchain }, chain.lagBlocks)
  if (chain.lookedAt) {
    const agoMs = Math.max(0, Date.now() - chain.lookedAt.getTime())
    gauges.lookedAge.set({ blockchain }, agoMs / 1_000)
  }
  for (const { name, lagBlocks } of chain.nodes)
    if (lagBlocks !== null) gauges.nodeLag.set({ blockchain, node: new URL(name).host }, lagBlocks)
}
