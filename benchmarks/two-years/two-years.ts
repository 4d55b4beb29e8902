/**
 * Two years of a merchant with many monthly subscriptions, by one call of the test clock, on the
 * embedded defaults and from outside. It throws where a charge or a webhook is missing or wrong.
 */
import assert from 'node:assert/strict'
import { readDevJson } from '../../examples/client/dev-json.ts'
import { Merchant } from '../../examples/client/merchant.ts'
import { Payer } from '../../examples/client/payer.ts'
import { startReceiver } from '../../examples/client/webhook-receiver.ts'
import { startOwnService } from '../own-service.ts'
import { readDescendants } from '../processes.ts'
import { table } from '../table.ts'
import { requireAllCharged, requireEveryWebhook } from './charged.ts'
import { type Starts, subscribeAll } from './subscribers.ts'

const days = 730
const latestMaxSeconds = 10

const names: Record<Starts, string> = {
  now: 'begun one after another',
  throughTheMonth: 'begun through a month',
}

/** Passes two years once for each way in which subscriptions begin, and returns a table of them. */
export async function measureTwoYears(subscriptions: number, ways: Starts[]): Promise<string> {
  const lines: string[][] = []
  for (const starts of ways) lines.push(await passTwoYears(subscriptions, starts))
  const used = ['seconds', 'processor, service', 'its servers']
  const made = ['steps', 'blocks', 'charges', 'webhooks', 'at the due second', 'latest']
  return table([`${subscriptions} subscriptions, ${days} days`, ...used, ...made], lines)
}

async function passTwoYears(subscriptions: number, starts: Starts): Promise<string[]> {
  const service = await startOwnService('two-years')
  const dev = readDevJson(service.dataDirectory)
  const merchant = new Merchant(dev)
  const receiver = await startReceiver(dev.merchant)
  const { reader } = new Payer(dev)
  try {
    const before = (await merchant.events()).length
    await merchant.sendWebhooksTo(receiver.url)
    await subscribeAll(merchant, subscriptions, starts)
    const firstBlock = await reader.getBlockNumber()
    const { seconds, used, steps, now } = await measureAdvance(service.pid, merchant)
    const blocks = (await reader.getBlockNumber()) - firstBlock
    const delays = await requireAllCharged(merchant, new Date(now))
    requireEveryWebhook(receiver.received, (await merchant.events()).slice(before))
    const latest = delays.at(-1)!
    assert.ok(latest <= latestMaxSeconds, `a charge came ${latest} s late`)
    const onTime = delays.filter((delay) => delay === 0).length / delays.length
    return [
      names[starts],
      seconds.toFixed(1),
      ...[used.service, used.servers].map((one) => `${one.toFixed(0)} s`),
      ...[steps, blocks, delays.length, receiver.received.length].map(String),
      `${Math.floor(100 * onTime)} %`,
      `${latest} s`,
    ]
  } finally {
    await service.stop()
    await receiver.stop()
  }
}

type Advanced = {
  seconds: number
  used: { service: number; servers: number }
  steps: number
  now: string
}

async function measureAdvance(pid: number, merchant: Merchant): Promise<Advanced> {
  const before = await processorSeconds(pid)
  const startedAt = performance.now()
  const lines = await advanceInLines(merchant)
  const seconds = (performance.now() - startedAt) / 1000
  const after = await processorSeconds(pid)
  const answer = lines.at(-1) as { now: string; settled: boolean }
  assert.ok(answer.settled, JSON.stringify(answer))
  const used = {
    service: after.service - before.service,
    servers: after.servers - before.servers,
  }
  return { seconds, used, steps: lines.filter((line) => 'moment' in line).length, now: answer.now }
}

/** Node's `fetch` waits 300 s for the head of an answer; lines come all the time. */
async function advanceInLines({ dev }: Merchant): Promise<object[]> {
  const { apiKey, apiSecret } = dev.merchant
  const response = await fetch(`${dev.baseUrl}/testing/clock/advance`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${apiKey}:${apiSecret}`)}`,
      'content-type': 'application/json',
      accept: 'application/x-ndjson',
    },
    body: JSON.stringify({ seconds: days * 24 * 60 * 60 }),
  })
  const lines = (await response.text()).split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as object)
}

async function processorSeconds(pid: number): Promise<{ service: number; servers: number }> {
  const entries = await readDescendants(pid)
  const sum = (some: typeof entries) => some.reduce((all, one) => all + one.processorSeconds, 0)
  return {
    service: sum(entries.filter((entry) => entry.pid === pid)),
    servers: sum(entries.filter((entry) => entry.pid !== pid)),
  }
}
