/** A proof of leaving costs calls to nodes and a signature: however often it is asked for, it is made once a minute. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveLeavingProofs } from '../../src/sending/proofs/leaving-proofs.ts'
import { LeavingProof } from '../../src/shared/proofs/leaving-proof.ts'
import { passEverywhere } from '../support/settle.ts'
import { activeSubscription, say } from './payers.ts'
import { untilState } from './until.ts'
import { createWorld, startAll, type World } from './world.ts'

const timeoutMs = 5_000
let world: World
let parts: { stop(): Promise<void> }[] = []
/** A proof is signed by the gas key, which is opened once for each. */
let made = 0

beforeAll(async () => {
  world = await createWorld()
  const openGasKey: World['openGasKey'] = (...asked) => {
    made++
    return world.openGasKey(...asked)
  }
  parts = [startAll(world), serveLeavingProofs({ ...world, openGasKey })]
})
afterAll(async () => {
  for (const part of parts) await part.stop()
  await world?.close()
})

const prove = async (contractAddress: string) => {
  const { proof } = (await world.bus.requestProof({ contractAddress }, timeoutMs)) as {
    proof: unknown
  }
  return LeavingProof.parse(proof)
}

async function left(): Promise<string> {
  const { contractAddress, input } = await activeSubscription(world)
  await say(world, input, { type: 'subscription.cancel' })
  await untilState(world, contractAddress, 'Cancelled')
  return contractAddress
}

test('a proof is made once a minute for each contract, however many ask', async () => {
  const contractAddress = await left()
  const another = await left()
  made = 0
  const given = await Promise.all(Array.from({ length: 30 }, () => prove(contractAddress)))
  expect(given).toEqual(given.map(() => given[0]))
  expect(made).toBe(1)
  expect((await prove(another)).statement.contractAddress).toBe(another)
  expect(made).toBe(2)
  await passEverywhere(60_000)
  expect((await prove(contractAddress)).statement.contractAddress).toBe(contractAddress)
  expect(made).toBe(3)
})
