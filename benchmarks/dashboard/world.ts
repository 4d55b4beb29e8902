/** A dashboard on servers of its own, with a merchant at size: what a busy merchant has after some years. */
import { randomBytes } from 'node:crypto'
import { startWorker } from '../../src/actors/worker.ts'
import { connectBus } from '../../src/bus/bus.ts'
import { defaultListeners, defaultRateLimits } from '../../src/http/dependencies.ts'
import { createServer } from '../../src/http/server.ts'
import { Clock } from '../../src/shared/clock.ts'
import { createLog } from '../../src/shared/log.ts'
import { Secrets } from '../../src/shared/secrets/secrets.ts'
import { connectDatabase } from '../../src/store/database.ts'
import { createAccount } from '../../src/store/people/accounts.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import type { DurableServers } from '../durable-servers.ts'
import { directory } from '../../test/dashboard/world.ts'
import { fillMerchant, type Size } from './fill.ts'

const email = 'owner@example.test'
const password = 'a long password'
const perSecond = 1_000_000

const limits = Object.keys(defaultRateLimits).map((name) => [name, perSecond] as const)
const pay = 'https://pay.example'
const settings = {
  host: '127.0.0.1',
  port: 0,
  baseUrl: pay,
  checkoutUrl: `${pay}/checkout`,
  widgetUrl: `${pay}/widget`,
  manageUrl: `${pay}/manage`,
  trustProxy: 0,
  walletConnect: null,
  rateLimits: Object.fromEntries(limits) as typeof defaultRateLimits,
  listeners: defaultListeners,
}

export async function startDashboard(servers: DurableServers, size: Size, name = 'dashboard') {
  const log = createLog('error')
  const bus = await connectBus(servers.natsUrl, log)
  const database = await connectDatabase(await servers.newDatabase(name))
  const secrets = new Secrets(randomBytes(32))
  const stored = { database, directory, clock: new Clock(), secrets }
  const dependencies = { ...stored, bus, log, settings, testClock: null }
  const worker = startWorker(dependencies)
  const server = await createServer(dependencies)
  const merchantId = await createMerchant(dependencies, 'busy')
  await createAccount(dependencies, { email, password, role: 'Owner', merchantId })
  const login = await server.inject({
    method: 'POST',
    url: '/dashboard/api/login',
    payload: { email, password },
  })
  const cookie = String(login.headers['set-cookie']).split(';')[0]!
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const known = await fillMerchant(dependencies, { merchantId, network: 'TestNet' }, size)
  return {
    database,
    owner: { merchantId, network: 'TestNet' } as const,
    known,
    /** Answers with the body of a call of the merchant's owner; throws where it is not 200. */
    async get(path: string): Promise<string> {
      const url = `/dashboard/api/test${path}`
      const { statusCode, body } = await server.inject({ method: 'GET', url, headers: { cookie } })
      if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body}`)
      return body
    },
    /** Reads a file over a connection of its own, and throws it away. */
    download: (path: string) => download(`${url}/dashboard/api/test${path}`, cookie),
    async stop() {
      await server.close()
      await worker.stop()
      await bus.close()
      await database.close()
    },
  }
}
async function download(address: string, cookie: string) {
  const begunAt = performance.now()
  const response = await fetch(address, { headers: { cookie } })
  if (response.status !== 200) throw new Error(`${address}: ${response.status}`)
  let bytes = 0
  let firstMs: number | null = null
  for await (const part of response.body!) {
    firstMs ??= performance.now() - begunAt
    bytes += part.length
  }
  return { firstMs: firstMs ?? 0, seconds: (performance.now() - begunAt) / 1000, bytes }
}

export type BusyDashboard = Awaited<ReturnType<typeof startDashboard>>
