/**
 * Asks the factory, by `eth_call`, what a batch would do now. The factory answers by reverting with
 * one reason for each item, so that the call can change nothing.
 *
 * The call runs on the pending block, whose time is the earliest at which a transaction
 * sent now can be mined; the latest block's may be long past on a quiet chain.
 */
import {
  type Address,
  BaseError,
  type Client,
  ContractFunctionRevertedError,
  type Hex,
  isHex,
} from 'viem'
import { simulateContract } from 'viem/actions'
import type { SubscriptionInput } from '../../machines/subscription/subscription.events.ts'
import { subscriptionFactoryAbi } from '../chain/abi/subscription-factory.ts'
import { detailsOf, readFromChain, RpcUnavailable } from '../chain/chain-errors.ts'
import { type Refusal, refusalOf } from '../chain/refusals.ts'
import { saltIdOf, termsOf } from '../chain/rows/subscriptions.ts'

type Factory = { reader: Client; factory: Address }

/** For each item, what would stop it now; `null` where nothing would. */
export type Preview = (Refusal | null)[]

const noReason = '0x00000000'

/** Asks what charging these contracts now would do, one after the other. */
export const previewCharges = (chain: Factory, contracts: Address[]): Promise<Preview> =>
  preview(() =>
    simulateContract(chain.reader, {
      address: chain.factory,
      abi: subscriptionFactoryAbi,
      functionName: 'previewMany',
      args: [contracts],
      blockTag: 'pending',
    }),
  )

/** Asks what activating these subscriptions now would do, one after the other. */
export const previewActivations = (
  chain: Factory,
  subscriptions: SubscriptionInput[],
): Promise<Preview> =>
  preview(() =>
    simulateContract(chain.reader, {
      address: chain.factory,
      abi: subscriptionFactoryAbi,
      functionName: 'previewActivateMany',
      args: [subscriptions.map(termsOf), subscriptions.map(saltIdOf)],
      blockTag: 'pending',
    }),
  )

async function preview(simulate: () => Promise<unknown>): Promise<Preview> {
  try {
    await readFromChain(simulate)
  } catch (error) {
    const reverted = revertOf(error)
    if (reverted?.data?.errorName === 'Preview')
      return (reverted.data.args![0] as Hex[]).map((reason) =>
        reason === noReason ? null : refusalOf(reason),
      )
    if (error instanceof RpcUnavailable) throw error
    throw new RpcUnavailable(`the factory's preview failed: ${detailsOf(error)}`, { cause: error })
  }
  throw new RpcUnavailable('the factory answered a preview without reverting')
}

/** Finds the refusal with which a call reverted; `null` where it failed for another cause. */
export function revertRefusalOf(error: unknown): Refusal | null {
  const bytes = error instanceof BaseError && revertBytesOf(error)
  return bytes ? refusalOf(bytes) : null
}

function revertOf(error: unknown): ContractFunctionRevertedError | null {
  const found =
    error instanceof BaseError &&
    error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  return found instanceof ContractFunctionRevertedError ? found : null
}

/** Nodes put the bytes of a revert into the error's data, some one level deeper. */
function revertBytesOf(error: BaseError): Hex | null {
  const carrier = error.walk((cause) => (cause as { data?: unknown }).data !== undefined)
  const { data } = (carrier ?? {}) as { data?: unknown }
  const bytes = isHex(data) ? data : (data as { data?: unknown } | undefined)?.data
  return isHex(bytes) ? bytes : null
}
