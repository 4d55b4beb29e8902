/**
 * The address that a request is counted under. An owner of one IPv6 address has at least 2^64 of
 * them, so a network of 64 bits counts as one; an IPv4 address counts the same in either form. Who is given 48 bits has
 * 65,536 such networks, so these count together as well.
 */
import { isIP, isIPv4, isIPv6, SocketAddress } from 'node:net'

const groupsOfAddress = 8
/** Each group has 16 bits: 64 together, and 48. */
const groupsOfNetwork = 4
const groupsOfWideNetwork = 3
const mappedIpv4 = '::ffff:'
const lengthMax = 64

/** A caller that has hung up has no address any more; all of these count as one. */
const noAddress = 'hung up'

/** A request as Fastify types it, which does not say that the address may be missing. */
export type Addressed = { ip: string | undefined }

/** `request.ip`, which follows `TRUST_PROXY`; some proxies write a port behind it. */
export function toCountedAddress({ ip }: Addressed): string {
  if (!ip) return noAddress
  const address = withoutPort(ip.trim())
  if (isIP(address) === 0) return address.slice(0, lengthMax)
  return isIPv4(address) ? address : toNetwork(toShortest(address), groupsOfNetwork)
}

/** The network of 48 bits that a counted address is in; null where that is none of IPv6. */
export const toWideNetwork = (countedAddress: string): string | null =>
  isIPv6(countedAddress) ? toNetwork(countedAddress, groupsOfWideNetwork) : null

/** So many times what one address may have, its network of 48 bits may: phone companies give one to very many people. */
export const wideNetworkFactor = 10

/** The first groups of an IPv6 address in its shortest form; of one that stands for an IPv4 address, that one. */
function toNetwork(address: string, groupCount: number): string {
  const ipv4 = address.startsWith(mappedIpv4) ? address.slice(mappedIpv4.length) : ''
  if (isIPv4(ipv4)) return ipv4
  const [before = [], after = []] = address
    .split('::')
    .map((half) => half.split(':').filter(Boolean))
  const left = Math.max(groupsOfAddress - before.length - after.length, 0)
  const groups = [...before, ...Array<string>(left).fill('0'), ...after]
  return toShortest(`${groups.slice(0, groupCount).join(':')}::`)
}

/** Without the name of a link of this machine, which may stand behind `%`. */
function toShortest(address: string): string {
  const [bare = address] = address.split('%')
  return new SocketAddress({ address: bare, family: 'ipv6' }).address
}

function withoutPort(text: string): string {
  if (isIP(text) !== 0) return text
  const [, address = text] = /^\[?([^\]]+?)\]?(?::\d{1,5})?$/.exec(text) ?? []
  return isIP(address) === 0 ? text : address
}
