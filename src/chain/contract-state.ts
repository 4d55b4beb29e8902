/** Reads the state of subscription contracts: due moment, charges made, freezes and cancellation. */
import { AbiDecodingZeroDataError, type Address, BaseError, type Client, type Hash } from 'viem'
import { getCode, multicall } from 'viem/actions'
import { subscriptionAbi } from './abi/subscription.ts'
import { detailsOf, readFromChain, RpcUnavailable } from './chain-errors.ts'
import { batchSizeFor } from './multicall-size.ts'

export type ContractState = {
  /** Unix seconds. */
  nextDue: number
  charged: number
  frozenBy: 'payer' | 'operator' | null
  isCancelled: boolean
}

const frozenByPayer = 1
const frozenByOperator = 2
const cancelled = 4
const selectorBytes = 4

/**
 * Reads each contract's state, in order, now or as of a block by its number or hash; `null` where there
 * is no contract yet.
 */
export async function readContractStates(
  client: Client,
  addresses: Address[],
  block?: bigint | Hash,
): Promise<(ContractState | null)[]> {
  if (!addresses.length) return []
  const answers = await readFromChain(() =>
    multicall(client, {
      contracts: addresses.map(
        (address) => ({ address, abi: subscriptionAbi, functionName: 'state' }) as const,
      ),
      allowFailure: true,
      deployless: true,
      batchSize: batchSizeFor(selectorBytes),
      ...(typeof block === 'bigint' && { blockNumber: block }),
      ...(typeof block === 'string' && { blockHash: block, requireCanonical: true }),
    }),
  )
  return answers.map(({ result, error }) => {
    if (result) return toState(result)
    if (isAnsweredByNoCode(error)) return null
    throw new RpcUnavailable(`a contract's state cannot be read: ${detailsOf(error)}`)
  })
}

/** Only an empty answer means that there is no contract; a failed call says nothing about it. */
function isAnsweredByNoCode(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    Boolean(error.walk((cause) => cause instanceof AbiDecodingZeroDataError))
  )
}

/** Reads whether a contract is deployed at this address. */
export const hasCode = (client: Client, address: Address): Promise<boolean> =>
  readFromChain(async () => (await getCode(client, { address })) !== undefined)

function toState([nextDue, charged, flags]: readonly [number, number, number]): ContractState {
  return {
    nextDue,
    charged,
    frozenBy:
      (flags & frozenByPayer && 'payer') || (flags & frozenByOperator && 'operator') || null,
    isCancelled: (flags & cancelled) !== 0,
  }
}
