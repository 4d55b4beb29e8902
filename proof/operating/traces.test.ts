/** A purchase is followed across requests, turns, chain and webhooks, as a collector is told of it by OTLP over HTTP. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { beginSpan } from '../../src/shared/tracing/tracing.ts'
import { startPlace } from '../../test/people/world.ts'
import { liveThrough } from '../growth/live-through.ts'

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(z.object({ key: z.string() })),
})
type Span = z.infer<typeof Span>
const Sent = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
})

/** Starts a collector, which accepts what it is sent. */
async function startCollector() {
  const spans: Span[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const sent = Sent.parse(JSON.parse(body))
      for (const { scopeSpans } of sent.resourceSpans)
        spans.push(...scopeSpans.flatMap((scope) => scope.spans))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { spans, url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

const knownAttributes = [
  'http.request.method',
  'mandate.actor',
  'mandate.blockchain',
  'mandate.event',
  'mandate.machine',
  'mandate.message',
  'mandate.requests',
]

let place: Awaited<ReturnType<typeof startPlace>>
let collector: Awaited<ReturnType<typeof startCollector>>
beforeAll(async () => {
  ;[place, collector] = await Promise.all([startPlace(), startCollector()])
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ALLOW_PRIVATE_WEBHOOKS: 'true' }
  const service = await place.start(place.local, environment)
  await liveThrough(service.demo!.devJson, place.rpcUrl)
  // A stop sends the spans that are left.
  await service.stop()
})
afterAll(async () => {
  collector?.stop()
  await place?.stop()
})

const named = (name: string) => collector.spans.filter((span) => span.name === name)
const parentOf = ({ parentSpanId }: Span) =>
  collector.spans.find(({ spanId }) => spanId === parentSpanId)

/** The names of a span and of all that it is a part of, the outermost first. */
const pathTo = (span: Span): string[] => {
  const parent = parentOf(span)
  return [...(parent ? pathTo(parent) : []), span.name]
}
const pathsTo = (name: string) => named(name).map(pathTo)

test('a request, its turns, and the transaction that comes of it are one trace', () => {
  const toCharge = [
    'http activateSubscription',
    'turn subscription.activate',
    'turn chain.fundsSeen',
  ]
  const created = [...toCharge, 'turn charge.create', 'turn transaction.create']
  expect(pathsTo('chain checkFunds')).toContainEqual([...toCharge.slice(0, 2), 'chain checkFunds'])
  expect(pathsTo('chain requestCharge')).toContainEqual([
    ...created.slice(0, -1),
    'chain requestCharge',
  ])
  expect(pathsTo('chain signTransaction')).toContainEqual([...created, 'chain signTransaction'])
  const sent = [...created, 'turn transaction.signed', 'chain broadcastTransaction']
  expect(pathsTo('chain broadcastTransaction')).toContainEqual(sent)
})

test('a webhook is a part of the request that its event came of', () => {
  const created = ['http createPayment', 'turn payment.create', 'turn delivery.create']
  expect(pathsTo('webhook call')).toContainEqual([...created, 'webhook call'])
  for (const call of named('webhook call')) expect(parentOf(call)?.traceId).toBe(call.traceId)
})

test('a span ends after it has begun, and holds nothing that a merchant or payer wrote', () => {
  for (const { startTimeUnixNano, endTimeUnixNano } of collector.spans)
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
  const names = new Set(
    collector.spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)),
  )
  expect([...names].filter((name) => !knownAttributes.includes(name))).toEqual([])
})

test('once the service has stopped, nothing is followed', () => {
  const about = () => {
    throw new Error('nobody asks what it is about')
  }
  expect(beginSpan('turn', about)).toBeNull()
})
