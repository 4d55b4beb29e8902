import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dashboard, newMerchant, newOperator, type Person, startDashboard } from './service.ts'

const blockchain = 'LocalTestNet'
const gwei = 10n ** 9n
let dashboard: Dashboard
let alice: Person & { merchantId: string }
let bob: Person & { merchantId: string }
let operator: Person

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  bob = await newMerchant(dashboard, 'bob')
  operator = await newOperator(dashboard, 'olga')
})
afterAll(() => dashboard.stop())

const none = { blockchain, perCharge: null, perDay: null, sharePercent: null }
const put = (body: object) => alice.call('PUT', '/test/gas-limits', { ...none, ...body })

test('a merchant sets what gas may cost, and nobody else sees or has it', async () => {
  expect((await alice.call('GET', '/test/gas-limits')).body).toEqual({ gasLimits: [none] })
  const limits = { ...none, perCharge: '0.002', perDay: '0.5' }
  expect((await put(limits)).body).toEqual(limits)
  expect((await alice.call('GET', '/test/gas-limits')).body).toEqual({ gasLimits: [limits] })
  expect((await bob.call('GET', '/test/gas-limits')).body).toEqual({ gasLimits: [none] })
  expect((await put({})).body).toEqual(none)
})

test.each([
  ['perCharge', '-1'],
  ['perCharge', '0'],
  ['perDay', '1e3'],
  ['sharePercent', '101'],
  ['sharePercent', '0.00001'],
])('%s is not %s', async (path, value) => {
  const { status, body } = await put({ [path]: value })
  expect(status).toBe(400)
  expect(body.fields[0].path).toBe(path)
})

test('a share as gas limit is refused where nobody has said what the native coin is worth', async () => {
  const { status, body } = await put({ sharePercent: '5' })
  expect(status).toBe(400)
  expect(body.fields[0].message).toContain('nativePrice')
})

test('gas limits are refused for a chain of the other network', async () => {
  expect((await put({ blockchain: 'LocalMainNet' })).status).toBe(404)
})

test('an operator sees every gas wallet, how long it lasts, and a lane that is held up', async () => {
  const { body } = await alice.call('GET', '/test/gas-wallets')
  const [{ address }] = body.gasWallets
  const { pool } = dashboard.database
  await pool.query('update gas_wallet set balance = $2, seen_at = now() where address = $1', [
    address,
    String(130_000n * 50n * gwei),
  ])
  await pool.query(
    `insert into gas_price (blockchain, worst_wei, data_fee_wei, seen_at) values ($1, $2, $3, now())`,
    [blockchain, String(50n * gwei), String(5_000n * 50n * gwei)],
  )
  await pool.query(
    `insert into nonce_lane (blockchain, wallet, next_nonce, mined_nonce, held_up_by, held_up_since)
     values ($1, $2, 9, 7, 'nonce 7 is refused: intrinsic gas too low', now())`,
    [blockchain, address],
  )
  const wallet = {
    merchantId: alice.merchantId,
    blockchain,
    address,
    // 60,000 gas and the data of a charge: 65,000 gas in all.
    chargesLeft: 2,
    lane: expect.objectContaining({
      nextNonce: 9,
      minedNonce: 7,
      heldUpBy: 'nonce 7 is refused: intrinsic gas too low',
    }),
  }
  const all = (await operator.call('GET', '/operator/gas-wallets')).body.gasWallets
  expect(all).toContainEqual(expect.objectContaining(wallet))
  const { lane } = all.find(({ address }: { address: string }) => address === wallet.address)
  expect(lane.heldUpSince).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const { lanes } = (await operator.call('GET', '/operator/stuck')).body
  expect(lanes).toEqual([expect.objectContaining(wallet)])
  expect((await alice.call('GET', '/operator/gas-wallets')).status).toBe(403)
})
