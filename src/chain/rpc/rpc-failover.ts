/**
 * Several RPC nodes as one transport for reads. A request goes to the first node that
 * is not resting; a node that does not answer rests for a while, so that a black hole
 * costs one timeout and not one for each request. What a node fails at, another may
 * know; a revert is an answer and is not asked for again.
 */
import { createTransport, type EIP1193RequestFn, type Transport } from 'viem'
import { isNoAnswer, isNodeFailure } from './complaints.ts'
import type { RpcRequest } from './post.ts'
import type { RpcNode } from './rpc-node.ts'

const restMs = 10_000
/** A node that makes us wait longer is left for another. */
const delayMsMax = 500

type Rested = { node: RpcNode; restsUntil: number }

/** One node alone; the client's transport carries it, so that what it learnt can be asked for. */
export const nodeTransport = (node: RpcNode): Transport =>
  transport((request) => node.request(request), { node })

/** Several nodes, the earlier ones preferred. */
export function createFailover(nodes: readonly RpcNode[]): Transport {
  const rested = nodes.map((node) => ({ node, restsUntil: 0 }))
  return transport((request) => askInTurn(rested, request), {})
}

const transport =
  (request: (request: RpcRequest) => Promise<unknown>, value: { node?: RpcNode }): Transport =>
  () =>
    createTransport(
      {
        key: 'nodes',
        name: 'nodes',
        type: 'nodes',
        request: request as EIP1193RequestFn,
        retryCount: 0,
      },
      value,
    )

/** The last that is left waits for its turn; the others are not waited for. */
async function askInTurn(nodes: Rested[], request: RpcRequest): Promise<unknown> {
  const candidates = inOrder(nodes)
  let lastError: unknown
  for (const [index, candidate] of candidates.entries()) {
    try {
      const answer = await candidate.node.request(request, index < candidates.length - 1)
      candidate.restsUntil = 0
      return answer
    } catch (error) {
      if (!isNodeFailure(error)) throw error
      if (isNoAnswer(error)) candidate.restsUntil = performance.now() + restMs
      lastError ??= error
    }
  }
  throw lastError
}

/** Those that rest are left out unless all do; those that are slow to be asked come last. */
function inOrder(nodes: Rested[]): Rested[] {
  const now = performance.now()
  const rested = nodes.filter(({ restsUntil }) => restsUntil <= now)
  const candidates = rested.length ? rested : nodes
  const isQuick = ({ node }: Rested) => node.delayMs <= delayMsMax
  return [...candidates.filter(isQuick), ...candidates.filter((one) => !isQuick(one))]
}
