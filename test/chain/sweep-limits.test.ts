import { type Address, type Hex, parseEventLogs } from 'viem'
import { readContract, writeContract } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoTokenAbi } from '../../src/chain/abi/demo-token.ts'
import { depositFactoryAbi } from '../../src/chain/abi/deposit-factory.ts'
import { gasCeilings, gasLimitOfSweeps, sweepsMax } from '../../src/chain/gas/gas-limits.ts'
import { hashPaymentId, predictDepositAddress } from '../../src/shared/addresses/deposit-address.ts'
import { newDepositSalt } from '../support/deposit-salt.ts'
import { newId } from '../../src/shared/ids.ts'
import { newPayer, type Payer, tokenOf, unit } from './payers.ts'
import { untilMined } from './until.ts'
import { createWorld, type World } from './world.ts'

const newcomer = '0x00000000000000000000000000000000000bee5e'
/** EIP-7825: no transaction may ask for more. */
const transactionGasMax = 16_777_216n

let world: World
let anyone: Payer

beforeAll(async () => {
  world = await createWorld()
  anyone = await newPayer(world, 2n * BigInt(sweepsMax) * unit)
})
afterAll(async () => {
  await world?.close()
})

async function send(to: Address, call: object, gas: bigint) {
  const { reader } = world.direct
  const request = { account: anyone.account, chain: reader.chain!, address: to, gas, ...call }
  const hash = await writeContract(reader, request as never)
  return untilMined(world.direct, hash)
}

async function payNew(): Promise<Hex> {
  const idHash = hashPaymentId(newId(new Date()), newDepositSalt())
  const deposit = predictDepositAddress(world.chain, newcomer, idHash)
  const transfer = { abi: demoTokenAbi, functionName: 'transfer', args: [deposit, unit] }
  await send(tokenOf(world), transfer, 100_000n)
  return idHash
}

test('the gas that the factory gives a deposit is what our limits leave room for', async () => {
  const { chain, direct } = world
  const factory = { address: chain.depositFactory, abi: depositFactoryAbi } as const
  expect(await readContract(direct.reader, { ...factory, functionName: 'GAS_PER_SWEEP' })).toBe(
    gasCeilings.sweep,
  )
})

test.each([1, 2, sweepsMax])(
  'the gas limit is enough to sweep all of %i deposits',
  async (count) => {
    const idHashes: Hex[] = []
    while (idHashes.length < count) idHashes.push(await payNew())
    const { logs } = await send(
      world.chain.depositFactory,
      {
        abi: depositFactoryAbi,
        functionName: 'sweepMany',
        args: [newcomer, tokenOf(world), idHashes],
      },
      gasLimitOfSweeps(count),
    )
    const swept = parseEventLogs({ abi: depositFactoryAbi, eventName: 'Swept', logs })
    expect(swept.length).toBe(count)
  },
)

test('the largest batch of sweeps is one that a chain takes', () => {
  expect(gasLimitOfSweeps(sweepsMax)).toBeLessThan(transactionGasMax)
})
