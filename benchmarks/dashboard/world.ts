/** A dashboard on servers of its own, with a merchant at size: what a busy merchant has after some years. */
import { randomBytes } from 'node:crypto'
import { startWorker } from '../../src/actors/worker.ts'
import { connectBus } from '../../src/bus/bus.ts'
import { defaultListeners, defaultRateLimits } from '../../src/http/dependencies.ts'
import { createServer } from '../../src/http/server.ts'
import { createReadiness } from '../../src/operating/readiness.ts'
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
  const databaseUrl = await servers.newDatabase(name)
  const database = await connectDatabase(databaseUrl)
  const masterKey = randomBytes(32)
  const secrets = new Secrets(masterKey)
  const stored = { database, directory, clock: new Clock(), secrets }
  const readiness = createReadiness({ ...stored, buses: [bus], log })
  const dependencies = { ...stored, bus, log, settings, testClock: null, readiness }
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
    cookie,
    /** What a server in another process needs to answer the same. */
    servers: { databaseUrl, natsUrl: servers.natsUrl, masterKey },
    async stop() {
      await server.close()
      await worker.stop()
      await bus.close()
      await database.close()
    },
  }
}
export type BusyDashboard = Awaited<ReturnType<typeof startDashboard>>
