/** The dashboard with the relay that tortures, servers of shops to be tortured, and what the report says of them. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, vi } from 'vitest'
import { startTortureRelay } from '../../src/relays/torture.relay.ts'
import { createApiKey } from '../../src/store/merchants/api-keys.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from '../dashboard/service.ts'

const runTimeoutMs = 25_000

type Relay = { stop(): Promise<void> }
export type TortureWorld = {
  dashboard: Dashboard
  relays: Relay[]
  servers: Server[]
  stop(): Promise<void>
}

export async function startTortureWorld(): Promise<TortureWorld> {
  const dashboard = await startDashboard()
  const world: TortureWorld = {
    dashboard,
    // Two of them, as two processes would: each test is done once.
    relays: [startRelay(dashboard), startRelay(dashboard)],
    servers: [],
    async stop() {
      for (const relay of world.relays) await relay.stop()
      for (const server of world.servers) {
        server.closeAllConnections()
        server.close()
      }
      await dashboard.stop()
    },
  }
  return world
}

export const startRelay = (dashboard: Dashboard, allowPrivateTargets = true): Relay =>
  startTortureRelay({ ...dashboard, targets: { allowPrivateTargets } }, { everyMs: 50 })

export type Answer = { status: number; body?: string }
export type Deal = (request: IncomingMessage, body: Buffer) => Promise<Answer> | Answer

/** Answers as it is told; returns its address. */
export async function serve({ servers }: TortureWorld, deal: Deal): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      const { status, body } = await deal(request, Buffer.concat(chunks))
      response.writeHead(status).end(body)
    })()
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function newShop({ dashboard }: TortureWorld, name: string) {
  const merchant = await newMerchant(dashboard, name)
  const owner = { merchantId: merchant.merchantId, network: 'TestNet' as const }
  return { ...merchant, owner, key: await createApiKey(dashboard, owner, 'shop') }
}

export type Result = {
  test: string
  outcome: string
  why: string
  question: string | null
  rule: { name: string; link: string }
  calls: { httpStatus: number | null; answer: string }[]
}

/** Sets the endpoint and has it tortured to the end. */
export async function torture(shop: Person, url: string, body: object = {}) {
  await shop.call('PUT', '/test/webhook-endpoint', { url: `${url}/hooks` })
  const started = await shop.call('POST', '/test/torture-runs', body)
  expect(started.status).toBe(202)
  const read = async () => (await shop.call('GET', `/test/torture-runs/${started.body.id}`)).body
  // Polls of `expect` know of one test at a time, and these run together.
  const isOver = async () => expect((await read()).status).toBe('Finished')
  await vi.waitFor(isOver, { timeout: runTimeoutMs, interval: 50 })
  const run = await read()
  const results: Result[] = run.results
  const outcomes = Object.fromEntries(results.map(({ test: name, outcome }) => [name, outcome]))
  return { run, results, outcomes }
}
