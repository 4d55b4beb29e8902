/**
 * Reads the address of a NATS: one server or several, with a user and password, or a token, as the
 * command line tools take them. Errors name what is wrong and quote nothing that is secret.
 */

/** `user` or `token`, never both. */
export type NatsAddress = {
  /** Host and port of each server. */
  servers: string[]
  /** Whether an address asks for TLS: `tls://`. */
  isTls: boolean
  user: string | null
  password: string | null
  token: string | null
}

const defaultPort = '4222'
const example = 'nats://user:password@host:4222'

type Server = { server: string; isTls: boolean; user: string; password: string }

/** @throws an error that names the server that is wrong, and the part of it */
export function readNatsAddress(url: string): NatsAddress {
  const texts = url.split(',').map((text) => text.trim())
  const servers = texts.map((text, index) =>
    readServer(
      text,
      texts.length === 1 ? 'the address of NATS' : `server ${index + 1} of NATS`,
      index === 0,
    ),
  )
  const named = servers.filter(({ user, password }) => user !== '' || password !== '')
  // A comma in a password seems to be one between servers: what stands before it has no login then.
  if (named.length > 0 && named.length < servers.length)
    throw new Error(
      `of several servers in a NATS address all have a user and password, or none: in a password, percent-encode what is neither letter nor digit, such as a comma as %2C`,
    )
  const [first] = named
  if (named.some(({ user, password }) => user !== first!.user || password !== first!.password))
    throw new Error(
      'the servers in a NATS address have different users or passwords: give all of them the same',
    )
  const isToken = first !== undefined && first.password === ''
  return {
    servers: servers.map(({ server }) => server),
    isTls: servers.some(({ isTls }) => isTls),
    user: first && !isToken ? first.user : null,
    password: first && !isToken ? first.password : null,
    token: isToken ? first.user : null,
  }
}

/** Whether all of its servers are on this machine, by their names. */
export const isLoopbackAddress = ({ servers }: NatsAddress): boolean =>
  servers.every((server) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]):\d+$/.test(server))

function readServer(text: string, name: string, isFirst: boolean): Server {
  const url = URL.parse(text.includes('://') ? text : `nats://${text}`)
  if (!url || url.hostname === '')
    throw new Error(
      `${name} is not like ${example}; percent-encode what is neither letter nor digit in a password`,
    )
  if (url.protocol !== 'nats:' && url.protocol !== 'tls:') {
    // Behind a comma it may be a part of a password.
    const begins = isFirst ? `starts with ${url.protocol}//` : 'starts with another protocol'
    throw new Error(`${name} ${begins}: use nats:// or tls://`)
  }
  if ((url.pathname !== '' && url.pathname !== '/') || url.search !== '' || url.hash !== '')
    throw new Error(
      `${name} has more than a host and a port; in a password, percent-encode /, ? and #`,
    )
  return {
    server: `${url.hostname}:${url.port || defaultPort}`,
    isTls: url.protocol === 'tls:',
    user: decode(url.username, name),
    password: decode(url.password, name),
  }
}

function decode(encoded: string, name: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    // Without the cause, which might quote the secret.
    throw new Error(`${name} has a user or password that is not percent-encoded: write % as %25`)
  }
}
