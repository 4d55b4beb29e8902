/**
 * The address that a request is counted under. An owner of one IPv6 address has at least 2^64 of
 * them, so a network of 64 bits counts as one; an IPv4 address counts the same in either form.
 */
import { normalizeIP } from '@fastify/rate-limit'
import { isIP } from 'node:net'

const networkBits = 64
const lengthMax = 64

/** A caller that has hung up has no address any more; all of these count as one. */
const noAddress = 'hung up'

/** A request as Fastify types it, which does not say that the address may be missing. */
export type Addressed = { ip: string | undefined }

/** `request.ip`, which follows `TRUST_PROXY`; some proxies write a port behind it. */
export function toCountedAddress({ ip }: Addressed): string {
  if (!ip) return noAddress
  const address = withoutPort(ip.trim())
  return isIP(address) === 0 ? address.slice(0, lengthMax) : normalizeIP(address, networkBits)
}

function withoutPort(text: string): string {
  if (isIP(text) !== 0) return text
  const [, address = text] = /^\[?([^\]]+?)\]?(?::\d{1,5})?$/.exec(text) ?? []
  return isIP(address) === 0 ? text : address
}
