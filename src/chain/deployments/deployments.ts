/**
 * Finds the contracts of every chain before anything else starts. Both factories have one address
 * on every chain, unless the chains file names others. On an embedded chain, what is missing is
 * deployed, also again after the chain's state was lost; on a real chain nothing is deployed.
 */
import { type Account, type Address, type Client, getAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getBlockNumber, readContract } from 'viem/actions'
import type { DeployedAsset, DeployedChain } from '../../shared/chain-directory.ts'
import type { AssetSettings, ChainSettings } from '../../shared/chains.ts'
import { nodesToAgreeOf } from '../../shared/chains/agreement.ts'
import type { Database } from '../../store/database.ts'
import { depositFactoryAddress } from '../abi/deposit-factory.ts'
import { subscriptionFactoryAbi, subscriptionFactoryAddress } from '../abi/subscription-factory.ts'
import { readFromChain, RpcUnavailable } from '../chain-errors.ts'
import { connectChain, type Connection, verifyChainId } from '../clients.ts'
import { hasCode } from '../contract-state.ts'
import { verifyFactories } from './factory-recognition.ts'
import { verifyFinality } from '../finality.ts'
import { deployDemoToken, deployDepositFactory, deployFactory } from './deploy-contracts.ts'
import {
  type Deployment,
  findDeployment,
  forgetChain,
  isSameDeployment,
  saveDeployment,
} from './deployment-store.ts'
import { requireLocalNode } from './local-node.ts'
import { requirePinned, requireSameChain } from './pinned-contracts.ts'
import { verifyTokens } from './token-recognition.ts'

export type ResolveOptions = {
  /** Pays for deployments on embedded chains; by default the first development account. */
  deployer?: Account
}

/** The contracts that a chain's settings name; the implementations follow from the factories. */
type Contracts = Pick<Deployment, 'factory' | 'depositFactory' | 'fromBlock' | 'tokens'>
type Factories = Pick<Deployment, 'factory' | 'depositFactory'>

/** Public: the key of the first account of every anvil. */
const developmentKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/**
 * Resolves every chain to its contracts.
 *
 * @throws when a node serves another chain id; when a real chain lacks a factory, or has another one
 * than the one in use; when a factory runs other code or derives other addresses than ours; when a
 * token has other decimals or another symbol than the chains file says
 */
export async function resolveChains(
  settings: readonly ChainSettings[],
  database: Database,
  options: ResolveOptions = {},
): Promise<DeployedChain[]> {
  const chains: DeployedChain[] = []
  for (const chain of settings) chains.push(await resolveChain(chain, database, options))
  return chains
}

/** Resolves one chain; throws as `resolveChains` does, or a `RetryableError` where nodes do not answer. */
export async function resolveChain(
  chain: ChainSettings,
  database: Database,
  { deployer = privateKeyToAccount(developmentKey) }: ResolveOptions = {},
): Promise<DeployedChain> {
  const connection = connectChain(chain)
  const { reader, nodes } = connection
  await verifyChainId(chain, connection)
  await verifyFinality(chain, nodes)
  const stored = await findOwnDeployment(chain, database)
  const factories = factoriesOf(chain)
  const contracts = chain.embedded
    ? await resolveEmbedded(chain, factories, database, connection, deployer, stored)
    : await resolveReal(chain, factories, reader, stored)
  if (!chain.embedded) await requirePinned(database, chain.name, stored, contracts)
  const deployment = await describe(chain, reader, contracts)
  // Once recognised, a deployment is not stopped by an outage of one of two nodes at a later start.
  const hostsMin = isSameDeployment(stored, deployment) ? 1 : nodesToAgreeOf(chain)
  await verifyFactories(chain, nodes, deployment, hostsMin)
  await verifyTokens(chain, nodes, deployment, hostsMin)
  await saveDeployment(database, deployment)
  return toDeployedChain(chain, deployment)
}

/**
 * Checks the contracts of a real chain as a start does, and stores nothing; without a database, not against what an
 * earlier start stored.
 *
 * @throws as `resolveChain` does
 */
export async function checkContracts(
  chain: ChainSettings,
  database: Database | null,
): Promise<void> {
  const { reader, nodes } = connectChain(chain)
  await verifyFinality(chain, nodes)
  const contracts = await resolveReal(chain, factoriesOf(chain), reader, null)
  const stored = database ? await findDeployment(database, chain.name) : null
  if (database) await requireSameChain(database, chain, stored)
  if (database) await requirePinned(database, chain.name, stored, contracts)
  const deployment = await describe(chain, reader, contracts)
  await verifyFactories(chain, nodes, deployment, nodesToAgreeOf(chain))
  await verifyTokens(chain, nodes, deployment, nodesToAgreeOf(chain))
}

