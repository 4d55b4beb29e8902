/** Groups nodes by the host of their address: several of one host count as one. */
import type { Client } from 'viem'
import { hostOf } from '../../shared/chains/agreement.ts'
import type { ConnectedChain } from '../clients.ts'

type Nodes = Pick<ConnectedChain, 'nodes' | 'rpcUrls'>

/** Returns the host by which a chain's node is known; for a reader of all nodes, the host of the first. */
export const hostOfNode = ({ nodes, rpcUrls }: Nodes, node: Client): string =>
  hostOf(rpcUrls[nodes.indexOf(node)] ?? rpcUrls[0]!)

/** Returns the first node of each host. */
export function pickOneOfEachHost({ nodes, rpcUrls }: Nodes): Client[] {
  const hosts = rpcUrls.map(hostOf)
  return nodes.filter((_, index) => hosts.indexOf(hosts[index]!) === index)
}
