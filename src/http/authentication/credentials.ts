/**
 * Reads who a request says it comes from: a key name and a secret (Basic), or a key
 * name and a signature. Both at once would leave open which one counts.
 */
import { badRequest, Problem } from '../../shared/problems.ts'
import { readHeader } from '../requests/headers.ts'

export type Credentials =
  | { method: 'basic'; name: string; secret: string }
  | { method: 'signature'; name: string; signature: string; timestamp: string }

const signatureHeaders = ['x-api-key', 'x-api-sig', 'x-api-ts'] as const

/** Reads the credentials; throws `Unauthorized` where they are missing or incomplete. */
export function readCredentials(rawHeaders: string[]): Credentials {
  const header = (name: string) => readHeader(rawHeaders, name)
  const authorization = header('authorization')
  const [name, signature, timestamp] = signatureHeaders.map(header)
  const isSigned = [name, signature, timestamp].some((value) => typeof value === 'string')
  if (authorization !== null && isSigned)
    throw badRequest([
      { path: 'authorization', message: 'comes together with x-api-… headers; send one method' },
    ])
  if (authorization !== null) return readBasic(authorization)
  if (!isSigned)
    throw unauthorized('send Authorization: Basic, or x-api-key, x-api-sig and x-api-ts')
  if (!name || !signature || !timestamp)
    throw unauthorized('a signed request needs all of x-api-key, x-api-sig and x-api-ts')
  return { method: 'signature', name, signature, timestamp }
}

function readBasic(authorization: string): Credentials {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(authorization)?.[1]
  if (encoded === undefined) throw unauthorized('the Authorization header is not HTTP Basic')
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const middle = pair.indexOf(':')
  if (middle < 0)
    throw unauthorized('Basic credentials are base64 of the key name, a colon, the secret')
  return { method: 'basic', name: pair.slice(0, middle), secret: pair.slice(middle + 1) }
}

function unauthorized(message: string): Problem {
  return new Problem('Unauthorized', `No usable credentials: ${message}.`, {
    headers: { 'www-authenticate': 'Basic realm="merchant API", charset="UTF-8"' },
  })
}
