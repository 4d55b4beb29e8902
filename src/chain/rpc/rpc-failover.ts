/**
 * Combines several RPC nodes into one transport for reads. A request goes to the first node
 * that is not resting; a node that does not answer rests for a while, so that a dead address
 * costs one timeout and not one for each request. After a node's failure the next one is asked;
 * a revert is an answer and is not asked for again.
 */
import { createTransport, type EIP1193RequestFn, type Transport } from 'viem'
import { isNoAnswer, isNodeFailure } from './complaints.ts'
import type { RpcNode } from './rpc-node.ts'
import { elapsedMs } from '../../shared/time.ts'
import type { RpcRequest } from './answers.ts'

const restMs = 10_000
/** Nodes with a longer delay are asked after the others. */
const delayMsMax = 500

type Rested = { node: RpcNode; restsUntil: number }

/** Creates the transport of one node, which carries the node with the limits that it has learnt. */
export const createNodeTransport = (node: RpcNode): Transport =>
  transport((request) => node.request(request), { node })

/** Creates the transport of several nodes, the earlier ones preferred. */
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

/** Asks one node after the other; only for the last one a request waits for its turn. */
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
      if (isNoAnswer(error)) candidate.restsUntil = elapsedMs() + restMs
      lastError ??= error
    }
  }
  throw lastError
}

/** Leaves resting nodes out unless all rest; nodes with a long delay come last. */
function inOrder(nodes: Rested[]): Rested[] {
  const now = elapsedMs()
  const rested = nodes.filter(({ restsUntil }) => restsUntil <= now)
  const candidates = rested.length ? rested : nodes
  const isQuick = ({ node }: Rested) => node.delayMs <= delayMsMax
  return [...candidates.filter(isQuick), ...candidates.filter((one) => !isQuick(one))]
}
