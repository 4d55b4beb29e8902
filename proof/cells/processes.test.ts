/**
 * A service that has grown from one cell to two, as processes run it: the first cell with everything in one process, the
 * second with its own worker, relays and watcher, and HTTP processes that serve both. Money moves in both, on one chain.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Started } from '../../src/main.ts'
import { createLog } from '../../src/shared/log.ts'
import { createAccount } from '../../src/store/people/accounts.ts'
import { createApiKey } from '../../src/store/merchants/api-keys.ts'
import { setAssetActive } from '../../src/store/merchants/assets.ts'
import { ensureGasWallet, recordGasBalance } from '../../src/store/merchants/gas-wallets.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import { setReceiver } from '../../src/store/merchants/receivers.ts'
import { Payer } from '../../examples/client/payer.ts'
import { until } from '../support/until.ts'
import { addressOf } from '../../test/dashboard/world.ts'
import { basicClient } from '../../test/http/client.ts'
import { newPlan } from '../../test/http/world.ts'
import { asReal, startPlace } from '../../test/people/world.ts'
import { logIn } from './world.ts'

const patienceMs = 40_000
const blockchain = 'LocalTestNet'
const password = 'a long password'

let place: Awaited<ReturnType<typeof startPlace>>
let first: Started
let second: Started
let url: string
/** By the process that serves both. */
let logged = ''

beforeAll(async () => {
  place = await startPlace()
  first = await place.start()
  await createSchema('cell_b')
  const shared = { MASTER_KEY: readFileSync(join(place.directory, 'master.key'), 'utf8').trim() }
  const ofSecond = { DATABASE_SCHEMA: 'cell_b', ROLES: 'worker,relays,watcher', ...shared }
  // With the tokens of the first: each cell would deploy its own on a chain that is there for tests.
  const chains = asReal(place, first.demo!.devJson)
  second = await place.start(chains, ofSecond)
  const ofFront = { CELLS: 'public,cell_b', ROLES: 'http', ...shared }
  const log = createLog('info', { write: (line: string) => void (logged += line) })
  const front = await place.start(chains, ofFront, log)
  url = front.running.url!
}, patienceMs)
afterAll(() => place.stop())

async function createSchema(name: string): Promise<void> {
  const client = new pg.Client(place.databaseUrl)
  await client.connect()
  await client.query(`create schema ${name}`)
  await client.end()
}

/** Has an operator of the first cell let a merchant in, and sets it up to take money. */
async function openShop(payer: Payer) {
  const email = 'operator@cells.test'
  await createAccount(first.service, { email, password, role: 'Operator' })
  const operator = await logIn(url, email, password)
  const { body } = await operator.post('/dashboard/api/operator/merchants', {
    name: 'A shop of the second cell',
    email: 'owner@second.test',
  })
  expect(body.cell).toBe('cell_b')
  const owner = { merchantId: body.id as string, network: 'TestNet' as const }
  const { service } = second
  await setAssetActive(service, owner, 'ltUSDC', true)
  await setReceiver(service, owner, { blockchain, address: addressOf('ee') })
  const { address } = await ensureGasWallet(service, owner, blockchain)
  const value = 10n ** 18n
  await payer.node.setBalance({ address: address as `0x${string}`, value })
  // The watcher would see it with its next round, which may be a minute away.
  await recordGasBalance(service, blockchain, address, value)
  const key = await createApiKey(service, owner, 'backend')
  const shop = { ...service, bus: service.buses.of('worker'), url }
  const terms = { asset: 'ltUSDC', blockchain }
  return { ...basicClient(url, key), planId: await newPlan(shop, owner, 'Active', terms) }
}

const readAnomalies = async ({ service }: Started) =>
  (await service.database.pool.query('select * from anomaly')).rows

test(
  'payments and charges of the second cell happen by its own processes; the first one makes nothing of them',
  async () => {
    const { devJson } = first.demo!
    const payer = new Payer({
      ...devJson,
      chains: devJson.chains.map((chain) => ({ ...chain, rpcUrl: place.rpcUrl })),
    })
    const shop = await openShop(payer)

    const asked = await shop.post('/integration/payments', {
      amount: { value: '10', currency: 'ltUSDC' },
      expiresAt: new Date(Date.now() + 60 * 60_000).toISOString(),
    })
    const { id, depositAddress } = asked.body.payment
    await payer.send(depositAddress, 10_000_000n)
    // The chain of a test makes blocks for transactions alone, and confirmations are waited for.
    const mine = () => payer.node.mine({ blocks: 1 })
    const paid = async () => {
      await mine()
      return (await shop.get(`/integration/payments/${id}`)).body.payment.status === 'Succeeded'
    }
    await until('the payment is seen', paid, patienceMs)

    const subscribed = await shop.post('/integration/subscriptions', {
      planId: shop.planId,
      customerId: 'customer-1',
      payer: payer.address,
      startFrom: new Date().toISOString(),
    })
    const { contractAddress } = subscribed.body
    await payer.approve(contractAddress, 120)
    await shop.post(`/integration/subscriptions/${contractAddress}/activate`)
    const isCharged = async () => {
      await mine()
      const path = `/integration/subscriptions/${contractAddress}/charges`
      const { charges } = (await shop.get(path)).body
      return charges?.some(({ status }: { status: string }) => status === 'Succeeded')
    }
    await until('the first charge is made', isCharged, patienceMs)

    expect(await readAnomalies(first)).toEqual([])
    expect(await readAnomalies(second)).toEqual([])
    const { rows } = await first.service.database.pool.query(
      'select from contract_watch where contract_address = $1',
      [contractAddress],
    )
    expect(rows).toEqual([])
  },
  3 * patienceMs,
)

test('a merchant of the first cell is answered by the same process', async () => {
  const owner = {
    merchantId: await createMerchant(first.service, 'A shop of the first cell'),
    network: 'TestNet' as const,
  }
  const key = await createApiKey(first.service, owner, 'backend')
  const shop = basicClient(url, key)
  const { status, body } = await shop.get('/integration/payments')
  expect([status, body.payments]).toEqual([200, []])
  const clock = await shop.get('/testing/clock')
  expect([clock.status, clock.body.message]).toEqual([404, expect.stringContaining('cells')])
})

test('where the second cell has no worker any more, the log says of which cell that is', async () => {
  await second.stop()
  const lacks = async () => {
    const { status, advice } = (await (await fetch(`${url}/ready`)).json()) as {
      status: string
      advice: string[]
    }
    return status === 'degraded' && advice[0]!.startsWith('cell_b: No process with the role worker')
  }
  await until('the cell is known to lack a worker', lacks, patienceMs)
  const line = logged.split('\n').find((text) => text.includes('not ready: commands'))
  expect(JSON.parse(line!)).toMatchObject({ cell: 'cell_b', missing: ['worker'] })
})
