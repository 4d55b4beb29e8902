/**
 * What gas costs, as the nodes tell it: the base fee of the newest block, and the tip that half of
 * the gas in recent blocks paid. Of several nodes the lower middle counts, so that one alone of two
 * cannot make anything dearer.
 */
import { type Client, numberToHex } from 'viem'
import { estimateMaxPriorityFeePerGas, getBlock, getGasPrice } from 'viem/actions'
import type { GasOfChain } from '../shared/chains/gas.ts'
import { askNodes } from './ask-nodes.ts'
import { RpcUnavailable } from './chain-errors.ts'
import type { Connection } from './clients.ts'
import { isNodeFailure } from './rpc/complaints.ts'
import { type Fees, type FeeLimits, feeLimitsOf, type GasMarket, offer } from './fees.ts'

/** Of each block the tip in its middle, by gas. */
const percentile = 50
const blocksLookedAt = 20

type Priced = Pick<Connection, 'nodes'> & { gas: GasOfChain }

/** Asks all nodes; throws `RpcUnavailable` when none answers. */
export async function readGasMarket({ nodes, gas }: Priced): Promise<GasMarket> {
  const markets = await askNodes(nodes, async (node) =>
    refuseNegative(await readMarketOf(node, gas)),
  )
  return {
    baseFee: lowerMiddle(markets.map(({ baseFee }) => baseFee)),
    tip: lowerMiddle(markets.map(({ tip }) => tip)),
    isLegacy: markets.every(({ isLegacy }) => isLegacy),
  }
}

/** What a transaction would offer now, and the market and limits behind it. */
export async function readOffer(
  chain: Priced,
): Promise<{ fees: Fees; market: GasMarket; limits: FeeLimits }> {
  const market = await readGasMarket(chain)
  const limits = feeLimitsOf(chain.gas)
  return { fees: offer(market, limits), market, limits }
}

async function readMarketOf(node: Client, { pricing }: GasOfChain): Promise<GasMarket> {
  const { baseFeePerGas } = await getBlock(node, { blockTag: 'latest' })
  const hasBaseFee = typeof baseFeePerGas === 'bigint'
  const isLegacy = pricing === 'legacy' || (pricing === 'auto' && !hasBaseFee)
  if (isLegacy) return { baseFee: 0n, tip: await getGasPrice(node), isLegacy }
  return { baseFee: baseFeePerGas ?? 0n, tip: await readTip(node), isLegacy }
}

/** A node that says such a thing is left out. */
function refuseNegative(market: GasMarket): GasMarket {
  const { baseFee, tip } = market
  if (baseFee >= 0n && tip >= 0n) return market
  throw new RpcUnavailable(`a node says a base fee of ${baseFee} and a tip of ${tip} wei`)
}

type FeeHistory = { gasUsedRatio?: number[]; reward?: `0x${string}`[][] | null }

/** What others paid; what the node advises, where it keeps no history or blocks were empty. */
async function readTip(node: Client): Promise<bigint> {
  const paid = await readPaidTips(node)
  return paid.length ? lowerMiddle(paid) : estimateMaxPriorityFeePerGas(node)
}

/** The tips of recent blocks that were not empty: of an empty one nodes say 0. */
async function readPaidTips(node: Client): Promise<bigint[]> {
  try {
    const history = (await node.request({
      method: 'eth_feeHistory',
      params: [numberToHex(blocksLookedAt), 'latest', [percentile]],
    })) as FeeHistory
    const { gasUsedRatio = [], reward } = history
    return (reward ?? []).flatMap(([tip], index) =>
      tip !== undefined && (gasUsedRatio[index] ?? 0) > 0 ? [toTip(tip)] : [],
    )
  } catch (error) {
    if (!isNodeFailure(error)) throw error
    return []
  }
}

function toTip(reward: unknown): bigint {
  if (typeof reward === 'string' && /^0x[0-9a-f]+$/i.test(reward)) return BigInt(reward)
  throw new RpcUnavailable(
    `a node tells of a tip that is no amount: ${String(reward).slice(0, 80)}`,
  )
}

/** The middle value, the lower of two. */
function lowerMiddle(values: bigint[]): bigint {
  const sorted = values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  return sorted[Math.floor((sorted.length - 1) / 2)]!
}
