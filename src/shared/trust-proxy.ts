/**
 * `TRUST_PROXY`: the entries of `X-Forwarded-For` that are believed. Proxies append to the entries that
 * the client wrote itself, so only the last ones are theirs: as many as there are proxies in front, or
 * those that came from addresses of their networks. To believe all of them is to believe the client.
 */
import { isIP } from 'node:net'
import { z } from 'zod'

/** None, the number of proxies in front, or the networks that they are in. */
export type TrustedProxies = false | number | string[]

const hopsMax = 10
/** The fewest prefix bits of a proxy network; with fewer, two networks could cover every address. */
const fewestBits = { 4: 8, 6: 16, uniqueLocal: 7 } as const
const namedNetworks = ['loopback', 'linklocal', 'uniquelocal']
const howTo =
  'write how many proxies stand in front, such as 1, or their addresses and networks, such as 203.0.113.7,fd00::/8'

export const TrustProxy = z
  .string()
  .default('false')
  .transform((text, context): TrustedProxies => {
    const trusted = parseTrustedProxies(text.trim())
    if (typeof trusted !== 'object' || Array.isArray(trusted)) return trusted
    context.addIssue({ code: 'custom', message: trusted.fault })
    return z.NEVER
  })

function parseTrustedProxies(text: string): TrustedProxies | { fault: string } {
  if (text === 'false') return false
  if (text === 'true')
    return { fault: `'true' would believe what the client itself writes; ${howTo}` }
  if (/^\d+$/.test(text)) {
    const hops = Number(text)
    if (hops > hopsMax) return { fault: `${text} proxies are more than ${hopsMax}; ${howTo}` }
    return hops === 0 ? false : hops
  }
  const networks = text.split(',').map((network) => network.trim())
  const wrong = networks.find((network) => !isNetwork(network))
  if (wrong === undefined) return networks
  return {
    fault: `'${wrong}' is no number, address or network of /8 or narrower (IPv6: /16, but fc00::/7); ${howTo}`,
  }
}

function isNetwork(text: string): boolean {
  if (namedNetworks.includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  if (bits === undefined) return true
  const fewest = isUniqueLocal(address) ? fewestBits.uniqueLocal : fewestBits[version === 4 ? 4 : 6]
  return (
    /^\d{1,3}$/.test(bits) && Number(bits) >= fewest && Number(bits) <= (version === 4 ? 32 : 128)
  )
}

/** Whether an address is of fc00::/7, which is never routed, so that no outsider has one. */
const isUniqueLocal = (address: string) => /^f[cd][0-9a-f]{2}:/i.test(address)
