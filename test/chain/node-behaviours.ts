/**
 * Behaviours of a node behind the proxy that differ from the node's own: the ways of real
 * providers.
 */
import type { Behaviour } from './rpc-proxy.ts'
import { wait } from '../../src/shared/time.ts'

type Filter = { address?: unknown; fromBlock?: string; toBlock?: string; blockHash?: string }

const filterOf = (params: unknown[]): Filter => params[0] as Filter
const blocksIn = ({ fromBlock, toBlock }: Filter): number =>
  fromBlock === undefined ? 1 : Number(toBlock) - Number(fromBlock) + 1

/** Gives logs of this many blocks at once, and refuses more with this error. */
export const limitRange =
  (blocksMax: number, refusal: { status?: number; code: number; message: string }): Behaviour =>
  async ({ method, params }) =>
    method === 'eth_getLogs' && blocksIn(filterOf(params)) > blocksMax
      ? {
          ...(refusal.status && { status: refusal.status }),
          error: { code: refusal.code, message: refusal.message },
        }
      : undefined

/** Refuses as a large public endpoint does. */
export const demandAddress: Behaviour = async ({ method, params }) =>
  method === 'eth_getLogs' && filterOf(params).address === undefined
    ? {
        error: {
          code: -32_701,
          message:
            'Please specify an address in your request or, to remove restrictions, order a dedicated full node',
        },
      }
    : undefined

/** Refuses every method as Ganache does. */
export const refuseBlockObjects: Behaviour = async ({ params }) =>
  params.some((param, at) => at > 0 && isObject(param) && 'blockHash' in param)
    ? { error: { code: -32_700, message: 'Cannot wrap a "object" as a json-rpc type' } }
    : undefined

/** Refuses as geth does where nothing builds a block. */
export const refusePending: Behaviour = async ({ params }) =>
  params.includes('pending')
    ? { error: { code: -32_000, message: 'pending state is not available' } }
    : undefined

/** Takes this many requests in any second, and refuses more. */
export function limitRate(
  perSecond: number,
  { latencyMs = 0, headers = {} }: { latencyMs?: number; headers?: Record<string, string> } = {},
): Behaviour & { refused: number; taken: number } {
  const taken: number[] = []
  const behaviour: Behaviour = async () => {
    await wait(latencyMs)
    const now = performance.now()
    while (taken.length && taken[0]! < now - 1_000) taken.shift()
    if (taken.length >= perSecond) {
      counted.refused++
      return { status: 429, headers, body: '<html>Too Many Requests</html>' }
    }
    taken.push(now)
    counted.taken++
    return undefined
  }
  const counted = Object.assign(behaviour, { refused: 0, taken: 0 })
  return counted
}

/** Answers by the first of these behaviours that has an answer. */
export const allOf =
  (...behaviours: Behaviour[]): Behaviour =>
  async (request, pass) => {
    for (const behaviour of behaviours) {
      const answer = await behaviour(request, pass)
      if (answer) return answer
    }
    return undefined
  }

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
