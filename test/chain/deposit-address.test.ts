import type { Address, Hex } from 'viem'
import { readContract } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { depositFactoryAbi } from '../../src/chain/abi/deposit-factory.ts'
import { hashPaymentId, predictDepositAddress } from '../../src/shared/addresses/deposit-address.ts'
import { newDepositSalt } from '../support/deposit-salt.ts'
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

const depositSalt = newDepositSalt()
const idHash = hashPaymentId(paymentId, depositSalt)

const derivedOnChain = (to: Address, hash: Hex) =>
  readContract(world.direct.reader, {
    address: world.chain.depositFactory,
    abi: depositFactoryAbi,
    functionName: 'predict',
    args: [to, hash],
  })

test.each([
  ['an ordinary payment', receiver, idHash],
  ['the smallest hash', receiver, `0x${'00'.repeat(32)}`],
  ['the largest receiver', `0x${'ff'.repeat(20)}`, idHash],
  ['no receiver', `0x${'00'.repeat(20)}`, idHash],
] as [string, Address, Hex][])(
  'the deposit address of %s is the one that the factory derives',
  async (_, to, hash) => {
    expect(predictDepositAddress(world.chain, to, hash)).toBe(await derivedOnChain(to, hash))
  },
)

test('a deposit address commits to factory, receiver, payment and salt', () => {
  const { chain } = world
  const other = newId(new Date(1_800_000_000_001))
  const addresses = [
    predictDepositAddress(chain, receiver, idHash),
    predictDepositAddress({ ...chain, depositFactory: chain.factory }, receiver, idHash),
    predictDepositAddress(chain, chain.factory, idHash),
    predictDepositAddress(chain, receiver, hashPaymentId(other, depositSalt)),
    predictDepositAddress(chain, receiver, hashPaymentId(paymentId, newDepositSalt())),
  ]
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('the name of a payment on chain shows neither its id nor its salt', () => {
  const bytes = idToBytes32(paymentId).slice(2, 34)
  expect(idHash).toMatch(/^0x[0-9a-f]{64}$/)
  for (const start of [0, 8, 16, 24]) {
    expect(idHash).not.toContain(bytes.slice(start, start + 8))
    expect(idHash).not.toContain(depositSalt.slice(2).slice(start, start + 8))
  }
})
