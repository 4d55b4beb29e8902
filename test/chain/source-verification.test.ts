/** The code on chain can be proved from what is committed, as explorers do it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, bytesToHex, type Hex, hexToBytes, keccak256, toHex } from 'viem'
import { getCode } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  compileInput,
  compilerVersion,
  projectRoot,
  type StandardInput,
} from '../../scripts/contracts-solc.ts'
import { createWorld, type World } from './world.ts'

type CodeHashes = {
  compiler: string
  contracts: Record<
    string,
    {
      input: string
      name: string
      creationCodeHash: Hex
      runtimeCodeHash: Hex
      zerosForImmutablesAt: { start: number; length: number }[]
    }
  >
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

test('the hashes are of all contracts that hold or move money, by the compiler at hand', () => {
  expect(Object.keys(committed.contracts)).toEqual(Object.keys(addressOf))
  expect(committed.compiler).toBe(compilerVersion)
})

describe.each(Object.keys(addressOf))('%s', (contract) => {
  const { input: file, name, ...hashes } = committed.contracts[contract]!
  const input = read<StandardInput>(file)

  test(
    'comes out of the committed input alone',
    () => {
      const [source] = name.split(':')
      const compiled = compileInput(input, [source!]).get(contract)!
      expect(keccak256(compiled.bytecode)).toBe(hashes.creationCodeHash)
      expect(keccak256(compiled.deployedBytecode)).toBe(hashes.runtimeCodeHash)
    },
    compilingTimeoutMs,
  )

  test('is on chain as it is committed', async () => {
    const code = await getCode(world.chain.reader, { address: addressOf[contract]!(world) })
    const bytes = hexToBytes(code!)
    for (const { start, length } of hashes.zerosForImmutablesAt)
      bytes.fill(0, start, start + length)
    expect(keccak256(bytesToHex(bytes))).toBe(hashes.runtimeCodeHash)
  })

  test('has metadata that names the sources by their hashes', () => {
    const metadata = read<{ sources: Record<string, { keccak256: Hex }> }>(
      `${contract}.metadata.json`,
    )
    const sources = Object.entries(metadata.sources)
    expect(sources.length).toBeGreaterThan(0)
    for (const [path, source] of sources)
      expect(source.keccak256).toBe(keccak256(toHex(input.sources[path]!.content)))
  })
})
