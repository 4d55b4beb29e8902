import { type Address, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { getBalance, readContract } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erc20Abi } from '../../src/chain/abi/erc20.ts'
import { answerTestMoney } from '../../src/watching/questions/test-money-question.ts'
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

const newAddress = (): Address => privateKeyToAddress(generatePrivateKey())

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

test('a local chain gives money to try with, and tokens where they are wanted', async () => {
  const [gasWallet, payer] = [newAddress(), newAddress()]
  const give = (address: Address, withTokens: boolean, chain = blockchain) =>
    ask('testMoney', { blockchain: chain, address, withTokens })
  expect(await give(gasWallet, false)).toEqual({ given: ['10 ETH'] })
  expect(await give(payer, true)).toEqual({ given: ['10 ETH', '1000 ltUSDC', '1000 ltUSDT'] })
  const { reader, assets } = world.chain
  const balances = await Promise.all(
    [gasWallet, payer].map(async (address) => [
      await getBalance(reader, { address }),
      await readContract(reader, {
        address: assets[0]!.address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address],
      }),
    ]),
  )
  const coins = parseEther('10')
  expect(balances).toEqual([
    [coins, 0n],
    [coins, 1_000n * unit],
  ])
  expect(await give(payer, true, 'Nowhere')).toEqual({ given: null })
})

test('no other chain gives any', async () => {
  const real = new Map([[blockchain, { ...world.chain, embedded: false }]])
  const wish = { blockchain, address: newAddress(), withTokens: true }
  expect(await answerTestMoney(real, wish)).toEqual({ given: null })
  const main = new Map([[blockchain, { ...world.chain, network: 'MainNet' as const }]])
  expect(await answerTestMoney(main, wish)).toEqual({ given: null })
})
