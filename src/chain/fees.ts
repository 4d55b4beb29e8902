/**
 * What a transaction offers for its gas: twice the base fee, so that it stays acceptable through
 * six full blocks, and the node's tip. A replacement offers an eighth more of both, rounded up:
 * nodes want 10 %.
 */
import type { Client } from 'viem'
import { estimateMaxPriorityFeePerGas, getBlock } from 'viem/actions'
import { reading } from './chain-errors.ts'

/** Wei for each unit of gas. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** The most that is ever offered, tip included: 1,000 gwei. Above it a transaction waits. */
export const maxFeePerGasCap = 1_000_000_000_000n

const baseFeeFactor = 2n
const bumpNumerator = 9n
const bumpDenominator = 8n

export function readFees(client: Client): Promise<Fees> {
  return reading(async () => {
    const [block, tip] = await Promise.all([
      getBlock(client, { blockTag: 'latest' }),
      estimateMaxPriorityFeePerGas(client),
    ])
    return capped({
      maxFeePerGas: baseFeeFactor * (block.baseFeePerGas ?? 0n) + tip,
      maxPriorityFeePerGas: tip,
    })
  })
}

/**
 * The fees of a replacement: at least an eighth above `previous`, and what the chain asks now if
 * that is more; `null` when that would exceed the cap.
 */
export function replacementFees(previous: Fees, current: Fees): Fees | null {
  const fees = {
    maxFeePerGas: larger(bumped(previous.maxFeePerGas), current.maxFeePerGas),
    maxPriorityFeePerGas: larger(
      bumped(previous.maxPriorityFeePerGas),
      current.maxPriorityFeePerGas,
    ),
  }
  return fees.maxFeePerGas > maxFeePerGasCap ? null : fees
}

function capped({ maxFeePerGas, maxPriorityFeePerGas }: Fees): Fees {
  const fee = maxFeePerGas < maxFeePerGasCap ? maxFeePerGas : maxFeePerGasCap
  return {
    maxFeePerGas: fee,
    maxPriorityFeePerGas: maxPriorityFeePerGas < fee ? maxPriorityFeePerGas : fee,
  }
}

/** Rounds up, so that a tip of 1 wei grows too. */
const bumped = (fee: bigint) => (fee * bumpNumerator + bumpDenominator - 1n) / bumpDenominator
const larger = (one: bigint, other: bigint) => (one > other ? one : other)
