/**
 * No log is believed alone: of what a token says has come, only as much is money as the address
 * holds, or has passed on. A token that keeps a fee, or lies, is found out here.
 */
import type { Address, Client, Hash } from 'viem'
import { multicall } from 'viem/actions'
import type { Deposited } from '../../../machines/payment/payment.events.ts'
import { erc20Abi } from '../abi/erc20.ts'
import { detailsOf, RpcUnavailable } from '../chain-errors.ts'
import { batchSizeFor } from '../multicall-size.ts'
import { isNodeFailure } from '../rpc/complaints.ts'

export type Holding = { token: Address; holder: Address }
export type Sums = { inTime: Deposited; late: Deposited }

/** A selector and one argument. */
const balanceOfBytes = 36

/**
 * Reads what each holder has of its token as of a block, or now, in order; `null` where the token
 * does not say.
 *
 * @throws `RpcUnavailable` when the node does not answer, or does not hold the block
 */
export async function readHoldings(
  client: Client,
  holdings: Holding[],
  blockHash?: Hash,
): Promise<(bigint | null)[]> {
  if (!holdings.length) return []
  const answers = await multicall(client, {
    contracts: holdings.map(
      ({ token, holder }) =>
        ({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [holder] }) as const,
    ),
    allowFailure: true,
    deployless: true,
    batchSize: batchSizeFor(balanceOfBytes),
    ...(blockHash && { blockHash, requireCanonical: true }),
  })
  return answers.map(({ result, error }) => {
    if (isNodeFailure(error))
      throw new RpcUnavailable(`balances cannot be read: ${detailsOf(error)}`, { cause: error })
    return (result as bigint | undefined) ?? null
  })
}

/** Limits sums to the money that is covered; what came late is the first to be left out. */
export function limitTo(covered: bigint, { inTime, late }: Sums): Sums {
  const left = covered - BigInt(inTime.seen)
  return {
    inTime: limitEach(covered, inTime),
    late: limitEach(left > 0n ? left : 0n, late),
  }
}

const limitEach = (covered: bigint, { seen, confirmed }: Deposited): Deposited => ({
  seen: least(seen, covered),
  confirmed: least(confirmed, covered),
})

const least = (amount: string, limit: bigint): string =>
  BigInt(amount) < limit ? amount : String(limit)
