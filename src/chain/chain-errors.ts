/**
 * Classifies the errors of a chain's nodes. Nodes spell the same refusal differently, so
 * each is recognised by the phrases of geth, Nethermind, Erigon, reth and anvil.
 */
import { BaseError } from 'viem'
import { errorText, RetryableError } from '../shared/errors.ts'
import { isNodeFailure } from './rpc/complaints.ts'

/** No node of the chain answered as it should; the reason `RpcUnavailable`. */
export class RpcUnavailable extends RetryableError {
  override name = 'RpcUnavailable'
}

/**
 * Why a node did not take a transaction's bytes. `known`: it has them. `nonceUsed`: something
 * with this nonce was mined, perhaps this. `underpriced`: another with this nonce pays as much,
 * or the fee is below the block's. `unfunded`: the wallet cannot pay. `invalid`: no node ever
 * takes it. `gasTooLow`: it asks for less gas than it needs. `unclear`: anything else; ask again.
 */
export type SendRefusal =
  | 'known'
  | 'nonceUsed'
  | 'underpriced'
  | 'unfunded'
  | 'gasTooLow'
  | 'invalid'
  | 'unclear'

const phrases: [SendRefusal, RegExp][] = [
  ['known', /already known|already imported|alreadyknown|known transaction/i],
  ['nonceUsed', /nonce (is )?too low|old ?nonce|nonce has already been used/i],
  ['underpriced', /underpriced|less than block base fee|fee too low|feetoolow|gas price too low/i],
  ['gasTooLow', /intrinsic gas|gas limit (is )?too low|not enough gas|call ?gas ?cost/i],
  ['unfunded', /insufficient ?funds|insufficient balance|upfront cost/i],
  [
    'invalid',
    /exceeds block gas limit|invalid (chain id|sender|signature)|gas limit (is )?too high|type not supported|exceeds max(imum)? transaction/i,
  ],
]

/** Classifies the error of a node that did not take a transaction's bytes. */
export function classifySendRefusal(error: unknown): SendRefusal {
  const text = detailsOf(error)
  return phrases.find(([, phrase]) => phrase.test(text))?.[0] ?? 'unclear'
}

/** Runs reads; a failure of the nodes becomes the retryable `RpcUnavailable`. */
export async function readFromChain<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read()
  } catch (cause) {
    if (!isNodeFailure(cause)) throw cause
    throw new RpcUnavailable(`the chain could not be read: ${detailsOf(cause)}`, { cause })
  }
}

const detailsCharactersMax = 500

/** Returns the node's error text, without the request and its bytes that viem adds to it. */
export function detailsOf(error: unknown): string {
  const text = error instanceof BaseError ? error.details || error.shortMessage : errorText(error)
  return text.slice(0, detailsCharactersMax)
}
