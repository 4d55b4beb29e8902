/**
 * The provider behind an RPC address. Two addresses of one provider fail together and lie together, so
 * they count as one node. A provider is known by the name of the host, however it is written and with
 * any port or scheme, unless the operator names it.
 */
import type { Network } from '../network.ts'
import { type NodeAddress, urlOf } from './nodes.ts'

const loopback =
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f.*\])$/
const thisMachine = 'localhost'

/** Returns the name that distinguishes a node, which is all that may be shown of its address. */
export function providerOf(address: NodeAddress): string {
  if (typeof address !== 'string' && address.provider) return address.provider.toLowerCase()
  const { hostname, port } = new URL(urlOf(address))
  const host = hostname.replace(/\.+$/, '')
  if (!loopback.test(host)) return host
  // Programs on this machine, as in development, differ by their ports, not by its many names.
  return port ? `127.0.0.1:${port}` : '127.0.0.1'
}

/**
 * Returns the addresses as a network counts them: where money is real, all ports of this machine are
 * one provider, because tunnels and proxies to one node end there.
 */
export const countedBy = (network: Network, addresses: NodeAddress[]): NodeAddress[] =>
  network === 'MainNet' ? addresses.map(withoutPort) : addresses

function withoutPort(address: NodeAddress): NodeAddress {
  const node = typeof address === 'string' ? { url: address, headers: {} } : address
  const host = new URL(node.url).hostname.replace(/\.+$/, '')
  return node.provider || !loopback.test(host) ? address : { ...node, provider: thisMachine }
}
