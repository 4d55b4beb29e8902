/**
 * Reads from the nodes what gas costs: the base fee of the newest block, and the tip that half of the gas in recent
 * blocks paid; where that is nothing, the tip that a node advises. The lower middle of several nodes is offered, so that one alone of two makes nothing dearer; the upper
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
/** `advised`: the tip, or what the node advises where that is more. */
type Quote = GasPrices & { isLegacy: boolean; advised: bigint }
type Asking = {
  /** Whether nodes are asked what they advise, although their blocks tell of tips. */
  withAdvice?: boolean
}

const quotes = new GasQuotes<Quote>()
/** Keeps the last market and its moment by `elapsedMs()`. */
const found = new WeakMap<Client, { market: GasMarket; at: number }>()

/** Asks all nodes what gas costs; throws `RpcUnavailable` when none answers. */
export async function readGasMarket(chain: Priced, asking: Asking = {}): Promise<GasMarket> {
  const market = await askForMarket(chain, asking)
  found.set(chain.nodes[0]!, { market, at: elapsedMs() })
  return market
}

async function askForMarket(chain: Priced, asking: Asking): Promise<GasMarket> {
  const { nodes, gas, rpcUrls } = chain
  const quoted = await quotes.ask(nodes, async (node) =>
    refuseNegative(await readMarketOf(node, gas, asking)),
  )
  const isLegacy = quoted.some(({ quote }) => quote.isLegacy)
  // Several nodes of one host count as one.
  const byHost = [...Map.groupBy(quoted, ({ node }) => hostOfNode(chain, node)).values()]
  const prices = byHost.map((ofHost) => {
    const own = ofHost.map(({ quote }) => (isLegacy ? toLegacy(quote) : quote))
    return { ...pick(own, lowerMiddle), advised: lowerMiddle(own.map(({ advised }) => advised)) }
  })
  const dearest = pick(
    prices.map(({ baseFee, advised }) => ({ baseFee, tip: advised })),
    upperMiddle,
  )
  const isLone = prices.length === 1 && new Set(rpcUrls.map(hostOf)).size > 1
  const asked = pick(prices, lowerMiddle)
  return { ...(isLone ? lowerTip(asked, isLegacy, gas) : asked), isLegacy, dearest }
}

const pick = (prices: GasPrices[], middle: (values: bigint[]) => bigint): GasPrices => ({
  baseFee: middle(prices.map(({ baseFee }) => baseFee)),
  tip: middle(prices.map(({ tip }) => tip)),
})

/** Every chain takes legacy transactions, so those are sent where nodes differ about having a base fee. */
const toLegacy = ({ baseFee, tip, advised }: Quote): Omit<Quote, 'isLegacy'> => ({
  baseFee: 0n,
  tip: baseFee + tip,
  advised: baseFee + advised,
})

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
export async function readOffer(
  chain: Priced,
  { oldMs = 0, withAdvice = false } = {},
): Promise<Offered> {
  const last = found.get(chain.nodes[0]!)
  const isFresh = last && elapsedMs() - last.at < oldMs
  const market = isFresh ? last.market : await readGasMarket(chain, { withAdvice })
  const limits = feeLimitsOf(chain.gas)
  return { fees: computeOffer(market, limits), market, limits }
}

async function readMarketOf(
  node: Client,
  { pricing }: GasOfChain,
  { withAdvice = false }: Asking,
): Promise<Quote> {
  const [{ baseFeePerGas }, paid] = await Promise.all([
    getBlock(node, { blockTag: 'latest' }),
    pricing === 'legacy' ? [] : readPaidTips(node),
  ])
  const hasBaseFee = typeof baseFeePerGas === 'bigint'
  const isLegacy = pricing === 'legacy' || (pricing === 'auto' && !hasBaseFee)
  if (isLegacy) {
    const price = await getGasPrice(node)
    return { baseFee: 0n, tip: price, advised: price, isLegacy }
  }
  const baseFee = baseFeePerGas ?? 0n
  // Without a history, or where blocks were empty, only the node's own advice counts.
  if (!paid.length) {
    const advised = await estimateMaxPriorityFeePerGas(node)
    return { baseFee, tip: advised, advised, isLegacy }
  }
  // Blocks that hold the chain's own transactions alone tell of no tip, and nodes want one nevertheless.
  const usual = lowerMiddle(paid)
  const advice = usual === 0n || withAdvice ? await readAdvice(node) : 0n
  const advised = advice > usual ? advice : usual
  return { baseFee, tip: usual === 0n ? advised : usual, advised, isLegacy }
}

/** Reads the tip that a node advises; 0 where it advises none. */
async function readAdvice(node: Client): Promise<bigint> {
  try {
    return await estimateMaxPriorityFeePerGas(node)
  } catch (error) {
    if (!isNodeFailure(error)) throw error
    return 0n
  }
}

/** Throws where a price is negative, so that the node is left out. */
function refuseNegative(quote: Quote): Quote {
  const { baseFee, tip, advised } = quote
  if (baseFee >= 0n && tip >= 0n && advised >= 0n) return quote
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
