/**
 * Decides whose `X-Forwarded-For` is believed. A number of proxies alone would let anybody who
 * reaches this port directly write any address, so the nearest proxy has to be on a network of our
 * own; a proxy with a public address is named by its network instead.
 */
import { BlockList, isIP } from 'node:net'
import type { TrustedProxies } from '../../shared/trust-proxy.ts'

/** Fastify asks for the connection's address first, as hop 0, then for the entries from the last on. */
type MayForward = (address: string | undefined, hop: number) => boolean

const ownNetworks = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  ownNetworks.addSubnet(network, bits, 'ipv4')
ownNetworks.addAddress('::1', 'ipv6')
ownNetworks.addSubnet('fc00::', 7, 'ipv6')
ownNetworks.addSubnet('fe80::', 10, 'ipv6')

/** Translates the setting for Fastify, which believes no plain number. */
export function toTrustProxy(trusted: TrustedProxies): false | string[] | MayForward {
  if (typeof trusted !== 'number') return trusted
  return (address, hop) => hop < trusted && (hop > 0 || isOnOwnNetwork(address))
}

/** A connection that is gone already has no address, and is believed nothing. */
function isOnOwnNetwork(address = ''): boolean {
  const [plain = ''] = address.split('%')
  const version = isIP(plain)
  return version !== 0 && ownNetworks.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}
