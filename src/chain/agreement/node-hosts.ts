/** Nodes by the host of their address: several of one host are one voice. */
import type { Client } from 'viem'
import { hostOf } from '../../shared/chains/agreement.ts'
import type { ConnectedChain } from '../clients.ts'

type Nodes = Pick<ConnectedChain, 'nodes' | 'rpcUrls'>

/** The host by which a chain's node is known; of a reader of all its nodes, that of the first. */
export const hostOfNode = ({ nodes, rpcUrls }: Nodes, node: Client): string =>
  hostOf(rpcUrls[nodes.indexOf(node)] ?? rpcUrls[0]!)

/** The first node of each host. */
export function oneOfEachHost({ nodes, rpcUrls }: Nodes): Client[] {
  const hosts = rpcUrls.map(hostOf)
  return nodes.filter((_, index) => hosts.indexOf(hosts[index]!) === index)
}