/**
 * Finds what an earlier start stored of this chain; null where there is nothing. What was stored of
 * another chain under this name, on which nothing was made, is deleted. An embedded chain may begin
 * anew at any time.
 */
async function findOwnDeployment(
  chain: ChainSettings,
  database: Database,
): Promise<Deployment | null> {
  const found = await findDeployment(database, chain.name)
  if (chain.embedded) return found
  await requireSameChain(database, chain, found)
  if (!found || found.chainId === chain.chainId) return found
  await forgetChain(database, chain.name)
  return null
}

/** Completes a chain's settings by the addresses of its deployment. */
export function toDeployedChain(chain: ChainSettings, deployment: Deployment): DeployedChain {
  const { factory, implementation, depositFactory, depositImplementation } = deployment
  return {
    ...chain,
    factory,
    implementation,
    depositFactory,
    depositImplementation,
    assets: chain.assets.map((asset) => deployedAsset(asset, deployment)),
  }
}

const factoriesOf = ({ factory, depositFactory }: ChainSettings): Factories => ({
  factory: factory ?? subscriptionFactoryAddress,
  depositFactory: depositFactory ?? depositFactoryAddress,
})

async function resolveEmbedded(
  chain: ChainSettings,
  { factory, depositFactory }: Factories,
  database: Database,
  { reader: client, nodes }: Connection,
  deployer: Account,
  stored: Deployment | null,
): Promise<Contracts> {
  await requireLocalNode(chain, nodes)
  const isThere = stored?.factory === factory && (await hasCode(client, factory))
  if (stored && !isThere) await forgetChain(database, chain.name)
  const known = isThere ? stored : null
  const fromBlock = known?.fromBlock ?? Number(await getBlockNumber(client))
  const waiting = { isLocal: true }
  if (!chain.factory) await deployFactory(client, deployer, waiting)
  if (!chain.depositFactory) await deployDepositFactory(client, deployer, waiting)
  const tokens = { ...known?.tokens }
  for (const asset of chain.assets) {
    tokens[asset.code] =
      asset.address ??
      (await ifDeployed(client, tokens[asset.code])) ??
      (await deployDemoToken(client, deployer, asset, waiting)).address
  }
  return { factory, depositFactory, fromBlock, tokens }
}

const ifDeployed = async (client: Client, address: Address | undefined) =>
  address && (await hasCode(client, address)) ? address : undefined

async function resolveReal(
  chain: ChainSettings,
  { factory, depositFactory }: Factories,
  client: Client,
  stored: Deployment | null,
): Promise<Contracts> {
  await requireCode(chain, client, 'factory', factory)
  await requireCode(chain, client, 'depositFactory', depositFactory)
  const fromBlock =
    stored?.factory === factory ? stored.fromBlock : Number(await getBlockNumber(client))
  const tokens = Object.fromEntries(chain.assets.map(({ code, address }) => [code, address!]))
  return { factory, depositFactory, fromBlock, tokens }
}

async function requireCode(
  { name }: ChainSettings,
  client: Client,
  field: keyof Factories,
  address: Address,
): Promise<void> {
  if (await hasCode(client, address)) return
  throw new Error(
    `${name} has no ${field} at ${address}: run \`npm run deploy:contracts -- ${name}\`, and name another one in the chains file only where you have deployed it yourself`,
  )
}

async function describe(
  { name, chainId }: ChainSettings,
  client: Client,
  contracts: Contracts,
): Promise<Deployment> {
  return {
    ...contracts,
    blockchain: name,
    chainId,
    implementation: await implementationOf(name, client, contracts.factory),
    depositImplementation: await implementationOf(name, client, contracts.depositFactory),
  }
}

/** Reads the implementation that a factory, of either kind, makes clones of. */
async function implementationOf(name: string, client: Client, address: Address): Promise<Address> {
  const abi = subscriptionFactoryAbi
  try {
    return await readFromChain(() =>
      readContract(client, { address, abi, functionName: 'implementation' }),
    )
  } catch (cause) {
    if (cause instanceof RpcUnavailable) throw cause
    throw new Error(`${address} on ${name} is not a factory of this version`, { cause })
  }
}

const deployedAsset = (asset: AssetSettings, { tokens }: Deployment): DeployedAsset => ({
  ...asset,
  address: getAddress(tokens[asset.code]!),
})
