/**
 * Each alert rule fires once, for a fault of a service whose metrics are scraped. What takes minutes by itself is moved into
 * the past in the database, where nothing else would have changed meanwhile.
 */
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectBuses } from '../../src/bus/buses.ts'
import { connectAll } from '../../src/chain/clients.ts'
import type { Started } from '../../src/main.ts'
import { createMetrics } from '../../src/operating/metrics/metrics.ts'
import { connectDatabase, type Database } from '../../src/store/database.ts'
import { checkLanes } from '../../src/reader/transactions/lane-checks.ts'
import { Merchant } from '../../examples/client/merchant.ts'
import { mineBlock, setBalance } from '../../test/chain/dev-node.ts'
import { startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { until } from '../support/until.ts'
import { startPlace } from '../../test/people/world.ts'
import { startTestNats } from '../../test/support/nats.ts'
import { openGate } from '../turns/postgres-gate.ts'
import { evaluate } from './promql.ts'
import { readRules } from './rules.ts'
import { readSamples, type Sample } from '../../test/operating/samples.ts'
import { wait } from '../../src/shared/time.ts'

const rules = readRules()
/** What Prometheus adds itself: whether the target answered. */
const up = (value: number): Sample => ({
  name: 'up',
  labels: { job: 'mandate', instance: '127.0.0.1:9100' },
  value,
})
const scrapeOf = (answer: ReturnType<typeof createMetrics>) => async (): Promise<Sample[]> => [
  ...readSamples((await answer()).body),
  up(1),
]

let place: Awaited<ReturnType<typeof startPlace>>
let proxy: Awaited<ReturnType<typeof startRpcProxy>>
let service: Started
let database: Database
let scrape: () => Promise<Sample[]>
let atFirst: Sample[]
let gasWallet: Address

beforeAll(async () => {
  place = await startPlace()
  proxy = await startRpcProxy(() => place.rpcUrl)
  await startWith(['http', 'worker', 'relays', 'watcher'])
  ;({ gasWallet } = service.demo!.devJson.merchant)
})
afterAll(async () => {
  await place?.stop()
  await proxy?.stop()
})

async function startWith(roles: string[]): Promise<void> {
  await service?.stop()
  const chains = place.local.map((chain) => ({ ...chain, rpcUrls: [proxy.url] }))
  service = await place.start(chains, { ROLES: roles.join(',') })
  ;({ database } = service.service)
  scrape = scrapeOf(createMetrics(service.service, service.service.settings.roles, 0))
  atFirst = await scrape()
}

/** Returns the rules that hold now, `increase` since the service was started. */
async function firing(): Promise<string[]> {
  const scrapes = [atFirst, await scrape()]
  return rules.filter(({ expr }) => evaluate(expr, scrapes).length > 0).map(({ alert }) => alert)
}

const fired = new Set<string>()
async function untilFires(alert: string): Promise<void> {
  await until(`${alert} fires`, async () => (await firing()).includes(alert))
  fired.add(alert)
}

const chain = () => [...connectAll(service.service.directory).values()][0]!
const run = (text: string, values: unknown[] = []) => database.pool.query(text, values)

test('while all is well no rule fires', async () => {
  await until('all is well', async () => (await firing()).length === 0)
})

test('ProcessDown, when a process does not answer', async () => {
  const scrapes = [atFirst, [up(0)]]
  const { expr } = rules.find(({ alert }) => alert === 'ProcessDown')!
  expect(evaluate(expr, scrapes)).toHaveLength(1)
  fired.add('ProcessDown')
})

test('GasDaysFew, when a wallet lasts two days', () => {
  const { expr } = rules.find(({ alert }) => alert === 'GasDaysFew')!
  const daysLeft = (value: number): Sample[] => [
    { name: 'mandate_gas_days_left', labels: { blockchain: 'Base', instance: 'one' }, value },
  ]
  expect(evaluate(expr, [daysLeft(3)])).toEqual([])
  expect(evaluate(expr, [daysLeft(2)])).toEqual([{ labels: { blockchain: 'Base' }, value: 2 }])
  fired.add('GasDaysFew')
})

test('GasWalletEmpty, when the gas of a wallet is gone', async () => {
  const isMeasured = ({ name }: Sample) => name === 'mandate_gas_wallets'
  await until('the wallet is measured', async () => (await scrape()).some(isMeasured))
  await setBalance(chain(), gasWallet, 0n)
  await mineBlock(chain())
  await untilFires('GasWalletEmpty')
})

test('CommitsSlow, when every turn waits for PostgreSQL', async () => {
  const holder = await database.pool.connect()
  atFirst = await scrape()
  await holder.query('begin')
  await holder.query('lock table journal in share mode')
  const asked = new Merchant(service.demo!.devJson).createPayment('10')
  // Less than a turn waits for a lock.
  await wait(1_700)
  await holder.query('rollback')
  holder.release()
  await asked
  await untilFires('CommitsSlow')
})

const planMessage = 'plan/of-a-broken-sender/0'

test('TurnsFailing, when a message does not parse', async () => {
  await run(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload, cause, at, available_at)
     select $1, 'actor', 'plan.archive', 'plan', id, merchant_id, network, '', '{"type":"plan.archive","nonsense":1}',
       '{"type":"actor","kind":"plan","id":"x"}', now(), now() from plan limit 1`,
    [planMessage],
  )
  await untilFires('TurnsFailing')
})

test('MessageParked, when workers have refused it for the last time', async () => {
  await run('update outbox set refusals = 20, available_at = now() where id = $1', [planMessage])
  await untilFires('MessageParked')
})

test('LaneHeldUp, when nonces were given out that nobody signed, as in a database of a backup', async () => {
  await run(
    `insert into nonce_lane (blockchain, wallet, next_nonce) values ($1, $2, 3)
     on conflict (blockchain, wallet) do update set next_nonce = nonce_lane.next_nonce + 3`,
    [chain().name, gasWallet],
  )
  const { log } = service.service
  await checkLanes({ database, bus: service.service.buses.of('watcher'), log, chain: chain() })
  await untilFires('LaneHeldUp')
})

test('WebhooksLate, when an endpoint accepts nothing', async () => {
  const merchant = new Merchant(service.demo!.devJson)
  const { mandate } = merchant
  await merchant.sendWebhooksTo('http://127.0.0.1:1/')
  await merchant.createPayment('10')
  // Its sequence holds all later ones back, so that time may be moved on as far as is needed.
  await mandate.testClock.advance({ seconds: 15 * 60 })
  await untilFires('WebhooksLate')
})

test('RequestsFailing, RoleMissing, OutboxLate, EffectStuck and TimersLate, when no worker is there', async () => {
  const { devJson } = service.demo!
  const { id } = await new Merchant(devJson).createPayment('10')
  await startWith(['http', 'relays', 'watcher'])
  await untilFires('RoleMissing')
  await new Merchant({ ...devJson, baseUrl: service.running.url! }).call(
    'POST',
    '/integration/payments',
    {
      amount: { value: '10', currency: 'ltUSDC' },
      expiresAt: new Date(service.service.clock.now().getTime() + 3_600_000).toISOString(),
    },
  )
  await untilFires('RequestsFailing')
  // The relay sends the timer, and a block has the wallet measured: nobody takes either.
  await run(`update timer set due_at = now() - interval '10 minutes' where entity_id = $1`, [id])
  await setBalance(chain(), gasWallet, 10n ** 20n)
  await mineBlock(chain())
  await until('a message waits', async () => {
    const { rowCount } = await run(
      `update outbox set at = now() - interval '10 minutes', attempts = 4
       where channel = 'actor' and kind = 'gasWallet'`,
    )
    return rowCount
  })
  for (const alert of ['OutboxLate', 'EffectStuck', 'TimersLate']) await untilFires(alert)
})

test('RpcNodeFailing and ChainLate, when the node of a chain does not answer', async () => {
  proxy.isDown = true
  await untilFires('RpcNodeFailing')
  await run(`update chain_cursor set seen_at = now() - interval '10 minutes'`)
  await untilFires('ChainLate')
})

test('BusAway and DatabaseAway, when NATS and PostgreSQL are gone', async () => {
  const [nats, gate] = await Promise.all([startTestNats(), openGate(place.databaseUrl)])
  const { settings, log } = service.service
  const urls = { http: nats.url, worker: nats.url, relays: nats.url, watcher: nats.url }
  const buses = await connectBuses({ ...settings, roles: ['http'] }, urls, log)
  const behindGate = await connectDatabase(gate.url)
  const parts = { ...service.service, database: behindGate, buses }
  scrape = scrapeOf(createMetrics(parts, ['http'], 0))
  const before = await firing()
  expect(['BusAway', 'DatabaseAway'].filter((alert) => before.includes(alert))).toEqual([])
  await Promise.all([nats.stop(), gate.stop()])
  await untilFires('BusAway')
  await untilFires('DatabaseAway')
  await Promise.all([behindGate.close(), buses.close()])
})

test('every rule has fired', () => {
  expect(rules.map(({ alert }) => alert).filter((alert) => !fired.has(alert))).toEqual([])
})
