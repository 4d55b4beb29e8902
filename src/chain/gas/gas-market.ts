/**
 * Reads from the nodes what gas costs: the base fee of the newest block, and the tip that half of the gas in recent
 * blocks paid. The lower middle of several nodes is offered, so that one alone of two makes nothing dearer; the upper
 * middle is how far an unmined offer may rise, so that one alone stops nothing by naming too little (decision 35).
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
import { elapsedMs } from '../../shared/time.ts'

/** Asks for the tip at the middle of each block's gas. */
const percentile = 50
const historyBlocks = 20
/** While all other nodes are silent, one is believed up to this part of what the chain's limits allow. */
const loneDivisor = 10n

type Priced = Pick<Connection, 'nodes'> & Pick<ChainSettings, 'rpcUrls'> & { gas: GasOfChain }
type Quote = GasPrices & { isLegacy: boolean }

const quotes = new GasQuotes<Quote>()
/** Keeps the last market and its moment by `elapsedMs()`. */
const found = new WeakMap<Client, { market: GasMarket; at: number }>()

/** Asks all nodes what gas costs; throws `RpcUnavailable` when none answers. */
export async function readGasMarket(chain: Priced): Promise<GasMarket> {
  const market = await askForMarket(chain)
  found.set(chain.nodes[0]!, { market, at: elapsedMs() })
  return market
}

async function askForMarket(chain: Priced): Promise<GasMarket> {
  const { nodes, gas, rpcUrls } = chain
  const quoted = await quotes.ask(nodes, async (node) =>
    refuseNegative(await readMarketOf(node, gas)),
  )
  const isLegacy = quoted.some(({ quote }) => quote.isLegacy)
  // Several nodes of one host count as one.
  const byHost = [...Map.groupBy(quoted, ({ node }) => hostOfNode(chain, node)).values()]
  const prices = byHost.map((ofHost) => {
    const own = ofHost.map(({ quote }) => (isLegacy ? toLegacy(quote) : quote))
    return pick(own, lowerMiddle)
  })
  const dearest = pick(prices, upperMiddle)
  const isLone = prices.length === 1 && new Set(rpcUrls.map(hostOf)).size > 1
  const asked = isLone ? lowerTip(dearest, isLegacy, gas) : pick(prices, lowerMiddle)
  return { ...asked, isLegacy, dearest }
}

const pick = (prices: GasPrices[], middle: (values: bigint[]) => bigint): GasPrices => ({
  baseFee: middle(prices.map(({ baseFee }) => baseFee)),
  tip: middle(prices.map(({ tip }) => tip)),
})

/** Every chain takes legacy transactions, so those are sent where nodes differ about having a base fee. */
const toLegacy = ({ baseFee, tip }: GasPrices): GasPrices => ({ baseFee: 0n, tip: baseFee + tip })

/** Lowers what would be paid in full, a tip or a legacy price; of a base fee only the block's is paid, whatever is offered. */
function lowerTip({ baseFee, tip }: GasPrices, isLegacy: boolean, gas: GasOfChain): GasPrices {
  const most = parseGwei(isLegacy ? gas.maxFeePerGasGwei : gas.maxTipGwei) / loneDivisor
  return { baseFee, tip: tip < most ? tip : most }
}

type Offered = { fees: Fees; market: GasMarket; limits: FeeLimits }

/**
 * Reads what a transaction would offer now, with the market and the limits behind it. Nodes are not asked where they
 * were in the last `oldMs` milliseconds.
 */
export async function readOffer(chain: Priced, { oldMs = 0 } = {}): Promise<Offered> {
  const last = found.get(chain.nodes[0]!)
  const isFresh = last && elapsedMs() - last.at < oldMs
  const market = isFresh ? last.market : await readGasMarket(chain)
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
  // Without a history, or where blocks were empty, the node's own advice counts.
  const tip = paid.length ? lowerMiddle(paid) : await estimateMaxPriorityFeePerGas(node)
  return { baseFee: baseFeePerGas ?? 0n, tip, isLegacy }
}

/** Throws where a price is negative, so that the node is left out. */
function refuseNegative(quote: Quote): Quote {
  const { baseFee, tip } = quote
  if (baseFee >= 0n && tip >= 0n) return quote
  throw new RpcUnavailable(`a node says a base fee of ${baseFee} and a tip of ${tip} wei`)
}

type FeeHistory = { gasUsedRatio?: number[]; reward?: `0x${string}`[][] | null }

/** Reads the tips of recent blocks that were not empty: for an empty one nodes give 0. */
async function readPaidTips(node: Client): Promise<bigint[]> {
  try {
    const history = (await node.request({
      method: 'eth_feeHistory',
      params: [numberToHex(historyBlocks), 'latest', [percentile]],
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
