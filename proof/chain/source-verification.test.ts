/** The code on chain can be proved from what is committed, as explorers do it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Address,
  bytesToHex,
  concatHex,
  type Hex,
  hexToBytes,
  keccak256,
  size,
  slice,
  toHex,
} from 'viem'
import { getCode } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  compileInput,
  compilerVersion,
  projectRoot,
  type StandardInput,
} from '../../scripts/contracts-solc.ts'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { saltIdOf, termsOf } from '../../src/chain/rows/subscriptions.ts'
import { newPayer, sendFrom, subscriptionInput, unit } from '../../test/chain/payers.ts'
import { pay, paymentInput, sweepCall } from '../../test/chain/payments.ts'
import { createWorld, type World } from '../../test/chain/world.ts'

type CodeHashes = {
  compiler: string
  contracts: Record<
    string,
    {
      input: string
      name: string
      address: Address
      constructorArguments: Hex
      creationCodeHash: Hex
      runtimeCodeHash: Hex
      runtimeCodeHashWithZeros: Hex
      zerosForImmutablesAt: { start: number; length: number }[]
    }
  >
  clones: Record<string, { code: Hex; codeHash: Hex }>
}

const read = <T>(file: string): T =>
  JSON.parse(readFileSync(join(projectRoot, 'contracts/verification', file), 'utf8')) as T
const committed = read<CodeHashes>('code-hashes.json')
const addressOf: Record<string, (world: World) => Address> = {
  SubscriptionFactory: ({ chain }) => chain.factory,
  Subscription: ({ chain }) => chain.implementation,
  DepositFactory: ({ chain }) => chain.depositFactory,
  Deposit: ({ chain }) => chain.depositImplementation,
}
const compilingTimeoutMs = 120_000

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world?.close())

test('the committed hashes are of all contracts that hold or move money, by the compiler at hand', () => {
  expect(Object.keys(committed.contracts)).toEqual(Object.keys(addressOf))
  expect(committed.compiler).toBe(compilerVersion)
})

describe.each(Object.keys(addressOf))('%s', (contract) => {
  const { input: file, name, ...hashes } = committed.contracts[contract]!
  const input = read<StandardInput>(file)

  test(
    `${contract} comes out of the committed input alone`,
    () => {
      const [source] = name.split(':')
      const compiled = compileInput(input, [source!]).get(contract)!
      const created = concatHex([compiled.bytecode, hashes.constructorArguments])
      expect(keccak256(created)).toBe(hashes.creationCodeHash)
      expect(keccak256(compiled.deployedBytecode)).toBe(hashes.runtimeCodeHashWithZeros)
    },
    compilingTimeoutMs,
  )

  test(`${contract} is on chain as it is committed`, async () => {
    const address = addressOf[contract]!(world)
    expect(address).toBe(hashes.address)
    const code = await getCode(world.chain.reader, { address })
    expect(keccak256(code!)).toBe(hashes.runtimeCodeHash)
    const bytes = hexToBytes(code!)
    for (const { start, length } of hashes.zerosForImmutablesAt)
      bytes.fill(0, start, start + length)
    expect(keccak256(bytesToHex(bytes))).toBe(hashes.runtimeCodeHashWithZeros)
  })

  test(`${contract} has metadata that names the sources by their hashes`, () => {
    const metadata = read<{ sources: Record<string, { keccak256: Hex }> }>(
      `${contract}.metadata.json`,
    )
    const sources = Object.entries(metadata.sources)
    expect(sources.length).toBeGreaterThan(0)
    for (const [path, source] of sources)
      expect(source.keccak256).toBe(keccak256(toHex(input.sources[path]!.content)))
  })
})

describe('clones', () => {
  const codeAt = (address: string) =>
    getCode(world.chain.reader, { address: address as Address }) as Promise<Hex>

  test('a clone of the deposit has the committed code and no more', async () => {
    const payer = await newPayer(world, unit)
    const payment = paymentInput(world)
    await pay(world, payer, payment, unit)
    await sendFrom(world, payer, sweepCall(world, payment))
    const code = await codeAt(payment.depositAddress)
    expect(code).toBe(committed.clones['Deposit']!.code)
    expect(keccak256(code)).toBe(committed.clones['Deposit']!.codeHash)
  })

  test('a clone of the subscription begins with the committed code, and goes on with its terms', async () => {
    const payer = await newPayer(world, 0n)
    const input = subscriptionInput(world, payer)
    const args = [termsOf(input), saltIdOf(input)]
    const factory = { to: world.chain.factory, abi: subscriptionFactoryAbi }
    await sendFrom(world, payer, { ...factory, name: 'deploy', args })
    const code = await codeAt(input.contractAddress)
    const { code: clone } = committed.clones['Subscription']!
    expect(slice(code, 0, size(clone))).toBe(clone)
    expect(slice(code, size(clone))).toContain(input.token.slice(2).toLowerCase())
  })
})
