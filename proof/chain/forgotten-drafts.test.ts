/** A draft that was approved and forgotten: nobody can charge it once its last day is over. */
import { simulateContract } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { previewActivations } from '../../src/sending/previews.ts'
import { saltIdOf, termsOf } from '../../src/chain/rows/subscriptions.ts'
import { mineBlock } from '../../test/chain/dev-node.ts'
import { approve, newPayer, subscriptionInput, unit } from '../../test/chain/payers.ts'
import { createWorld, passDays, type World } from '../../test/chain/world.ts'

/** The payer has 30 days, and a charge that was begun in time 7 more. */
const activationDays = 37

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  await world?.close()
})

test('until its last day a draft may be activated by anybody, and after it by nobody', async () => {
  const payer = await newPayer(world, 1_000n * unit)
  const input = subscriptionInput(world, payer)
  await approve(world, payer, input.contractAddress, 120n * unit)
  const byStranger = () =>
    simulateContract(world.direct.reader, {
      address: world.chain.factory,
      abi: subscriptionFactoryAbi,
      functionName: 'activate',
      args: [termsOf(input), saltIdOf(input)],
      account: '0x000000000000000000000000000000000000dEaD',
    })

  await passDays(world, activationDays - 1)
  await mineBlock(world.direct)
  expect(await previewActivations(world.direct, [input])).toEqual([null])
  await expect(byStranger()).resolves.toBeDefined()

  await passDays(world, 2)
  await mineBlock(world.direct)
  expect(await previewActivations(world.direct, [input])).toEqual(['DraftExpired'])
  await expect(byStranger()).rejects.toThrow('DraftExpired')

  await passDays(world, 10 * 365)
  await mineBlock(world.direct)
  await expect(byStranger()).rejects.toThrow('DraftExpired')
})
