/**
 * Chooses how much gas a transaction asks for. Our ceilings are measured on a plain EVM; a rollup that
 * puts the price of its data into the gas needs more, which its refusals and estimates show.
 */
import type { Address, Hex } from 'viem'
import { estimateGas } from 'viem/actions'
import { askNodes } from '../chain/ask-nodes.ts'
import type { ConnectedChain } from '../chain/clients.ts'
import { findDataFeeModel } from '../chain/gas/data-fee.ts'
import type { KnownTransaction } from '../chain/rows/transactions.ts'
import { larger, smaller } from '../shared/money.ts'

const estimateMarginPercent = 25n
/** A transaction asks for at most so many times its ceiling, where no estimate explains more. */
const blindFactorMax = 4n

type Asking = Pick<KnownTransaction, 'wallet' | 'to' | 'data' | 'gasLimit'>

/**
 * Raises a gas limit that nodes call too low: to what they estimate and a quarter more, or to half as
 * much again; never above what the chain lets one transaction ask for.
 */
export async function raiseGasLimit(
  gas: bigint,
  chain: ConnectedChain,
  transaction: Asking,
): Promise<bigint> {
  const estimated = await estimateWithMargin(chain, transaction)
  const blind = smaller((gas * 3n) / 2n, blindFactorMax * BigInt(transaction.gasLimit))
  return smaller(larger(estimated, blind), BigInt(chain.gas.gasPerTransactionMax))
}

/** Chooses the first gas limit of a transaction: our ceiling, or more where the price of data is in the gas. */
export async function chooseGasLimit(chain: ConnectedChain, transaction: Asking): Promise<bigint> {
  const ceiling = BigInt(transaction.gasLimit)
  if ((await findDataFeeModel(chain)) !== 'inGas') return ceiling
  const estimated = await estimateWithMargin(chain, transaction)
  return larger(ceiling, smaller(estimated, BigInt(chain.gas.gasPerTransactionMax)))
}

/** Returns the lowest estimate of the nodes and a quarter more; 0 where none can estimate. */
async function estimateWithMargin(
  { nodes }: ConnectedChain,
  { wallet, to, data }: Asking,
): Promise<bigint> {
  const call = { account: wallet as Address, to: to as Address, data: data as Hex }
  try {
    const estimates = await askNodes(nodes, (node) => estimateGas(node, call))
    const least = estimates.reduce(smaller)
    return least + (least * estimateMarginPercent) / 100n
  } catch {
    // A call that would revert now cannot be estimated; it may go through when it is mined.
    return 0n
  }
}
