import { type Address, getAddress, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { readContract, sendTransaction } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  depositFactoryAddress,
  depositFactoryBytecode,
  depositImplementationAddress,
} from '../../src/chain/abi/deposit-factory.ts'
import { erc20Abi } from '../../src/chain/abi/erc20.ts'
import {
  subscriptionFactoryAddress,
  subscriptionFactoryBytecode,
  subscriptionImplementationAddress,
} from '../../src/chain/abi/subscription-factory.ts'
import { connectChain } from '../../src/chain/clients.ts'
import { hasCode } from '../../src/chain/contract-state.ts'
import { resolveChains } from '../../src/chain/deployments/deployments.ts'
import { loadCursor } from '../../src/chain/rows/cursor.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import type { DeployedChain } from '../../src/shared/chain-directory.ts'
import { ChainsFile } from '../../src/shared/chains.ts'
import type { LaunchedServer } from '../support/launched.ts'
import { startTestChain } from '../support/chain.ts'
import { removeCode } from './dev-node.ts'
import { untilMined } from './until.ts'
import { paymentInput } from './payments.ts'
import { createWorld, type World } from './world.ts'

let world: World
let other: LaunchedServer

beforeAll(async () => {
  ;[world, other] = await Promise.all([createWorld(), startTestChain({ chainId: 5 })])
})
afterAll(async () => {
  await world?.close({ hasRowsByHand: true })
  await other?.stop()
})

/** Nobody's secret: the node's second development account. */
const deployerKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const nowhere = getAddress(`0x${'ee'.repeat(20)}`)

const contractsOf = ({
  factory,
  implementation,
  depositFactory,
  depositImplementation,
  assets,
}: DeployedChain) => ({ factory, implementation, depositFactory, depositImplementation, assets })

/** The world's node, described as a chain that is not ours to deploy to. */
const realChain = (factories: { factory?: Address; depositFactory?: Address }) =>
  ChainsFile.parse([
    {
      name: 'Real',
      network: 'MainNet',
      chainId: 31337,
      rpcUrls: [world.node.url],
      nodesToAgree: 1,
      confirmations: 1,
      ...factories,
      assets: [{ ...world.chain.assets[0], code: 'realUSDC' }],
    },
  ])

test('demo tokens are deployed as the chains file describes them', async () => {
  const { reader, assets } = world.chain
  for (const { address, name, decimals } of assets) {
    const token = { address, abi: erc20Abi } as const
    expect(await readContract(reader, { ...token, functionName: 'name' })).toBe(name)
    expect(Number(await readContract(reader, { ...token, functionName: 'decimals' }))).toBe(
      decimals,
    )
  }
})

test('a chain that has its contracts is left as it is', async () => {
  const [again] = await resolveChains(world.settings, world.database)
  expect(again).toMatchObject(contractsOf(world.chain))
})

test('a node that serves another chain refuses to run', async () => {
  const settings = [{ ...world.settings[0]!, rpcUrls: [world.node.url, other.url] }]
  await expect(resolveChains(settings, world.database)).rejects.toThrow(
    /serves chain 5, but the chains file says that LocalTestNet is 31337/,
  )
})

test('the factories and the contracts that they clone are at the same addresses as on every chain', async () => {
  expect(world.chain).toMatchObject({
    factory: subscriptionFactoryAddress,
    implementation: subscriptionImplementationAddress,
    depositFactory: depositFactoryAddress,
    depositImplementation: depositImplementationAddress,
  })
})

test('a real chain whose entry names no factories has them at the addresses of every chain', async () => {
  const [real] = await resolveChains(realChain({}), world.database)
  expect(real).toMatchObject({
    factory: subscriptionFactoryAddress,
    depositFactory: depositFactoryAddress,
  })
})

test('a real chain without a factory says how to deploy one', async () => {
  for (const field of ['factory', 'depositFactory'] as const)
    await expect(resolveChains(realChain({ [field]: nowhere }), world.database)).rejects.toThrow(
      `has no ${field} at ${nowhere}: run \`npm run deploy:contracts -- Real\``,
    )
})

test('a factory that derives no deposits of ours is refused', async () => {
  const { factory } = world.chain
  await expect(
    resolveChains(realChain({ factory, depositFactory: factory }), world.database),
  ).rejects.toThrow(/is not a deposit factory of this version/)
})

test('a real chain with its factories is taken as the chains file names it', async () => {
  const { factory, depositFactory, assets } = world.chain
  const [real] = await resolveChains(realChain({ factory, depositFactory }), world.database)
  expect(real).toMatchObject({
    ...contractsOf(world.chain),
    assets: [{ address: assets[0]!.address }],
  })
})

test.each(['factory', 'depositFactory'] as const)(
  'a %s in use is not exchanged, and an unused one is',
  async (field) => {
    const { factory, depositFactory } = world.chain
    const named = { factory, depositFactory }
    const isOfPayments = field === 'depositFactory'
    const other = await deployAnywhere(
      isOfPayments ? depositFactoryBytecode : subscriptionFactoryBytecode,
    )
    const exchange = () => resolveChains(realChain({ ...named, [field]: other }), world.database)
    await expect(exchange()).resolves.toMatchObject([{ [field]: other }])
    await resolveChains(realChain(named), world.database)
    await store(isOfPayments ? 'payment' : 'subscription')
    await expect(exchange()).rejects.toThrow(
      `Real has ${field} ${other} in the chains file, but what was made so far hangs on ${named[field]}`,
    )
  },
)

test('an embedded chain without a deposit factory gets one, and its other contracts stay', async () => {
  const { depositFactory, depositImplementation, reader } = world.chain
  for (const address of [depositFactory, depositImplementation])
    await removeCode(world.direct, address)
  expect(await hasCode(reader, depositFactory)).toBe(false)
  const [again] = await resolveChains(world.settings, world.database)
  expect(again).toMatchObject(contractsOf(world.chain))
  expect(await hasCode(reader, depositFactory)).toBe(true)
})

test('an embedded chain whose state was lost begins anew', async () => {
  await pollOnce(world, world.chain.nodes[0]!)
  expect(await loadCursor(world.database.pool, world.chain.name)).not.toBeNull()
  const settings = [{ ...world.settings[0]!, chainId: 5, rpcUrls: [other.url] }]
  const [anew] = await resolveChains(settings, world.database)
  const { reader } = connectChain(anew!)
  expect(
    await reader.request({ method: 'eth_getCode', params: [anew!.factory, 'latest'] }),
  ).not.toBe('0x')
  expect(await loadCursor(world.database.pool, world.chain.name)).toBeNull()
})

/** Deploys code as any other deployer would: at an address of its own. */
async function deployAnywhere(data: Hex): Promise<Address> {
  const { reader } = world.direct
  const account = privateKeyToAccount(deployerKey)
  const hash = await sendTransaction(reader, { account, chain: reader.chain!, data })
  return getAddress((await untilMined({ reader }, hash)).contractAddress!)
}

/** Stores a payment or subscription that uses a factory of the real chain. */
function store(table: 'payment' | 'subscription') {
  const context = paymentInput(world, { blockchain: 'Real' })
  return world.database.pool.query(
    `insert into ${table} (id, merchant_id, network, status, phase, revision, machine_version,
      snapshot, created_at, updated_at)
      values ($1, $2, $3, 'Created', '', 1, 1, $4, now(), now())`,
    [context.id, context.merchantId, 'MainNet', { context }],
  )
}
