/**
 * Tells addresses of the open Internet from others. Merchants choose the URLs of webhooks, which must
 * not become a way into the operator's own network; so every address that IANA lists as special, and
 * those at which clouds hand out credentials, are refused.
 */
import { BlockList, isIP } from 'node:net'

const specialIPv4: [network: string, prefix: number][] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carriers' own, and one cloud's metadata
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // a cloud's host, for its guests only
  ['169.254.0.0', 16], // link-local, and most clouds' metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments, and one cloud's metadata
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
]

/** Only 2000::/3 of IPv6 is handed out; loopback, local, mapped and NAT64 lie outside of it. */
const globalIPv6: [network: string, prefix: number] = ['2000::', 3]
const specialIPv6: [network: string, prefix: number][] = [
  ['2001::', 23], // protocol assignments, Teredo among them
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which carries any IPv4 address inside
  ['3fff::', 20], // documentation
]

const special = new BlockList()
for (const [network, prefix] of specialIPv4) special.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of specialIPv6) special.addSubnet(network, prefix, 'ipv6')
const handedOut = new BlockList()
handedOut.addSubnet(...globalIPv6, 'ipv6')

/** Tells whether a text is an IP address of the open Internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  if (family === 6) return handedOut.check(address, 'ipv6') && !special.check(address, 'ipv6')
  return false
}
