/** Asks every node of a chain whether something is as it should be; enough of them must say so. */
import type { Client } from 'viem'
import type { ChainSettings } from '../../shared/chains.ts'
import { hostOf } from '../../shared/chains/agreement.ts'
import { RetryableError } from '../../shared/errors.ts'
import { detailsOf, RpcUnavailable } from '../chain-errors.ts'

/**
 * Lets each node look for what is not as it should be; `findStrange` says it in words, or null.
 *
 * @throws where a node that answers shows something strange; `RetryableError` where too few answer
 */
export async function verifyOnNodes(
  chain: ChainSettings,
  nodes: Client[],
  hostsMin: number,
  what: string,
  findStrange: (node: Client) => Promise<string | null>,
): Promise<void> {
  const answers = await Promise.allSettled(nodes.map(findStrange))
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
