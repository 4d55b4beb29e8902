/**
 * Resolves the host of a webhook's URL to addresses. The caller connects to exactly these, so a name
 * that resolves differently a moment later gains nothing.
 *
 * The system's resolver blocks one of four threads that the whole process shares, for as long as a
 * dead name server lets it. So DNS is asked without it first, and only names that DNS does not know,
 * such as those of a hosts file, go on to it.
 */
import { type LookupAddress, NOTFOUND, TIMEOUT } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { errorText } from '../shared/errors.ts'
import { isPublicAddress } from './public-address.ts'

const resolveTimeoutMs = 1_000
const resolveTriesMax = 2

/** The target cannot be used; the message explains why to the merchant. */
export class TargetRefused extends Error {
  override name = 'TargetRefused'
}

export type TargetRules = {
  /** Lets webhooks go to loopback and private addresses: for a service that runs for itself. */
  allowPrivateTargets: boolean
  /** DNS servers, `address:port`, instead of the system's. */
  dnsServers?: string[]
}

/**
 * Finds the addresses of a host, which may itself be an address.
 *
 * @throws TargetRefused where there is none, or where one is not of the open Internet
 */
export async function resolveTarget(host: string, rules: TargetRules): Promise<LookupAddress[]> {
  const addresses = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await resolveName(host, rules.dnsServers)
  const refused = addresses.find(({ address }) => !isPublicAddress(address))
  if (refused && !rules.allowPrivateTargets)
    throw new TargetRefused(`${host} is ${refused.address}, which is not a public address`)
  return addresses
}

async function resolveName(host: string, dnsServers?: string[]): Promise<LookupAddress[]> {
  const isLocalName = !host.includes('.') || host.endsWith('.localhost')
  if (isLocalName) return askSystem(host)
  const resolver = new Resolver({ timeout: resolveTimeoutMs, tries: resolveTriesMax })
  if (dnsServers) resolver.setServers(dnsServers)
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = [...toAddresses(four, 4), ...toAddresses(six, 6)]
  if (found.length) return found
  if ([four, six].some((answer) => isFailure(answer, TIMEOUT)))
    throw new TargetRefused(`the name servers of ${host} do not answer`)
  return askSystem(host)
}

async function askSystem(host: string): Promise<LookupAddress[]> {
  try {
    return await lookup(host, { all: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === NOTFOUND ? 'there is no such name' : errorText(error)
    throw new TargetRefused(`${host} cannot be resolved: ${why}`, { cause: error })
  }
}

function toAddresses(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  if (answer.status === 'rejected') return []
  return answer.value.map((address) => ({ address, family }))
}

function isFailure(answer: PromiseSettledResult<unknown>, code: string): boolean {
  return answer.status === 'rejected' && (answer.reason as NodeJS.ErrnoException).code === code
}
