/**
 * How many nodes of a chain must agree before money is credited. A node is known by the host of its
 * address: two addresses of one provider fail together and lie together, so they count as one.
 */
import { z } from 'zod'
import type { Network } from '../network.ts'
import { type NodeAddress, urlOf } from './nodes.ts'

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

/** The host of an RPC address: what its node is known by, and what may be shown of it. */
export const hostOf = (rpcUrl: NodeAddress): string => new URL(urlOf(rpcUrl)).host

export const nodesToAgreeOf = ({ rpcUrls, nodesToAgree }: Chain): number =>
  nodesToAgree ?? Math.max(1, Math.min(nodesToAgreeByDefault, hostsOf(rpcUrls).length))

/** What is wrong with how many nodes a chain has, in the words of the chains file; null if nothing. */
export function refuseTooFewNodes(chain: Chain): string | null {
  const { network, embedded, rpcUrls, nodesToAgree } = chain
  if (embedded) return null
  const hosts = hostsOf(rpcUrls)
  const named = `${hosts.length} (${hosts.join(', ')})`
  if (nodesToAgree !== undefined && nodesToAgree > hosts.length)
    return `"nodesToAgree" is ${nodesToAgree}, but there are RPC addresses of fewer different hosts: ${named}`
  if (network === 'MainNet' && nodesToAgree === undefined && hosts.length < nodesToAgreeByDefault)
    return `needs RPC addresses of two different hosts, because one node alone could credit money that does not exist; there are ${named}. Add one of another provider, or take the risk by "nodesToAgree": 1`
  return null
}

const hostsOf = (rpcUrls: NodeAddress[]): string[] => [...new Set(rpcUrls.map(hostOf))]
