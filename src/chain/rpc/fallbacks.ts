/**
 * Asks in another way for what not every node supports: calls at a block by its hash (EIP-1898), calls
 * at the pending block, and logs of any address. A node's refusal is remembered for a while only,
 * because behind one address there may be many nodes.
 */
import { type Address, type Hash, RpcRequestError } from 'viem'
import { isMissingBlock, isNoAnswer, isNodeFailure } from './complaints.ts'
import { elapsedMs } from '../../shared/time.ts'
import type { RpcRequest } from './answers.ts'

type Ask = (request: RpcRequest) => Promise<unknown>
type Params = readonly unknown[]
type Fallback = {
  /** The feature that the node lacks, as shown to the operator. */
  lacks: string
  isNeededBy(method: string, params: Params): boolean
  isRefusal(error: unknown): boolean
  instead(method: string, params: Params, ask: Ask): Promise<unknown>
}

const forgetAfterMs = 600_000
/** By method that reads a state, the place of the block among its parameters. */
const blockAt: Record<string, number> = {
  eth_call: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_estimateGas: 1,
}
/** Refusals such as "please specify an address", or of the parameters without a reason. */
const addressText = /address/i
const parameterCodes = new Set([-32_602, -32_600, -32_701])

export class Fallbacks {
  readonly #fallbacks: Fallback[]
  /** The moment of `elapsedMs()` until which a refusal is remembered. */
  readonly #refusedUntil = new Map<Fallback, number>()

  /** `addresses`: asked for where a node does not give the logs of all. */
  constructor(addresses: readonly Address[]) {
    this.#fallbacks = [blockByHash, pendingBlock, logsOfAny(addresses)]
  }

  /** The features that the node is known to lack. */
  get lacking(): string[] {
    return this.#fallbacks.filter((one) => this.#isKnown(one)).map(({ lacks }) => lacks)
  }

  /** Sends the request as it is or, where the node refuses it, asks for the same in another way. */
  async ask(request: RpcRequest, ask: Ask): Promise<unknown> {
    const { method } = request
    const params = (request.params ?? []) as Params
    const fallback = this.#fallbacks.find((one) => one.isNeededBy(method, params))
    if (!fallback) return ask(request)
    if (this.#isKnown(fallback)) return fallback.instead(method, params, ask)
    try {
      return await ask(request)
    } catch (refusal) {
      const isRefusal =
        isNodeFailure(refusal) && !isNoAnswer(refusal) && fallback.isRefusal(refusal)
      if (!isRefusal) throw refusal
      return this.#tryInstead(fallback, method, params, ask, refusal)
    }
  }

  /** Learns the refusal where the other way works; a revert is an answer, so it works then as well. */
  async #tryInstead(
    fallback: Fallback,
    method: string,
    params: Params,
    ask: Ask,
    refusal: unknown,
  ): Promise<unknown> {
    const learn = () => this.#refusedUntil.set(fallback, elapsedMs() + forgetAfterMs)
    try {
      const answer = await fallback.instead(method, params, ask)
      learn()
      return answer
    } catch (error) {
      if (isNodeFailure(error)) throw refusal
      learn()
      throw error
    }
  }

  #isKnown(fallback: Fallback): boolean {
    return (this.#refusedUntil.get(fallback) ?? 0) > elapsedMs()
  }
}

/** Asks by the block's number, and compares the hash of that block afterwards. */
const blockByHash: Fallback = {
  lacks: 'calls at a block by its hash',
  isNeededBy: (method, params) => hashIn(method, params) !== null,
  isRefusal: (error) => !isMissingBlock(error),
  async instead(method, params, ask) {
    const hash = hashIn(method, params)!
    const block = await ask({ method: 'eth_getBlockByHash', params: [hash, false] })
    const number = (block as { number?: unknown } | null)?.number
    if (typeof number !== 'string') throw missingBlock(hash)
    const requireSame = async () => {
      const now = await ask({ method: 'eth_getBlockByNumber', params: [number, false] })
      if ((now as { hash?: unknown } | null)?.hash !== hash) throw missingBlock(hash)
    }
    try {
      return await ask({ method, params: params.with(blockAt[method]!, number) })
    } finally {
      await requireSame()
    }
  },
}

/** Asks at the latest block: its time may be somewhat past, so that a charge counts as due a block later. */
const pendingBlock: Fallback = {
  lacks: 'calls at the pending block',
  isNeededBy: (method, params) => params[blockAt[method] ?? -1] === 'pending',
  isRefusal: () => true,
  instead: (method, params, ask) =>
    ask({ method, params: params.with(blockAt[method]!, 'latest') }),
}

/** Asks for the logs of the tokens in the chains file: transfers of other tokens are not seen on such a node. */
const logsOfAny = (addresses: readonly Address[]): Fallback => ({
  lacks: 'logs of any address',
  isNeededBy: (method, params) =>
    method === 'eth_getLogs' && addresses.length > 0 && !addressIn(params),
  isRefusal: (error) => hasCode(error, parameterCodes) || addressText.test(String(error)),
  instead: (method, [filter], ask) =>
    ask({ method, params: [{ ...(filter as object), address: addresses }] }),
})

const addressIn = ([filter]: Params): unknown => (filter as { address?: unknown }).address

function hashIn(method: string, params: Params): Hash | null {
  const block = params[blockAt[method] ?? -1] as { blockHash?: Hash } | string | undefined
  return typeof block === 'object' ? (block.blockHash ?? null) : null
}

const hasCode = (error: unknown, codes: ReadonlySet<number>): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof RpcRequestError && codes.has(cause.code)) return true
  return false
}

const missingBlock = (hash: Hash) =>
  new RpcRequestError({
    body: {},
    url: '',
    error: { code: -32_001, message: `block ${hash} not found: the node is on another one by now` },
  })
