/** Names and addresses of machines, as settings and addresses write them. */
import { isIPv6 } from 'node:net'

const loopback = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/i

/** Whether a name or an address stands for the machine that uses it, whichever that is. */
export const isLoopback = (host: string): boolean => loopback.test(host)

/** A host as it stands in an address of the web. */
export const toUrlHost = (host: string): string => (isIPv6(host) ? `[${host}]` : host)
