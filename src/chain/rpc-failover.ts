/**
 * Several RPC nodes as one transport for reads. A request goes to the first node that
 * is not resting; a node that does not answer rests for a while, so that a black hole
 * costs one timeout and not one for each request. What a node fails at, another may
 * know; a revert is an answer and is not asked for again.
 */
import {
  ContractFunctionRevertedError,
  custom,
  HttpRequestError,
  http,
  LimitExceededRpcError,
  RpcRequestError,
  TimeoutError,
  type Transport,
} from 'viem'

export const rpcTimeoutMs = 5_000
const restMs = 10_000
/** Not in the standard, but what two large providers say when they are asked too often. */
const tooManyRequestsCodes = new Set([429, -32007])
/** The code of a revert, by which most nodes tell it from failures of their own. */
const revertCode = 3

type Request = { method: string; params?: unknown }
type Node = { ask(request: Request): Promise<unknown>; restsUntil: number }

/** One node alone, with our timeout and without viem's own retries. */
export const nodeTransport = (url: string): Transport =>
  http(url, { timeout: rpcTimeoutMs, retryCount: 0 })

/** The nodes at `urls`, the earlier ones preferred. */
export function failover(urls: readonly string[]): Transport {
  const nodes = urls.map(toNode)
  return custom({ request: (request: Request) => askInTurn(nodes, request) }, { retryCount: 0 })
}

/** Tells whether an error means that the node did not answer, as opposed to answering with an error. */
export function isNoAnswer(error: unknown): boolean {
  return causesOf(error).some(
    (cause) =>
      cause instanceof HttpRequestError ||
      cause instanceof TimeoutError ||
      cause instanceof LimitExceededRpcError ||
      (cause instanceof RpcRequestError && isNoAnswerCode(cause.code)),
  )
}

/**
 * Tells whether a read failed because of the node: it did not answer, lacks a block, or is ill.
 * A revert is no failure but the contract's answer.
 */
export function isNodeFailure(error: unknown): boolean {
  const causes = causesOf(error)
  const isAnswer = causes.some(
    (cause) =>
      cause instanceof ContractFunctionRevertedError ||
      (cause instanceof RpcRequestError &&
        (cause.code === revertCode || /revert/i.test(cause.details))),
  )
  return (
    !isAnswer && (isNoAnswer(error) || causes.some((cause) => cause instanceof RpcRequestError))
  )
}

const isNoAnswerCode = (code: unknown): boolean =>
  typeof code !== 'number' || tooManyRequestsCodes.has(code)

/** An error and its causes, the outermost first. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) causes.push(cause)
  return causes
}

function toNode(url: string): Node {
  const { request } = nodeTransport(url)({})
  return { ask: request as Node['ask'], restsUntil: 0 }
}

async function askInTurn(nodes: Node[], request: Request): Promise<unknown> {
  const now = performance.now()
  const rested = nodes.filter(({ restsUntil }) => restsUntil <= now)
  let lastError: unknown
  for (const node of rested.length ? rested : nodes) {
    try {
      const answer = await node.ask(request)
      node.restsUntil = 0
      return answer
    } catch (error) {
      if (!isNodeFailure(error)) throw error
      if (isNoAnswer(error)) node.restsUntil = performance.now() + restMs
      lastError ??= error
    }
  }
  throw lastError
}
