/**
 * Opens the connection for a webhook: resolves the host, refuses addresses that are not of the open
 * Internet, and connects to exactly the addresses that were checked. Certificates are checked,
 * whatever the environment says, and no proxy is used.
 */
import { once } from 'node:events'
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { resolveTarget, TargetRefused, type TargetRules } from './resolve.ts'
import { abortAfter } from '../shared/time.ts'

export const connectTimeoutMs = 3_000
const offered = ['h2', 'http/1.1']

/**
 * Connects to the host of an http or https URL, the TLS handshake included.
 *
 * @throws TargetRefused where the target may not be used, or is not there within 3 s
 * @throws the system's or OpenSSL's error otherwise
 */
export async function connectTo(url: URL, rules: TargetRules): Promise<Socket | TLSSocket> {
  const deadline = abortAfter(connectTimeoutMs)
  try {
    return await open(url, rules, deadline)
  } catch (error) {
    if (!deadline.aborted) throw error
    throw new TargetRefused(`no connection within ${connectTimeoutMs / 1000} s`, { cause: error })
  }
}

async function open(
  url: URL,
  rules: TargetRules,
  deadline: AbortSignal,
): Promise<Socket | TLSSocket> {
  const isSecure = readScheme(url) === 'https'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await Promise.race([resolveTarget(host, rules), rejection(deadline)])
  const lookup: LookupFunction = (_host, { all }, answer) =>
    all ? answer(null, addresses) : answer(null, addresses[0]!.address, addresses[0]!.family)

  const target = { host, port: Number(url.port || (isSecure ? 443 : 80)), lookup }
  const serverName = isIP(host) ? {} : { servername: host }
  const socket = isSecure
    ? connectTls({ ...target, ...serverName, rejectUnauthorized: true, ALPNProtocols: offered })
    : connectPlain(target)
  socket.on('error', () => undefined) // Its reader or writer gets the error too.
  try {
    await once(socket, isSecure ? 'secureConnect' : 'connect', { signal: deadline })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** @throws TargetRefused where it is another */
export function readScheme({ protocol }: URL): 'http' | 'https' {
  if (protocol === 'http:' || protocol === 'https:') return protocol === 'http:' ? 'http' : 'https'
  throw new TargetRefused(`webhooks go to http and https addresses, not to ${protocol}`)
}

async function rejection(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
}
