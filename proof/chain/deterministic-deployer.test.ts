/**
 * The factories' way to the same addresses on every chain, and the faults where they cannot get
 * there.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Address, type Client, getAddress, type Hex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getCode, readContract } from 'viem/actions'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  depositFactoryAddress,
  depositImplementationAddress,
} from '../../src/chain/abi/deposit-factory.ts'
import {
  subscriptionFactoryAbi,
  subscriptionFactoryAddress,
  subscriptionImplementationAddress,
} from '../../src/chain/abi/subscription-factory.ts'
import { connectChain } from '../../src/chain/clients.ts'
import {
  deployDepositFactory,
  deployFactory,
} from '../../src/chain/deployments/deploy-contracts.ts'
import type { LaunchedServer } from '../../test/support/launched.ts'
import { deterministicDeployer } from '../../src/shared/addresses/deterministic-address.ts'
import { startTestChain } from '../../test/support/chain.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'
import { command, removeCode } from '../../test/chain/dev-node.ts'

/** Nobody's secrets: the node's first development accounts. */
const deployerKeys: Hex[] = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
]
const [deployer, otherDeployer] = deployerKeys.map((key) => privateKeyToAccount(key))
const keylessSender: Address = '0x3fAB184622Dc19b6109349B94811493BF2a45362'
const factories: Address[] = [subscriptionFactoryAddress, depositFactoryAddress]

let node: LaunchedServer
let reader: Client

beforeEach(async () => {
  ;[node, reader] = await startChain(31_337)
})
afterEach(async () => {
  await node?.stop()
})

async function startChain(chainId: number): Promise<[LaunchedServer, Client]> {
  const started = await startTestChain({ chainId })
  const rpcUrls = [started.url]
  return [started, connectChain({ name: 'Local', chainId, rpcUrls, nativeSymbol: 'ETH' }).reader]
}

async function deployBoth(client: Client, account = deployer!) {
  return [await deployFactory(client, account), await deployDepositFactory(client, account)]
}

const codesOn = (client: Client) =>
  Promise.all(factories.map((address) => getCode(client, { address })))

test('two operators on two chains get the same factories at the same addresses', async () => {
  const [otherNode, other] = await startChain(5)
  try {
    expect(await deployBoth(reader)).toEqual(['deployed', 'deployed'])
    expect(await deployBoth(other, otherDeployer)).toEqual(['deployed', 'deployed'])
    const codes = await codesOn(reader)
    expect(codes).not.toContain(undefined)
    expect(await codesOn(other)).toEqual(codes)
  } finally {
    await otherNode.stop()
  }
})

test('the contracts that the factories clone are at their predicted addresses', async () => {
  await deployBoth(reader)
  const asked = { abi: subscriptionFactoryAbi, functionName: 'implementation' } as const
  const [subscription, deposit] = await Promise.all(
    factories.map((address) => readContract(reader, { ...asked, address })),
  )
  expect(subscription).toBe(subscriptionImplementationAddress)
  expect(deposit).toBe(depositImplementationAddress)
})

test('an operator who deploys second, or at the same moment, finds the factories there', async () => {
  const together = await Promise.all([deployBoth(reader), deployBoth(reader, otherDeployer)])
  expect(together.flat().toSorted()).toContain('deployed')
  expect(await deployBoth(reader)).toEqual(['there already', 'there already'])
})

test('a chain without the deterministic deployer gets it by a transaction that needs no key', async () => {
  const code = await getCode(reader, { address: deterministicDeployer })
  await removeCode({ reader }, deterministicDeployer)
  expect(await deployBoth(reader)).toEqual(['deployed', 'deployed'])
  const again = await getCode(reader, { address: deterministicDeployer })
  expect(keccak256(again!)).toBe(keccak256(code!))
})

test('a chain that refuses the transaction of the deterministic deployer is named, with what to do', async () => {
  await removeCode({ reader }, deterministicDeployer)
  await command({ reader }, 'anvil_setNonce', [keylessSender, '0x1'])
  await expect(deployFactory(reader, deployer!)).rejects.toThrow(
    /^Local has no deterministic deployer at 0x4e59b44847b379578588920cA78FbF26c0B4956C, and did not take the transaction that puts it there \(.*nonce.*\). Ask those who run the chain/,
  )
})

test('other code at the deployer’s address is not trusted with a deployment', async () => {
  await command({ reader }, 'anvil_setCode', [deterministicDeployer, '0x00'])
  await expect(deployFactory(reader, deployer!)).rejects.toThrow(
    /Local has other code at 0x4e59b44847b379578588920cA78FbF26c0B4956C/,
  )
})

test('npm run deploy:contracts deploys once, and says the second time that the contracts are there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-contracts-'))
  try {
    const file = join(folder, 'chains.json')
    writeFileSync(file, JSON.stringify([chainsFileEntry(node.url)]))
    // Nobody sits there, who could be asked.
    await expect(runScript(file)).rejects.toThrow(
      /sends transactions on Base \(chain 31337\), with the \w+ of 0x\w{40}, that put there: factory, depositFactory\. Add --yes if that is meant\. Nothing was done\./,
    )
    expect(await runScript(file, '--yes')).toContain(
      `factory ${subscriptionFactoryAddress} on Base: deployed now`,
    )
    const second = await runScript(file)
    expect(second).toContain(`factory ${subscriptionFactoryAddress} on Base: was there already`)
    expect(second).toContain(`depositFactory ${depositFactoryAddress} on Base: was there already`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

const chainsFileEntry = (rpcUrl: string) => ({
  name: 'Base',
  network: 'TestNet',
  chainId: 31_337,
  rpcUrls: [rpcUrl],
  assets: [
    {
      code: 'bUSDC',
      symbol: 'USDC',
      name: 'USD Coin',
      decimals: 6,
      address: getAddress(`0x${'ee'.repeat(20)}`),
    },
  ],
})

test('the fault that stops a deployment is given in one sentence', async () => {
  const file = join(newDirectory('chains'), 'chains.json')
  const token = { symbol: 'USDC', name: 'USDC', decimals: 6, address: `0x${'11'.repeat(20)}` }
  const gone = { name: 'Base', network: 'TestNet', chainId: 77, rpcUrls: ['http://127.0.0.1:1'] }
  const errorTextOf = (assets: object[]) => {
    writeFileSync(file, JSON.stringify([{ ...gone, assets }]))
    return runScript(file).then(
      () => '',
      (error: { stderr: string }) => error.stderr.trim(),
    )
  }
  expect(await errorTextOf([{ code: 'x', ...token }])).toMatch(/is not valid: .*must be 2 to 20/)
  const unreachable = await errorTextOf([{ code: 'bUSDC', ...token }])
  expect(unreachable).toMatch(/127\.0\.0\.1/)
  expect(unreachable.split('\n')).toHaveLength(1)
})

async function runScript(chainsFile: string, ...words: string[]): Promise<string> {
  const script = resolve(import.meta.dirname, '../../scripts/deploy-contracts.ts')
  const env = { ...process.env, CHAINS_FILE: chainsFile, DEPLOYER_KEY: deployerKeys[0] }
  const { stdout } = await promisify(execFile)(process.execPath, [script, 'Base', ...words], {
    env,
  })
  return stdout
}
