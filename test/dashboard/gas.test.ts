import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSubscription, tellActor } from './actors.ts'
import { gasLimitOfCharges, gasOfOneCharge } from '../../src/chain/gas/gas-limits.ts'
import { gasAskedForOneCharge, gasOfLoneCharge } from '../../src/store/merchants/charges-left.ts'
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

const none = {
  blockchain,
  perCharge: null,
  perDay: null,
  sharePercent: null,
  relaysPermits: true,
}
const put = (body: object) => alice.call('PUT', '/test/gas-limits', { ...none, ...body })

test('a merchant sets what gas may cost, and nobody else sees or has it', async () => {
  expect((await alice.call('GET', '/test/gas-limits')).body).toEqual({ gasLimits: [none] })
  const limits = { ...none, perCharge: '0.002', perDay: '0.5', relaysPermits: false }
  expect((await put(limits)).body).toEqual(limits)
  expect((await alice.call('GET', '/test/gas-limits')).body).toEqual({ gasLimits: [limits] })
  expect((await bob.call('GET', '/test/gas-limits')).body).toEqual({ gasLimits: [none] })
  const untold = { ...none, relaysPermits: undefined }
  expect((await put(untold)).body).toEqual(none)
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
  const limits = { ...none, blockchain: 'LocalMainNet', sharePercent: '5' }
  const { status, body } = await alice.call('PUT', '/main/gas-limits', limits)
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
    String((373_968n + 5_000n + 65_000n) * 50n * gwei),
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
    // A transaction asks for this up front, and one more charge: 60,000 gas, its data as much as 5,000.
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

test('a gas wallet is ready with enough for ten charges, and a coin in it is not', async () => {
  expect(gasAskedForOneCharge).toBe(gasLimitOfCharges(1))
  await alice.call('PUT', '/test/assets/tUSDC', { active: true })
  const [{ address }] = (await alice.call('GET', '/test/gas-wallets')).body.gasWallets
  const gasItem = async (wei: bigint) => {
    const { pool } = dashboard.database
    await pool.query('update gas_wallet set balance = $2 where address = $1', [
      address,
      String(wei),
    ])
    const { items } = (await alice.call('GET', '/test/checklist')).body
    return items.find(({ name }: { name: string }) => name === 'GasWalletFunds')
  }
  expect(await gasItem(1_000n)).toEqual({
    name: 'GasWalletFunds',
    done: false,
    // 963,968 gas at 50 gwei, rounded up.
    advice: `The gas wallet on LocalTestNet has enough for 0 charges, 10 are needed: send at least 0.049 ETH to ${address}.`,
  })
  expect(await gasItem(963_967n * 50n * gwei)).toMatchObject({ done: false })
  expect(await gasItem(963_968n * 50n * gwei)).toMatchObject({ done: true })
})

test('what would suspend living subscriptions asks first, with their number, and can be insisted on', async () => {
  const owner = { merchantId: alice.merchantId, network: 'TestNet' } as const
  const id = await createSubscription(dashboard, owner, { customerId: 'c-1' })
  const off = { active: false }
  expect((await alice.call('PUT', '/test/assets/tUSDC', off)).status).toBe(200)
  await alice.call('PUT', '/test/assets/tUSDC', { active: true })

  const funds = { allowance: '10000000', balance: '10000000', position: 1_000_000 }
  await tellActor(
    dashboard,
    { kind: 'subscription', id, owner },
    { type: 'chain.fundsSeen', ...funds },
  )
  const asked = await alice.call('PUT', '/test/assets/tUSDC', off)
  expect(asked.status).toBe(409)
  expect(asked.body).toMatchObject({ code: 'WouldSuspend', subscriptions: 1 })
  expect(asked.body.message).toContain('send {"active":false,"confirm":true}')
  expect((await alice.call('GET', '/test/assets/tUSDC')).body.active).toBe(true)
  expect(
    (await alice.call('PUT', '/test/assets/tUSDC', { ...off, confirm: true })).body,
  ).toMatchObject(off)

  expect((await put({ perDay: '0.001' })).body).toMatchObject({ code: 'WouldSuspend' })
  expect((await put({ perDay: '1' })).status).toBe(200)
  const insisted = await put({ perDay: '0.001', confirm: true })
  expect([insisted.status, insisted.body.perDay]).toEqual([200, '0.001'])
})

// Gas costs 50 gwei, data as much as 5,000 gas: a transaction asks for 378,968, a charge alone uses 105,000.
test.each([
  [{ perDay: '0.0189' }, 409],
  [{ perDay: '0.019' }, 200],
  [{ perCharge: '0.00524' }, 409],
  [{ perCharge: '0.00525' }, 200],
  // At 2,000 a coin that is 10.5, and what is charged is 10.
  [{ sharePercent: '100' }, 409],
  [{ perDay: '1', perCharge: '1' }, 200],
])('a gas limit of %j, where a charge of 10 is living, is answered %i', async (limits, status) => {
  expect(gasOfLoneCharge).toBe(gasOfOneCharge(false))
  const answer = await put(limits)
  expect(answer.status).toBe(status)
  if (status === 409) expect(answer.body).toMatchObject({ code: 'WouldSuspend', subscriptions: 1 })
})

test('how many days a gas wallet lasts follows from the charges that are due', async () => {
  const carol = await newMerchant(dashboard, 'carol')
  const owner = { merchantId: carol.merchantId, network: 'TestNet' } as const
  const hold = async (gas: bigint) => {
    const [{ address }] = (await carol.call('GET', '/test/gas-wallets')).body.gasWallets
    const { pool } = dashboard.database
    const wei = String(gas * 50n * gwei)
    await pool.query('update gas_wallet set balance = $2 where address = $1', [address, wei])
    return (await carol.call('GET', '/test/gas-wallets')).body.gasWallets[0]
  }
  const forOne = 378_968n
  expect(await hold(forOne)).toMatchObject({ status: 'Ready', chargesLeft: 1, daysLeft: null })
  for (const days of [2, 5, 20]) await createPaid(owner, days)
  expect(await hold(0n)).toMatchObject({ status: 'Empty', chargesLeft: 0, daysLeft: 1 })
  expect(await hold(forOne)).toMatchObject({ status: 'Low', chargesLeft: 1, daysLeft: 4 })
  expect(await hold(forOne + 65_000n)).toMatchObject({ status: 'Ready', daysLeft: 19 })
  expect(await hold(forOne + 130_000n)).toMatchObject({ status: 'Ready', daysLeft: 30 })
})

/** Creates a subscription that is paid for, and due again after so many days. */
async function createPaid(owner: { merchantId: string; network: 'TestNet' }, days: number) {
  const id = await createSubscription(dashboard, owner, { customerId: `due in ${days} days` })
  const target = { kind: 'subscription', id, owner } as const
  const now = dashboard.clock.now()
  const funds = { allowance: '90000000', balance: '90000000', position: 1_000_000 }
  await tellActor(dashboard, target, { type: 'chain.fundsSeen', ...funds })
  await tellActor(dashboard, target, {
    type: 'chain.charged',
    period: 1,
    nextChargeAt: new Date(now.getTime() + days * 86_400_000).toISOString(),
    chargedAt: now.toISOString(),
    allowance: '80000000',
    transactionHash: `0x${'ab'.repeat(32)}`,
    position: 2_000_000,
  })
}
