import type { Address } from 'viem'
import { readContract } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { depositFactoryAbi } from '../../src/chain/abi/deposit-factory.ts'
import { predictDepositAddress } from '../../src/shared/deposit-address.ts'
import { idToBytes32, newId } from '../../src/shared/ids.ts'
import { createWorld, type World } from './world.ts'

const receiver = '0x00000000000000000000000000000000000A11cE'
const paymentId = newId(new Date(1_800_000_000_000))

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  await world?.close()
})

const derivedOnChain = (to: Address, id: string) =>
  readContract(world.direct.reader, {
    address: world.chain.depositFactory,
    abi: depositFactoryAbi,
    functionName: 'predict',
    args: [to, idToBytes32(id)],
  })

test.each([
  ['an ordinary payment', receiver, paymentId],
  ['the smallest id', receiver, '1'.repeat(22)],
  ['the largest receiver', `0x${'ff'.repeat(20)}`, paymentId],
  ['no receiver', `0x${'00'.repeat(20)}`, paymentId],
] as [string, Address, string][])(
  'the deposit address of %s is the one that the factory derives',
  async (_, to, id) => {
    expect(predictDepositAddress(world.chain, to, id)).toBe(await derivedOnChain(to, id))
  },
)

test('the address commits to chain, factory, receiver and payment', () => {
  const { chain } = world
  const addresses = [
    predictDepositAddress(chain, receiver, paymentId),
    predictDepositAddress({ ...chain, chainId: 1 }, receiver, paymentId),
    predictDepositAddress({ ...chain, depositFactory: chain.factory }, receiver, paymentId),
    predictDepositAddress(chain, chain.factory, paymentId),
    predictDepositAddress(chain, receiver, newId(new Date(1_800_000_000_001))),
  ]
  expect(new Set(addresses).size).toBe(addresses.length)
})
