/** Lists what can be charged, and where: all that a page needs to ask a payer's wallet for an allowance. */
import { z } from 'zod'
import type { DeployedAsset, DeployedChain } from '../../shared/chain-directory.ts'
import { listActiveAssets } from '../../store/merchants/assets.ts'
import { ChainAddress } from '../../core/resources/fields.ts'
import { merchantRoute } from '../routing/route.ts'

const blockchain = z.string().meta({ examples: ['LocalTestNet'] })
const chainId = z
  .int()
  .positive()
  .meta({ description: 'The chain id of EIP-155', examples: [31_337] })
const subscriptionFactory = ChainAddress.meta({
  description:
    'Makes the contracts of subscriptions, and charges them. It is never allowed anything: a payer ' +
    'approves the `contractAddress` of the subscription',
})

const AssetResource = z
  .strictObject({
    code: z.string().meta({ description: 'The `currency` of amounts', examples: ['ltUSDC'] }),
    symbol: z.string().meta({ examples: ['USDC'] }),
    name: z.string().meta({ examples: ['USD Coin'] }),
    address: ChainAddress.meta({ description: 'The token contract' }),
    decimals: z
      .int()
      .nonnegative()
      .meta({ description: 'The decimals of the token', examples: [6] }),
    blockchain,
    chainId,
    subscriptionFactory,
    permit: z.boolean().nullable().meta({
      description:
        'Whether the token takes EIP-2612 permits, as the operator says; `null` where nothing is said',
    }),
    resetAllowance: z.boolean().meta({
      description: 'Whether an allowance must be set to 0 before it is set to another amount',
    }),
    minPayment: z.string().meta({
      description: 'The least that a payment can ask for, a plain decimal',
      examples: ['0.01'],
    }),
    active: z.boolean().meta({ description: 'Whether you take it: switched on in the dashboard' }),
  })
  .meta({ id: 'Asset', description: 'One token on one chain.' })

const ChainResource = z
  .strictObject({
    blockchain,
    chainId,
    nativeSymbol: z
      .string()
      .meta({ description: 'The symbol of the coin for gas', examples: ['ETH'] }),
    confirmations: z.number().nullable().meta({
      description: 'Blocks until a payment or charge counts; `null`: once the chain calls it final',
    }),
    subscriptionFactory,
    depositFactory: ChainAddress.meta({ description: 'Makes the addresses of payments' }),
    publicRpcUrl: z
      .string()
      .nullable()
      .meta({
        description: 'A node that wallets and pages may ask',
        examples: ['https://rpc.example.com'],
      }),
    explorerUrl: z
      .string()
      .nullable()
      .meta({ examples: ['https://explorer.example.com'] }),
  })
  .meta({ id: 'Blockchain', description: 'A chain that this service watches and charges on.' })

export const listAssetsRoute = merchantRoute({
  method: 'GET',
  path: '/integration/assets',
  operationId: 'listAssets',
  tag: 'Assets',
  summary: 'List assets',
  description:
    'Every token of this network, whether you take it or not. With `address`, `decimals` and ' +
    '`chainId` a page asks the payer’s wallet to approve the `contractAddress` of a subscription.',
  answer: {
    description: 'The assets, by chain.',
    schema: z.strictObject({ assets: z.array(AssetResource) }),
  },
  async handle({ caller: { owner }, dependencies }) {
    const active = new Set(await listActiveAssets(dependencies, owner))
    const assets = dependencies.directory
      .ofNetwork(owner.network)
      .flatMap((chain) => chain.assets.map((asset) => toAsset(asset, chain, active)))
    return { body: { assets } }
  },
})

export const listChainsRoute = merchantRoute({
  method: 'GET',
  path: '/integration/chains',
  operationId: 'listChains',
  tag: 'Assets',
  summary: 'List chains',
  description: 'The chains of this network that are served now.',
  answer: {
    description: 'The chains.',
    schema: z.strictObject({ chains: z.array(ChainResource) }),
  },
  async handle({ caller: { owner }, dependencies }) {
    return { body: { chains: dependencies.directory.ofNetwork(owner.network).map(toChain) } }
  },
})

const toAsset = (
  { code, symbol, name, address, decimals, permit, resetAllowance, minPayment }: DeployedAsset,
  { name: blockchain, chainId, factory }: DeployedChain,
  active: ReadonlySet<string>,
) => ({
  code,
  symbol,
  name,
  address,
  decimals,
  blockchain,
  chainId,
  subscriptionFactory: factory,
  permit,
  resetAllowance,
  minPayment,
  active: active.has(code),
})

const toChain = (chain: DeployedChain) => ({
  blockchain: chain.name,
  chainId: chain.chainId,
  nativeSymbol: chain.nativeSymbol,
  confirmations: Number.isFinite(chain.confirmations) ? chain.confirmations : null,
  subscriptionFactory: chain.factory,
  depositFactory: chain.depositFactory,
  publicRpcUrl: chain.publicRpcUrl,
  explorerUrl: chain.explorerUrl,
})
