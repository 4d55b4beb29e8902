import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveChainQuestions } from '../../src/watching/questions/questions.ts'
import { approve, newPayer, subscribe, unit } from './payers.ts'
import { untilState } from './until.ts'
import { blockchain, createWorld, startThinking, type World } from './world.ts'

const answerTimeoutMs = 3_000
let world: World
let parts: { stop(): Promise<void> }[]

beforeAll(async () => {
  world = await createWorld()
  parts = [startThinking(world), serveChainQuestions(world)]
})
afterAll(async () => {
  for (const part of parts ?? []) await part.stop()
  await world?.close()
})

const ask = (question: string, body: object) =>
  world.bus.requestChain(question, body, answerTimeoutMs)

async function approvedDraft() {
  const payer = await newPayer(world, 100n * unit)
  const { contractAddress } = await subscribe(world, payer)
  await approve(world, payer, contractAddress, 24n * unit)
  return contractAddress
}

test('the live allowance is read from the chain', async () => {
  const contractAddress = await approvedDraft()
  expect(await ask('allowance', { contractAddress })).toEqual({ allowance: String(24n * unit) })
})

test('a question about an unknown contract gets no allowance', async () => {
  const contractAddress = world.merchant.receiver
  expect(await ask('allowance', { contractAddress })).toEqual({ allowance: null })
})

test('a hint about a contract has its funds read, though no watcher runs', async () => {
  const contractAddress = await approvedDraft()
  expect(await ask('hint', { blockchain, contractAddress })).toEqual({ isAccepted: true })
  await untilState(world, contractAddress, 'Pending')
})

test('a hint about an unknown chain is not accepted', async () => {
  expect(await ask('hint', { blockchain: 'Nowhere' })).toEqual({ isAccepted: false })
})
