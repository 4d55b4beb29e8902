/**
 * Webhooks, from the commit to the endpoint: queues are drained to endpoints that are fast, far, dead and many, and
 * payments are made meanwhile. The receiver says whether all came, once, and in order. Beside them graphile-worker drains a
 * queue of the same bytes to the same endpoint.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredActor } from '../../src/shared/stored-actor.ts'
import { certificate } from '../../test/webhooks/self-signed.ts'
import type { DurableServers } from '../durable-servers.ts'
import { type Program, startProgram } from '../programs.ts'
import { count, milliseconds, noteRatio, ratio, table } from '../table.ts'
import type { Endpoint, ReceiverRequest, ReceiverSettings, Summary } from './receiver.program.ts'
import { fillQueue, padding } from './queue.ts'
import type { Destination, ServiceRequest } from './service.program.ts'
import { measureBesidePayments } from './beside-payments.ts'

const here = import.meta.dirname
const peer = join(here, '../peers/graphile.program.mjs')
const stillMsMax = 20_000
const lookEveryMs = 20
const farMs = 100
const warmUpEvents = 2_000
const peerSettings = [
  { concurrency: 8, isTuned: false },
  { concurrency: 32, isTuned: false },
  { concurrency: 32, isTuned: true },
]
/** As long as those that the queue is filled with. */
const body = JSON.stringify({ eventId: 'PLACE', sequence: 1, payment: { id: 'PLACE', padding } })

type Case = {
  name: string
  endpoints: Endpoint[]
  events: number
  eventsOfEachResource?: number
  isBesidePeer?: true
  /** So many of the endpoints, the first ones, are measured; the others are beside them. */
  measured?: number
}
type Drained = Summary & { perSecond: number; processorMs: number }

const fast: Endpoint = { answerAfterMs: 0 }

const casesOf = (isQuick: boolean): Case[] => [
  { name: 'one fast endpoint, 10 queued', endpoints: [fast], events: 10 },
  {
    name: 'one fast endpoint, 1,000 queued',
    endpoints: [fast],
    events: 1_000,
    isBesidePeer: true,
  },
  {
    name: `one fast endpoint, ${count(isQuick ? 5_000 : 100_000)} queued`,
    endpoints: [fast],
    events: isQuick ? 5_000 : 100_000,
    isBesidePeer: true,
  },
  {
    name: 'the same of 50 resources, in order',
    endpoints: [fast],
    events: 1_000,
    eventsOfEachResource: 20,
  },
  {
    name: `an endpoint that answers in ${farMs} ms, by TLS`,
    endpoints: [{ answerAfterMs: farMs, security: 'tls' }],
    events: isQuick ? 1_000 : 3_000,
  },
  {
    name: 'the same by HTTP/2',
    endpoints: [{ answerAfterMs: farMs, security: 'http2' }],
    events: isQuick ? 1_000 : 3_000,
  },
  {
    name: 'a fast endpoint beside one that never answers',
    endpoints: [fast, { answerAfterMs: null }],
    events: 2_000,
    measured: 1,
  },
  {
    name: `${count(isQuick ? 200 : 1_000)} endpoints`,
    endpoints: Array.from({ length: isQuick ? 200 : 1_000 }, () => fast),
    events: isQuick ? 2_000 : 10_000,
  },
]

