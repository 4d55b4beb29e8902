/** Asks the deposit factory, by `eth_call`, what sweeping would do now: free, and exact. */
import { BaseError, type Client, ContractFunctionRevertedError, type Hex } from 'viem'
import { multicall } from 'viem/actions'
import { depositFactoryAbi } from '../chain/abi/deposit-factory.ts'
import { detailsOf, RpcUnavailable } from '../chain/chain-errors.ts'
import type { ConnectedChain } from '../chain/clients.ts'
import { batchSizeFor } from '../chain/multicall-size.ts'
import { type Refusal, refusalOf } from '../chain/refusals.ts'
import { isNodeFailure } from '../chain/rpc/complaints.ts'
import type { SweepRoute } from '../chain/deposits/sweep-transactions.ts'

/** The base units that a sweep would move, 0 where the deposit is empty; or why it would be refused. */
export type SweepPreview = bigint | Refusal

/** A selector and three arguments. */
const sweepBytes = 100

/**
 * Asks a node what a sweep would do to the deposit of each id hash, in order.
 *
 * @throws `RpcUnavailable` when it does not answer
 */
export async function previewSweeps(
  node: Client,
  { depositFactory, assets }: Pick<ConnectedChain, 'depositFactory' | 'assets'>,
  { receiver, token }: SweepRoute,
  idHashes: Hex[],
): Promise<SweepPreview[]> {
  const answers = await multicall(node, {
    contracts: idHashes.map(
      (idHash) =>
        ({
          address: depositFactory,
          abi: depositFactoryAbi,
          functionName: 'sweep',
          args: [receiver, idHash, token],
        }) as const,
    ),
    allowFailure: true,
    deployless: true,
    batchSize: batchSizeFor(sweepBytes),
  })
  // A token that the chains file does not name may burn all the gas of the call, which looks like a node's failure.
  const isKnown = assets.some(({ address }) => address === token)
  return answers.map(({ result, error }) => {
    if (error === undefined) return result
    if (isKnown && isNodeFailure(error))
      throw new RpcUnavailable(`a sweep cannot be tried: ${detailsOf(error)}`, { cause: error })
    return refusalIn(error)
  })
}

function refusalIn(error: Error): Refusal {
  const reverted =
    error instanceof BaseError &&
    error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  const raw = reverted instanceof ContractFunctionRevertedError ? reverted.raw : undefined
  return raw ? refusalOf(raw) : 'ChainReverted'
}
