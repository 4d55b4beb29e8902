/** The merchant API on a real database, a real bus and a real worker, and merchants that use it. */
import { randomBytes } from 'node:crypto'
import { startWorker } from '../../src/actors/worker.ts'
import { connectBus } from '../../src/bus/bus.ts'
import { type HttpDependencies } from '../../src/http/dependencies.ts'
import { startHttp } from '../../src/http/start-http.ts'
import { createReadiness } from '../../src/operating/readiness.ts'
import { newId } from '../../src/shared/ids.ts'
import { createLog } from '../../src/shared/log.ts'
import type { Network } from '../../src/shared/network.ts'
import { createApiKey } from '../../src/store/merchants/api-keys.ts'
import { setAssetActive } from '../../src/store/merchants/assets.ts'
import { ensureGasWallet, recordGasBalance } from '../../src/store/merchants/gas-wallets.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import { setReceiver } from '../../src/store/merchants/receivers.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { addressOf, createDependencies } from '../dashboard/world.ts'
import { shareNats, type TestBus } from '../support/nats.ts'
import { once } from '../support/once.ts'
import { basicClient } from './client.ts'
import { defaultListeners, defaultRateLimits } from '../../src/http/http-settings.ts'

export const receiver = addressOf('ee')

type Changes = Partial<Pick<HttpDependencies, 'testClock' | 'database'>> & {
  settings?: Partial<HttpDependencies['settings']>
  /** One of its own, where the test stops it or listens to all of it. */
  nats?: TestBus
}

export const usualSettings: HttpDependencies['settings'] = {
  host: '127.0.0.1',
  port: 0,
  baseUrl: 'https://pay.example',
  checkoutUrl: 'https://pay.example/checkout',
  widgetUrl: 'https://pay.example/widget',
  manageUrl: 'https://pay.example/manage',
  trustProxy: false,
  walletConnect: null,
  rateLimits: defaultRateLimits,
  listeners: defaultListeners,
}

/** Starts everything this file needs for itself; stop it when the file is done. */
export async function startWorld({
  settings = {},
  testClock = null,
  nats = shareNats(),
  ...own
}: Changes = {}) {
  const dependencies = await createDependencies()
  if (own.database) await dependencies.database.close()
  const log = createLog(process.env['TEST_LOG'] ?? 'silent')
  const bus = await connectBus(nats, log)
  const firstStart = { isOver: true }
  const services: HttpDependencies = {
    ...dependencies,
    ...own,
    bus,
    log,
    testClock,
    readiness: createReadiness({ ...dependencies, ...own, buses: [bus], log, firstStart }),
    settings: { ...usualSettings, ...settings },
  }
  const worker = once(startWorker(services))
  const http = await startHttp(services)
  return {
    ...services,
    firstStart,
    nats,
    worker,
    url: http.url,
    async stop() {
      await http.stop()
      await worker.stop()
      // A bus that is away could not be drained.
      await bus.connection.close()
      await nats.stop()
      await services.database.close()
    },
  }
}
export type World = Awaited<ReturnType<typeof startWorld>>
/** Merchants are made here, and call. */
export type Shop = Pick<World, 'database' | 'bus' | 'clock' | 'secrets' | 'url'>
export type Merchant = Awaited<ReturnType<typeof newMerchant>>

/** Creates a merchant with nothing but an API key. */
export async function newMerchant(world: Shop, network: Network = 'TestNet') {
  const merchantId = await createMerchant(world, 'A shop')
  const owner: Owner = { merchantId, network }
  const { name, secret } = await createApiKey(world, owner, 'backend')
  return { owner, name, secret, ...basicClient(world.url, { name, secret }) }
}

/** Creates a merchant who has finished the setup checklist, with one Active plan. */
export async function newReadyMerchant(world: Shop) {
  const merchant = await newMerchant(world)
  const { owner } = merchant
  await setAssetActive(world, owner, 'tUSDC', true)
  await setReceiver(world, owner, { blockchain: 'LocalTestNet', address: receiver })
  const wallet = await ensureGasWallet(world, owner, 'LocalTestNet')
  await recordGasBalance(world, wallet.blockchain, wallet.address, 10n ** 18n)
  const planId = await newPlan(world, owner, 'Active')
  return { ...merchant, planId, gasWallet: wallet.address }
}

/** Creates a plan of 10 tUSDC every 31 days, changes aside, and takes it to the status. */
export async function newPlan(
  world: Shop,
  owner: Owner,
  status: 'Draft' | 'Active' | 'Archived',
  changes: Partial<typeof terms> = {},
): Promise<string> {
  const id = newId(world.clock.now())
  const createdAt = world.clock.now().toISOString()
  await commandPlan(world, owner, id, {
    type: 'plan.create',
    input: { id, ...owner, ...terms, ...changes, createdAt },
  })
  if (status !== 'Draft') await commandPlan(world, owner, id, { type: 'plan.activate' })
  if (status === 'Archived') await commandPlan(world, owner, id, { type: 'plan.archive' })
  return id
}

const terms = {
  name: 'Premium',
  description: 'All of it',
  asset: 'tUSDC',
  decimals: 6,
  blockchain: 'LocalTestNet',
  amount: '10000000',
  periodDays: 31,
  graceDays: 3,
  tags: ['monthly'],
}

/** Sends a plan a command, which it has to take. */
export async function commandPlan(
  { bus }: Pick<World, 'bus'>,
  owner: Owner,
  entityId: string,
  event: { type: string; input?: object },
): Promise<void> {
  const cause = { type: 'command', command: event.type, by: 'merchant' } as const
  const id = `http/test/${randomBytes(8).toString('hex')}`
  const reply = await bus.request({ id, kind: 'plan', entityId, ...owner, event, cause }, 60_000)
  if (reply.outcome !== 'applied') throw new Error(`${event.type}: ${JSON.stringify(reply)}`)
}

/** Asks for a subscription, where nothing else is said. */
export const newSubscription = (planId: string, changes: Record<string, unknown> = {}) => ({
  planId,
  customerId: 'customer-42',
  payer: addressOf('ab'),
  startFrom: new Date().toISOString(),
  ...changes,
})

/** Asks for a payment of 10 tUSDC for an hour, where nothing else is said. */
export const newPayment = (changes: Record<string, unknown> = {}) => ({
  amount: { value: '10', currency: 'tUSDC' },
  expiresAt: new Date(Date.now() + 60 * 60 * 1000).toISOString(),
  ...changes,
})