export async function measureWebhooks(servers: DurableServers, isQuick: boolean): Promise<string> {
  const lines: string[][] = []
  const dataDirectory = mkdtempSync(join(tmpdir(), 'mandate-webhooks-'))
  const databaseUrl = await servers.newDatabase('webhooks')
  const settings = { databaseUrl, natsUrl: servers.natsUrl, dataDirectory }
  // The certificate of the endpoints is checked, like any other.
  const authorities = join(dataDirectory, 'authorities.pem')
  writeFileSync(authorities, certificate)
  process.env['NODE_EXTRA_CA_CERTS'] = authorities
  const service = await startProgram(join(here, 'service.program.ts'), settings)
  try {
    const template = await service.ask<StoredActor<'delivery'>>('createDelivery')
    const world = { service, databaseUrl, template }
    await drain(world, { name: 'warm up', endpoints: [fast], events: warmUpEvents })
    for (const one of casesOf(isQuick)) {
      const drained = await drain(world, one)
      lines.push(toLine(one, drained))
      if (one.isBesidePeer) lines.push(...(await besidePeer(servers, one, drained)))
    }
    const beside = await measureBesidePayments(service, isQuick)
    return `${table(head, lines)}\n\n${beside}`
  } finally {
    await service.stop()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

type World = { service: Program; databaseUrl: string; template: StoredActor<'delivery'> }

async function drain({ service, databaseUrl, template }: World, one: Case): Promise<Drained> {
  const receiver = await startReceiver(one.endpoints)
  try {
    const urls = await receiver.ask<string[]>('urls' satisfies ReceiverRequest)
    const destinations = await service.ask<Destination[]>({
      openReceivers: urls,
    } satisfies ServiceRequest)
    const before = await service.ask<number>('readProcessorMicroseconds')
    const eventsOfEachResource = one.eventsOfEachResource ?? 1
    await fillQueue(databaseUrl, template, {
      destinations,
      events: one.events,
      eventsOfEachResource,
    })
    const measured = one.measured ?? one.endpoints.length
    const expected = (one.events / one.endpoints.length) * measured
    const summary = await untilStill(receiver, measured, expected)
    const processorMs = ((await service.ask<number>('readProcessorMicroseconds')) - before) / 1000
    return { ...summary, ...rates(summary), processorMs: processorMs / summary.calls }
  } finally {
    await receiver.stop()
  }
}

const startReceiver = (endpoints: ReceiverSettings): Promise<Program> =>
  startProgram(join(here, 'receiver.program.ts'), endpoints)

const rates = ({ calls, firstAt, lastAt }: Summary) => ({
  perSecond: (1_000 * (calls - 1)) / Math.max(1, lastAt - firstAt),
})

/** Resolves when as many came as are expected, or nothing for a while. */
async function untilStill(
  receiver: Program,
  endpoints: number,
  expected: number,
): Promise<Summary> {
  let last = 0
  let changedAt = performance.now()
  for (;;) {
    const come = await receiver.ask<number>({ count: endpoints } satisfies ReceiverRequest)
    if (come !== last) changedAt = performance.now()
    last = come
    if (come >= expected || performance.now() - changedAt > stillMsMax) break
    await sleep(lookEveryMs)
  }
  return receiver.ask<Summary>({ summarise: endpoints } satisfies ReceiverRequest)
}

/** The same number of the same bytes: as it comes, and as it does best of what was tried. */
async function besidePeer(
  servers: DurableServers,
  { name: caseName, events }: Case,
  { perSecond }: Drained,
): Promise<string[][]> {
  if (!existsSync(join(here, '../peers/node_modules'))) return [without(caseName)]
  const lines: string[][] = []
  for (const { concurrency, isTuned } of peerSettings) {
    const receiver = await startReceiver([fast])
    const [url] = await receiver.ask<string[]>('urls' satisfies ReceiverRequest)
    const name = `peer_${events}_${concurrency}_${isTuned}`
    const databaseUrl = await servers.newDatabase(name, { isEmpty: true })
    const worker = await startProgram(peer, { databaseUrl, url, concurrency, isTuned })
    await worker.ask({ jobs: warmUpEvents, body })
    await untilStill(receiver, 1, warmUpEvents)
    await receiver.ask('forget' satisfies ReceiverRequest)
    const before = await worker.ask<number>('readProcessorMicroseconds')
    await worker.ask({ jobs: events, body })
    const all = await untilStill(receiver, 1, events)
    const processorMs = ((await worker.ask<number>('readProcessorMicroseconds')) - before) / 1000
    const peerName = `graphile-worker, ${concurrency} at once${isTuned ? ', jobs taken ahead' : ''}`
    noteRatio(`webhooks, ${caseName}`, peerName, perSecond / rates(all).perSecond)
    lines.push([
      peerName,
      count(rates(all).perSecond),
      ratio(perSecond / rates(all).perSecond),
      milliseconds(processorMs / events),
      String(all.connections),
      '',
      '',
    ])
    await worker.stop()
    await receiver.stop()
  }
  return lines
}

const head = [
  '',
  'a second',
  'ours to it',
  'processor each',
  'connections',
  'twice',
  'out of order or missing',
]

const toLine = ({ name, events, endpoints, measured }: Case, drained: Drained): string[] => {
  const expected = measured ? (events / endpoints.length) * measured : events
  return [
    name,
    count(drained.perSecond),
    '',
    milliseconds(drained.processorMs),
    String(drained.connections),
    String(drained.calls - drained.distinct),
    String(drained.outOfOrder + expected - drained.distinct),
  ]
}

const without = (name: string): string[] => [
  `${name}, by graphile-worker: npm ci --prefix benchmarks/peers`,
  ...Array.from({ length: head.length - 1 }, () => ''),
]
