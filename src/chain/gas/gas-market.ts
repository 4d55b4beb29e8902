/**
 * What gas costs, as the nodes tell it: the base fee of the newest block, and the tip that half of
 * the gas in recent blocks paid. Of several nodes the lower middle is offered, so that one alone of
 * two makes nothing dearer; the upper middle is how far an offer may rise that nobody mines, so that
 * one alone stops nothing by naming too little (decision 35).
 */
import { type Client, numberToHex, parseGwei } from 'viem'
import { estimateMaxPriorityFeePerGas, getBlock, getGasPrice } from 'viem/actions'
import type { ChainSettings } from '../../shared/chains.ts'
import { hostOf } from '../../shared/chains/agreement.ts'
import type { GasOfChain } from '../../shared/chains/gas.ts'
import { hostOfNode } from '../agreement/node-hosts.ts'
import { RpcUnavailable } from '../chain-errors.ts'
import type { Connection } from '../clients.ts'
import { isNodeFailure } from '../rpc/complaints.ts'
import { UnreadableAnswer } from '../rpc/post.ts'
import {
  type Fees,
  type FeeLimits,
  feeLimitsOf,
  type GasMarket,
  type GasPrices,
  computeOffer,
} from './fees.ts'
import { GasQuotes } from './gas-quotes.ts'

/** Of each block the tip in its middle, by gas. */
const percentile = 50
const blocksLookedAt = 20
/** While all others are silent, a node is believed up to this part of what the chain's limits allow. */
const loneDivisor = 10n

type Priced = Pick<Connection, 'nodes'> & Pick<ChainSettings, 'rpcUrls'> & { gas: GasOfChain }
type Quote = GasPrices & { isLegacy: boolean }

const quotes = new GasQuotes<Quote>()

/** Asks all nodes; throws `RpcUnavailable` when none answers. */
export async function readGasMarket(chain: Priced): Promise<GasMarket> {
  const { nodes, gas, rpcUrls } = chain
  const told = await quotes.ask(nodes, async (node) =>
    refuseNegative(await readMarketOf(node, gas)),
  )
  const isLegacy = told.some(({ quote }) => quote.isLegacy)
  // Several nodes of one provider have one voice.
  const voices = [...Map.groupBy(told, ({ node }) => hostOfNode(chain, node)).values()]
  const prices = voices.map((of) => {
    const own = of.map(({ quote }) => (isLegacy ? toLegacy(quote) : quote))
    return pick(own, lowerMiddle)
  })
  const dearest = pick(prices, upperMiddle)
  const isLone = prices.length === 1 && new Set(rpcUrls.map(hostOf)).size > 1
  const asked = isLone ? lowered(dearest, isLegacy, gas) : pick(prices, lowerMiddle)
  return { ...asked, isLegacy, dearest }
}

const pick = (prices: GasPrices[], middle: (values: bigint[]) => bigint): GasPrices => ({
  baseFee: middle(prices.map(({ baseFee }) => baseFee)),
  tip: middle(prices.map(({ tip }) => tip)),
})

/** Every chain takes transactions without a base fee; where nodes differ, that is what is sent. */
const toLegacy = ({ baseFee, tip }: GasPrices): GasPrices => ({ baseFee: 0n, tip: baseFee + tip })

/** A base fee costs what the block says, whatever was offered; a tip and a legacy price are paid in full. */
function lowered({ baseFee, tip }: GasPrices, isLegacy: boolean, gas: GasOfChain): GasPrices {
  const most = parseGwei(isLegacy ? gas.maxFeePerGasGwei : gas.maxTipGwei) / loneDivisor
  return { baseFee, tip: tip < most ? tip : most }
}

/** What a transaction would offer now, and the market and limits behind it. */
export async function readOffer(
  chain: Priced,
): Promise<{ fees: Fees; market: GasMarket; limits: FeeLimits }> {
  const market = await readGasMarket(chain)
  const limits = feeLimitsOf(chain.gas)
  return { fees: computeOffer(market, limits), market, limits }
}

async function readMarketOf(node: Client, { pricing }: GasOfChain): Promise<Quote> {
  const [{ baseFeePerGas }, paid] = await Promise.all([
    getBlock(node, { blockTag: 'latest' }),
    pricing === 'legacy' ? [] : readPaidTips(node),
  ])
  const hasBaseFee = typeof baseFeePerGas === 'bigint'
  const isLegacy = pricing === 'legacy' || (pricing === 'auto' && !hasBaseFee)
  if (isLegacy) return { baseFee: 0n, tip: await getGasPrice(node), isLegacy }
  // What the node advises, where it keeps no history or blocks were empty.
  const tip = paid.length ? lowerMiddle(paid) : await estimateMaxPriorityFeePerGas(node)
  return { baseFee: baseFeePerGas ?? 0n, tip, isLegacy }
}

/** A node that says such a thing is left out. */
function refuseNegative(quote: Quote): Quote {
  const { baseFee, tip } = quote
  if (baseFee >= 0n && tip >= 0n) return quote
  throw new RpcUnavailable(`a node says a base fee of ${baseFee} and a tip of ${tip} wei`)
}

type FeeHistory = { gasUsedRatio?: number[]; reward?: `0x${string}`[][] | null }

/** The tips of recent blocks that were not empty: of an empty one nodes say 0. */
async function readPaidTips(node: Client): Promise<bigint[]> {
  try {
    const history = (await node.request({
      method: 'eth_feeHistory',
      params: [numberToHex(blocksLookedAt), 'latest', [percentile]],
    })) as FeeHistory
    const { gasUsedRatio = [], reward } = history
    return (reward ?? []).flatMap(([tip], index) =>
      tip !== undefined && (gasUsedRatio[index] ?? 0) > 0 ? [BigInt(tip)] : [],
    )
  } catch (error) {
    if (!isNodeFailure(error) || error instanceof UnreadableAnswer) throw error
    return []
  }
}

const inOrder = (values: bigint[]): bigint[] =>
  values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))

/** The middle value, the lower of two. */
const lowerMiddle = (values: bigint[]): bigint =>
  inOrder(values)[Math.floor((values.length - 1) / 2)]!
/** The middle value, the higher of two. */
const upperMiddle = (values: bigint[]): bigint => inOrder(values)[Math.floor(values.length / 2)]!
