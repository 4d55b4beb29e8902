import { type Address, type Hex, numberToHex, pad, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getTransactionReceipt } from 'viem/actions'
import {
  dataBytesOf,
  dataFeePerByteMax,
  envelopeBytes,
  gasPriceOracle,
  readDataFeePerByte,
} from '../../src/chain/gas/data-fee.ts'
import { recordGasPrice } from '../../src/reader/gas-price.ts'
import {
  activationsMax,
  chargesMax,
  gasLimitOfActivations,
  gasLimitOfCharges,
  gasLimitOfSweeps,
  countFittingItems,
  sweepsMax,
} from '../../src/chain/gas/gas-limits.ts'
import { recordSpent } from '../../src/chain/gas/gas-spent.ts'
import { findTransaction } from '../../src/chain/rows/transactions.ts'
import { createTransactionMessage } from '../../src/chain/transaction-inputs.ts'
import { computeChargeCost, isTooDear } from '../../src/sending/requests/charge-cost.ts'
import { type GasLimits, setGasLimits } from '../../src/store/merchants/gas-limits.ts'
import { countChargesLeft, findPriceOfGas } from '../../src/store/merchants/charges-left.ts'
import { listGasWallets } from '../../src/store/merchants/gas-wallets.ts'
import { command } from '../../test/chain/dev-node.ts'
import { activeSubscription, approve, newPayer, subscribe, unit } from '../../test/chain/payers.ts'
import { transactionsOf, until, untilQuiet, untilState } from '../../test/chain/until.ts'
import {
  blockchain,
  createWorld,
  network,
  passDays,
  startAll,
  type World,
} from '../../test/chain/world.ts'

const gasPerTransactionMax = 1_000_000
const unlimited: GasLimits = {
  blockchain,
  weiPerCharge: null,
  weiPerDay: null,
  sharePercent: null,
  relaysPermits: true,
}

let world: World
let service: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld({ gas: { gasPerTransactionMax } })
  service = startAll(world)
})
afterEach(async () => {
  await limit({})
})
afterAll(async () => {
  await service?.stop()
  await world?.close()
})

const limit = (changes: Partial<GasLimits>) =>
  setGasLimits(
    world,
    { merchantId: world.merchant.merchantId, network },
    { ...unlimited, ...changes },
  )

const untilCharged = (contractAddress: string, times: number) =>
  until(`charge ${times}`, async () => {
    const { context } = await untilState(world, contractAddress, 'Active.Current')
    return context['chargesMade'] === times
  })

test('full batches stay under the gas that EIP-7825 allows, and are cut where a chain allows less', () => {
  const allowed = 16_777_216
  expect(countFittingItems(chargesMax, gasLimitOfCharges, allowed)).toBe(chargesMax)
  expect(countFittingItems(activationsMax, gasLimitOfActivations, allowed)).toBe(activationsMax)
  expect(countFittingItems(sweepsMax, gasLimitOfSweeps, allowed)).toBe(sweepsMax)
  const fitting = countFittingItems(chargesMax, gasLimitOfCharges, 5_000_000)
  expect(gasLimitOfCharges(fitting)).toBeLessThanOrEqual(5_000_000n)
  expect(gasLimitOfCharges(fitting + 1)).toBeGreaterThan(5_000_000n)
})

test('a transaction that needs more gas than the chain allows is never begun', () => {
  const call = { purpose: 'charge', to: world.chain.factory, data: '0x', items: [] } as const
  const origin = { seed: 'seed', cause: { type: 'timer', timer: 'test' }, at: new Date() } as const
  const begin = (gasLimit: bigint) =>
    createTransactionMessage(
      world.chain,
      world.merchant.wallet,
      { merchantId: world.merchant.merchantId, network },
      { ...call, items: [...call.items], gasLimit },
      origin,
    )
  expect(() => begin(1_000_001n)).toThrow('asks for 1000001 gas')
  expect(() => begin(1_000_000n)).not.toThrow()
})

test('charges that do not fit one transaction travel in several, each under the limit of its chain', async () => {
  const payer = await newPayer(world, 1_000n * unit)
  const inputs = []
  for (let i = 0; i < 5; i++) inputs.push(await subscribe(world, payer))
  for (const { contractAddress } of inputs)
    await approve(world, payer, contractAddress, 120n * unit)
  for (const { contractAddress } of inputs)
    await untilState(world, contractAddress, 'Active.Current')
  await untilQuiet(world)
  await passDays(world, 30)
  for (const { contractAddress } of inputs) await untilCharged(contractAddress, 2)
  for (const { context } of await transactionsOf(world))
    expect(Number(context['gasLimit'])).toBeLessThanOrEqual(gasPerTransactionMax)
})

test('a charge that costs more gas than its merchant allows waits, says why, and goes on', async () => {
  const { contractAddress } = await activeSubscription(world)
  await limit({ weiPerCharge: 1n })
  await passDays(world, 30)
  const held = await untilState(world, contractAddress, 'Suspended')
  expect(held.context.reason).toBe('GasCostAboveLimit')
  await limit({ weiPerCharge: parseEther('1') })
  await untilCharged(contractAddress, 2)
})

test('charges past the gas limit of a day wait until the day has passed (P23)', async () => {
  const { contractAddress } = await activeSubscription(world)
  await untilQuiet(world)
  const { rows } = await world.database.pool.query<{ wei: string }>(
    'select sum(wei)::text as wei from gas_spent where wallet = $1',
    [world.merchant.wallet],
  )
  expect(BigInt(rows[0]!.wei)).toBeGreaterThan(0n)
  await limit({ weiPerDay: BigInt(rows[0]!.wei) })
  await passDays(world, 30)
  const held = await untilState(world, contractAddress, 'Suspended')
  expect(held.context.reason).toBe('GasBudgetSpent')

  await limit({ weiPerDay: parseEther('0.1') })
  await world.database.pool.query(`update gas_spent set at = at - interval '24 hours'`)
  await untilCharged(contractAddress, 2)
})

