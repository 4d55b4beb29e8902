/** Reads what addresses hold of tokens, as of a block. */
import type { Address, Client, Hash } from 'viem'
import { multicall } from 'viem/actions'
import { erc20Abi } from '../abi/erc20.ts'
import { detailsOf, RpcUnavailable } from '../chain-errors.ts'
import { batchSizeFor } from '../multicall-size.ts'
import { isNodeFailure } from '../rpc/complaints.ts'

export type Holding = { token: Address; holder: Address }

/** A selector and one argument. */
const balanceOfBytes = 36

/**
 * Reads the balance of each holder in its token as of a block, or now, in order; `null` where the
 * token gives none.
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
