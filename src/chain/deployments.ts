/**
 * Finds the contracts of every chain before anything else starts. On an embedded chain, what is
 * missing is deployed, also again after the chain's state was lost. On a real chain the chains
 * file names the factory, and its code is looked at; nothing is deployed there unasked.
 */
import { type Account, type Address, type Client, getAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getBlockNumber, readContract } from 'viem/actions'
import type { DeployedAsset, DeployedChain } from '../shared/chain-directory.ts'
import type { AssetSettings, ChainSettings } from '../shared/chains.ts'
import type { Database } from '../store/database.ts'
import { subscriptionFactoryAbi } from './abi/subscription-factory.ts'
import { connect, verifyChainId } from './clients.ts'
import { hasCode } from './contract-state.ts'
import { deployDemoToken, deployFactory } from './deploy-contracts.ts'
import { type Deployment, findDeployment, forgetChain, saveDeployment } from './deployment-store.ts'

export type ResolveOptions = {
  /** Pays for deployments on embedded chains; by default the first development account. */
  deployer?: Account
}

/** Nobody's secret: every local chain of this kind gives this key its first account. */
const developmentKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/**
 * Resolves every chain to its contracts.
 *
 * @throws when a node serves another chain id, or when a real chain has no factory
 */
export async function resolveChains(
  settings: readonly ChainSettings[],
  database: Database,
  { deployer = privateKeyToAccount(developmentKey) }: ResolveOptions = {},
): Promise<DeployedChain[]> {
  const chains: DeployedChain[] = []
  for (const chain of settings) chains.push(await resolveChain(chain, database, deployer))
  return chains
}

async function resolveChain(
  chain: ChainSettings,
  database: Database,
  deployer: Account,
): Promise<DeployedChain> {
  const { reader, nodes } = connect(chain)
  await verifyChainId(chain, nodes)
  const stored = await findDeployment(database, chain.name)
  const deployment = chain.embedded
    ? await resolveEmbedded(chain, database, reader, deployer, stored)
    : await resolveReal(chain, reader, stored)
  await saveDeployment(database, deployment)
  return {
    ...chain,
    factory: deployment.factory,
    implementation: deployment.implementation,
    assets: chain.assets.map((asset) => deployedAsset(asset, deployment)),
  }
}

async function resolveEmbedded(
  chain: ChainSettings,
  database: Database,
  client: Client,
  deployer: Account,
  stored: Deployment | null,
): Promise<Deployment> {
  const isThere = stored !== null && (await hasCode(client, stored.factory))
  if (stored && !isThere) await forgetChain(database, chain.name)
  const base = isThere ? stored : await embeddedFactory(chain, client, deployer)
  const tokens = { ...base.tokens }
  for (const asset of chain.assets) {
    const known = asset.address ?? tokens[asset.code]
    tokens[asset.code] =
      known && (asset.address || (await hasCode(client, known)))
        ? known
        : (await deployDemoToken(client, deployer, asset)).address
  }
  return { ...base, tokens }
}

async function embeddedFactory(
  chain: ChainSettings,
  client: Client,
  deployer: Account,
): Promise<Deployment> {
  if (chain.factory) return describe(chain, client, chain.factory, await getBlockNumber(client))
  const { address, blockNumber } = await deployFactory(client, deployer)
  return describe(chain, client, address, blockNumber)
}

async function resolveReal(
  chain: ChainSettings,
  client: Client,
  stored: Deployment | null,
): Promise<Deployment> {
  const factory = chain.factory ?? stored?.factory
  if (!factory || !(await hasCode(client, factory)))
    throw new Error(
      `${chain.name} has no factory${factory ? ` at ${factory}` : ''}: run \`npm run deploy:contracts -- ${chain.name}\` and put the printed address into the chains file`,
    )
  const isKnown = stored?.factory === factory
  const fromBlock = isKnown ? BigInt(stored.fromBlock) : await getBlockNumber(client)
  const tokens = Object.fromEntries(chain.assets.map(({ code, address }) => [code, address!]))
  return { ...(await describe(chain, client, factory, fromBlock)), tokens }
}

async function describe(
  { name, chainId }: ChainSettings,
  client: Client,
  factory: Address,
  fromBlock: bigint,
): Promise<Deployment> {
  const implementation = await readContract(client, {
    address: factory,
    abi: subscriptionFactoryAbi,
    functionName: 'implementation',
  })
  return {
    blockchain: name,
    chainId,
    factory,
    implementation,
    fromBlock: Number(fromBlock),
    tokens: {},
  }
}

const deployedAsset = (asset: AssetSettings, { tokens }: Deployment): DeployedAsset => ({
  ...asset,
  address: getAddress(tokens[asset.code]!),
})
