/** Says how many nodes of a chain must agree before money is credited. Nodes of one provider count as one. */
import { z } from 'zod'
import type { Network } from '../network.ts'
import { type NodeAddress, urlOf } from './nodes.ts'
import { countedBy, providerOf } from './provider.ts'

/** Fields of a chain in the chains file. */
export const agreementFields = {
  /** Two where the addresses have two hosts, else one. */
  nodesToAgree: z.int().min(1).max(10).optional(),
}

type Chain = {
  network: Network
  embedded: boolean
  rpcUrls: NodeAddress[]
  nodesToAgree?: number | undefined
}

const nodesToAgreeByDefault = 2

/** Returns the name of the node behind an RPC address, which is all that may be shown of it. */
export const hostOf = providerOf

export const nodesToAgreeOf = (chain: Chain): number =>
  chain.nodesToAgree ?? Math.max(1, Math.min(nodesToAgreeByDefault, hostsOf(chain).length))

/** Names what is wrong with the number of a chain's nodes, in the terms of the chains file; null if nothing. */
export function refuseTooFewNodes(chain: Chain): string | null {
  const { network, embedded, rpcUrls, nodesToAgree } = chain
  const repeated = rpcUrls.find(
    (one, index) => rpcUrls.findIndex((other) => hrefOf(other) === hrefOf(one)) !== index,
  )
  if (repeated) return `the same address of ${hostOf(repeated)} is there twice: remove one`
  if (embedded) return null
  const hosts = hostsOf(chain)
  const named = `${hosts.length} (${hosts.join(', ')})`
  if (nodesToAgree !== undefined && nodesToAgree > hosts.length)
    return `"nodesToAgree" is ${nodesToAgree}, but there are RPC addresses of fewer different hosts: ${named}. ${howToTellApart}`
  if (network === 'MainNet' && nodesToAgree === undefined && hosts.length < nodesToAgreeByDefault)
    return `needs RPC addresses of two different hosts, because one node alone could credit money that does not exist; there are ${named}. Add one of another provider, or take the risk by "nodesToAgree": 1. ${howToTellApart}`
  return null
}

const howToTellApart =
  'Ports, paths and other names of one host count as one; of addresses that really are two providers say so: { "url": …, "provider": … }'

const hrefOf = (address: NodeAddress): string => new URL(urlOf(address)).href

const hostsOf = ({ network, rpcUrls }: Chain): string[] => [
  ...new Set(countedBy(network, rpcUrls).map(hostOf)),
]
