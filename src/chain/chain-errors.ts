/** Classifies the errors of a chain's nodes. */
import { BaseError } from 'viem'
import { errorText, RetryableError } from '../shared/errors.ts'
import { isNodeFailure } from './rpc/complaints.ts'
import { meaningOf, type SendRefusal } from './rpc/send-words.ts'

/** No node of the chain answered as it should; the reason `RpcUnavailable`. */
export class RpcUnavailable extends RetryableError {
  override name = 'RpcUnavailable'
}

/** Classifies the error of a node that did not take a transaction's bytes. */
export const classifySendRefusal = (error: unknown): SendRefusal => meaningOf(detailsOf(error))

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
