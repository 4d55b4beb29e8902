import { type Address, numberToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readContractStates } from '../../src/chain/contract-state.ts'
import { readFunds } from '../../src/chain/funds.ts'
import { newPayer, tokenOf, unit } from '../../test/chain/payers.ts'
import { createWorld, type World } from '../../test/chain/world.ts'

/** Reads of a busy block, or of all contracts at once. */
const many = 1_000

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const addresses = Array.from({ length: many }, (_, index): Address =>
  numberToHex(index + 1, { size: 20 }),
)

test('the funds of a thousand subscriptions are read at one block', async () => {
  const { address: payer } = await newPayer(world, 7n * unit)
  const questions = addresses.map((contractAddress) => ({
    token: tokenOf(world),
    payer,
    contractAddress,
  }))
  const { funds } = await readFunds(world.chain.reader, questions)
  expect(funds).toHaveLength(many)
  expect(funds.every(({ allowance, balance }) => allowance === 0n && balance === 7n * unit)).toBe(
    true,
  )
})

test('the states of a thousand contracts are read', async () => {
  const beyondPrecompiles = addresses.slice(100)
  const states = await readContractStates(world.chain.reader, beyondPrecompiles)
  expect(states).toEqual(beyondPrecompiles.map(() => null))
})
