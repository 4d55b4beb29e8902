/** Asks the nodes of each host the same question, where no node may decide alone. */
import type { Client } from 'viem'
import { askNodes } from '../ask-nodes.ts'
import type { ConnectedChain } from '../clients.ts'
import { hostOfNode, pickOneOfEachHost } from './node-hosts.ts'

type Nodes = Pick<ConnectedChain, 'nodes' | 'rpcUrls'>
export type HostAnswer<Answer> = { host: string; answer: Answer }

/**
 * Asks every host, and returns at least one answer; of several nodes of a host the first that answers
 * counts. A host that fails or is slow is left out.
 *
 * @throws `RpcUnavailable` when none answers
 */
export const askEachHost = <Answer>(
  chain: Nodes,
  ask: (node: Client) => Promise<Answer>,
): Promise<HostAnswer<Answer>[]> =>
  askNodes(pickOneOfEachHost(chain), async (first) => {
    const host = hostOfNode(chain, first)
    const siblings = chain.nodes.filter((node) => hostOfNode(chain, node) === host)
    return { host, answer: await askInTurn(siblings, ask) }
  })

/**
 * Asks the nodes one after the other, and returns the first answer.
 *
 * @throws what the last one failed with
 */
export async function askInTurn<Answer>(
  nodes: readonly Client[],
  ask: (node: Client) => Promise<Answer>,
): Promise<Answer> {
  let failure: unknown = new Error('no node is there to be asked')
  for (const node of nodes)
    try {
      return await ask(node)
    } catch (error) {
      failure = error
    }
  throw failure
}
