/**
 * Separates a node's address from its secrets. Providers put their keys into the path, the query or a
 * header; of an address only scheme and host are ever shown.
 */
import type { NodeAddress } from '../../shared/chains/nodes.ts'

export type Endpoint = {
  /** Scheme and host: the only name that a log, an error or an answer may have for the node. */
  name: string
  url: string
  headers: Record<string, string>
  /** Removes the endpoint's secrets from a text, should the node repeat them. */
  redact(text: string): string
}

/** Shorter parts of a path, such as "v2" or "mainnet", are no keys. */
const secretLengthMin = 12

/** Splits an address of the chains file into an endpoint. */
export function endpointOf(address: NodeAddress): Endpoint {
  const { url, headers } =
    typeof address === 'string' ? { url: address, headers: {} as Record<string, string> } : address
  const { origin, username, password, pathname, search, searchParams } = new URL(url)
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const isLogin = username !== '' || password !== ''
  const basic = `Basic ${Buffer.from(login).toString('base64')}`
  const secrets = [
    ...pathname.split('/'),
    ...searchParams.values(),
    ...Object.values(headers).flatMap((value) => [value, ...value.split(' ')]),
    login,
    password,
    basic.slice('Basic '.length),
  ].filter((text) => text.length >= secretLengthMin)
  return {
    name: origin,
    url: `${origin}${pathname}${search}`,
    headers: { ...(isLogin && { authorization: basic }), ...headers },
    redact: (text) => secrets.reduce((left, secret) => left.replaceAll(secret, '[left out]'), text),
  }
}
