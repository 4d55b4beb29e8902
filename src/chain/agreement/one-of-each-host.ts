import type { Client } from 'viem'
import { hostOf } from '../../shared/chains/agreement.ts'
import type { ConnectedChain } from '../clients.ts'

/** The first node of each host: several of one host count once. */
export function oneOfEachHost({
  nodes,
  rpcUrls,
}: Pick<ConnectedChain, 'nodes' | 'rpcUrls'>): Client[] {
  const hosts = rpcUrls.map(hostOf)
  return nodes.filter((_, index) => hosts.indexOf(hosts[index]!) === index)
}
