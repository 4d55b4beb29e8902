import { readContract } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { saltIdOf, termsOf } from '../../src/chain/rows/subscriptions.ts'
import { newPayer, subscriptionInput } from './payers.ts'
import { createWorld, type World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  await world?.close()
})

test.each([
  ['ordinary terms', {}],
  ['the smallest terms', { amount: '1', periodDays: 1, maxPeriods: 1, graceDays: 0 }],
  [
    'the largest terms',
    {
      amount: String(2n ** 128n - 1n),
      periodDays: 365,
      maxPeriods: 65_535,
      graceDays: 364,
      startFrom: '2099-12-31T23:59:59.000Z',
    },
  ],
])('the address of %s is the one that the factory predicts (S1-12)', async (_, changes) => {
  const input = subscriptionInput(world, await newPayer(world, 0n), changes)
  const predicted = await readContract(world.direct.reader, {
    address: world.chain.factory,
    abi: subscriptionFactoryAbi,
    functionName: 'predict',
    args: [termsOf(input), saltIdOf(input)],
  })
  expect(input.contractAddress).toBe(predicted)
})