test("a gas limit as a share of the charge is counted at the operator's price of the native coin", () => {
  const asset = { ...world.chain.assets[0]!, nativePrice: '2000' }
  const subscription = { asset: asset.code, amount: String(10n * unit) }
  const charge = { isInitial: false, subscription }
  const prices = { expectedPrice: 10n ** 9n, dataFeePerByte: 0n }
  // 100,000 gas at a gwei are 0.0001 coins, or 0.2 of 10: two percent.
  expect(computeChargeCost(charge, prices)).toBe(10n ** 14n)
  const isMoreThan = (sharePercent: string) =>
    isTooDear(charge, { assets: [asset] }, { ...unlimited, sharePercent }, prices)
  expect(isMoreThan('2')).toBe(false)
  expect(isMoreThan('1.9999')).toBe(true)
  const unpriced = { assets: [{ ...asset, nativePrice: null }] }
  expect(isTooDear(charge, unpriced, { ...unlimited, sharePercent: '0.1' }, prices)).toBe(false)
})

/** A contract that answers every call with this number. */
const answering = (number: bigint): Hex =>
  `0x7f${pad(numberToHex(number), { size: 32 }).slice(2)}60005260206000f3`
const setCode = (address: Address, code: Hex) =>
  command(world.direct, 'anvil_setCode', [address, code])

test("an OP stack's data fee counts in what a wallet affords, and in the charges left", async () => {
  const owner = { merchantId: world.merchant.merchantId, network } as const
  const rollup = { ...world.chain, nodes: [...world.chain.nodes] }
  const chargesLeft = async () => {
    await recordGasPrice({ ...world, chain: rollup })
    const [wallet] = await listGasWallets(world, owner)
    const price = await findPriceOfGas(world.database, world.chain.name)
    return countChargesLeft(wallet!.balance!, price!)
  }
  expect(await readDataFeePerByte(rollup)).toBe(0n)
  const before = await chargesLeft()

  // A thousandth of a coin for a kilobyte.
  await setCode(gasPriceOracle, answering(10n ** 15n))
  rollup.nodes = [...world.chain.nodes]
  const perByte = await readDataFeePerByte(rollup)
  expect(perByte).toBeGreaterThanOrEqual(10n ** 15n / 1024n)
  expect(perByte).toBeLessThan((10n ** 15n * 13n) / (1024n * 10n))
  expect(await chargesLeft()).toBeLessThan(before)
  await setCode(gasPriceOracle, '0x')
})

test('a data fee above the limit of the chains file is not paid: charges wait, and go on when it is cheaper', async () => {
  const { contractAddress } = await activeSubscription(world)
  await untilQuiet(world)
  const { gas } = world.chain
  // Ten thousand times the limit, which is two thousandths of a coin.
  await setCode(gasPriceOracle, answering(20n * 10n ** 18n))
  try {
    world.chain.gas = { ...gas, dataFee: 'opStack' }
    await passDays(world, 30)
    const held = await untilState(world, contractAddress, 'Suspended')
    expect(held.context.reason).toBe('GasPriceTooHigh')
    await setCode(gasPriceOracle, answering(10n ** 12n))
    await untilCharged(contractAddress, 2)
  } finally {
    world.chain.gas = gas
    await setCode(gasPriceOracle, '0x')
  }
})

test("a data fee that one node names counts in the day's budget up to the limit of the chain", async () => {
  await activeSubscription(world)
  await untilQuiet(world)
  const { rows } = await world.database.pool.query<{ id: string }>(
    'select id from transaction order by created_at desc limit 1',
  )
  const transaction = (await findTransaction(world.database.pool, rows[0]!.id))!
  const hash = transaction.minedIn!.hash
  const receipt = await getTransactionReceipt(world.direct.reader, { hash })
  const spentWith = async (l1Fee: bigint) => {
    await recordSpent(world, transaction, { ...receipt, l1Fee } as never, { isAgreed: true })
    const spent = await world.database.pool.query<{ wei: string }>(
      'select wei::text from gas_spent where transaction_id = $1',
      [transaction.id],
    )
    return BigInt(spent.rows[0]!.wei)
  }
  const gasAlone = await spentWith(0n)
  expect(await spentWith(10n ** 12n)).toBe(gasAlone + 10n ** 12n)
  const forged = (await spentWith(10n ** 24n)) - gasAlone
  const bytes = dataBytesOf(BigInt(transaction.gasLimit)) + envelopeBytes
  expect(forged).toBe(dataFeePerByteMax(world.chain) * bytes)
  expect(forged).toBeLessThan(parseEther('0.01'))
})

test('an Arbitrum chain is asked what data costs in gas', async () => {
  const gas = { ...world.chain.gas, dataFee: 'inGas' as const }
  await setCode('0x00000000000000000000000000000000000000C8', answeringTwo(2_048n, 3n))
  // 2,048 gas at 3 wei for 1,024 bytes, a quarter more, rounded up.
  expect(await readDataFeePerByte({ ...world.chain, gas })).toBe(8n)
  await setCode('0x00000000000000000000000000000000000000C8', '0x')
})

/** A contract that answers with two numbers and a zero. */
function answeringTwo(first: bigint, second: bigint): Hex {
  const word = (number: bigint) => pad(numberToHex(number), { size: 32 }).slice(2)
  return `0x7f${word(first)}6000527f${word(second)}60205260606000f3`
}
