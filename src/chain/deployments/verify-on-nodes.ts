/** Verifies something on every node of a chain; enough of them must confirm it. */
import type { Client } from 'viem'
import type { ChainSettings } from '../../shared/chains.ts'
import { hostOf } from '../../shared/chains/agreement.ts'
import { RetryableError } from '../../shared/errors.ts'
import { detailsOf, RpcUnavailable } from '../chain-errors.ts'

/**
 * Compares each node with what is expected; `findDifference` describes a difference, or returns null.
 *
 * @throws where a node that answers shows a difference; `RetryableError` where too few answer
 */
export async function verifyOnNodes(
  chain: ChainSettings,
  nodes: Client[],
  hostsMin: number,
  what: string,
  findDifference: (node: Client) => Promise<string | null>,
): Promise<void> {
  const answers = await Promise.allSettled(nodes.map(findDifference))
  const hosts = new Set<string>()
  const silent: string[] = []
  for (const [index, answer] of answers.entries()) {
    const host = hostOf(chain.rpcUrls[index]!)
    if (answer.status === 'fulfilled' && answer.value !== null)
      throw new Error(`${answer.value} on ${chain.name}, as ${host} shows it`)
    if (answer.status === 'fulfilled') hosts.add(host)
    else if (answer.reason instanceof RpcUnavailable)
      silent.push(`${host} (${detailsOf(answer.reason)})`)
    else throw answer.reason
  }
  if (hosts.size >= hostsMin) return
  throw new RetryableError(
    `${what} of ${chain.name} must be recognised on ${hostsMin} nodes, and were on ${hosts.size}; no answer from ${silent.join(', ')}`,
  )
}
