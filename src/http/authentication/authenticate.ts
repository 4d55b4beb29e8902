/**
 * Finds out which merchant a request comes from. An unknown key name (404) and a wrong secret (403)
 * are told apart, because merchants look for the fault by it, but take the same work.
 */
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../shared/clock.ts'
import type { ChainDirectory } from '../../shared/chain-directory.ts'
import { Problem } from '../../shared/problems.ts'
import { isSameSecret } from '../../shared/secrets/tokens.ts'
import type { Owner } from '../../shared/owner.ts'
import type { ApiKeyCache } from './api-key-cache.ts'
import { type Credentials, readCredentials } from './credentials.ts'
import { requireNoDemo } from './demo.ts'
import { isSignedBy, readTimestampMs, type SignedRequest } from './signature.ts'

/** The merchant and network that a request speaks for, and the key that says so. */
export type Caller = {
  owner: Owner
  keyName: string
  /** The signature of a signed request, in lower case; null under Basic. */
  signature: string | null
}

const whereKeysAreMade =
  'Keys are made in the dashboard under Settings, Integration, by Create new API Key.'
const skewMaxSeconds = 300
const keyNamePattern = /^[\x21-\x7e]{1,200}$/
/** Stands in for the secret of a key that does not exist. */
const decoySecret = randomBytes(32).toString('base64url')

type Keys = Pick<ApiKeyCache, 'find'>

/** Returns the caller; throws `Unauthorized`, `CompanyApiKeyNotFound` or `Forbidden`. */
export async function authenticateMerchant(
  request: SignedRequest & { rawHeaders: string[] },
  { keys, clock, directory }: { keys: Keys; clock: Clock; directory: ChainDirectory },
): Promise<Caller> {
  const credentials = readCredentials(request.rawHeaders)
  const { name } = credentials
  const key = keyNamePattern.test(name) ? await keys.find(name) : null
  const isGenuine = isProvenBy(key?.secret ?? decoySecret, credentials, request)
  if (!key)
    throw new Problem(
      'CompanyApiKeyNotFound',
      `There is no API key '${name.slice(0, 100)}'. ${whereKeysAreMade}`,
    )
  if (!isGenuine) throw new Problem('Forbidden', whyNotGenuine(credentials))
  if (credentials.method === 'signature') requireFresh(credentials.timestamp, clock.realNow())
  requireNoDemo(key, directory)
  const signature = credentials.method === 'signature' ? credentials.signature.toLowerCase() : null
  const { merchantId, network } = key
  return { owner: { merchantId, network }, keyName: key.name, signature }
}

/** Finds the key that a request names, whether it proves it or not; null where it names none that there is. */
export async function findNamedKey(rawHeaders: string[], keys: ApiKeyCache) {
  try {
    const { name } = readCredentials(rawHeaders)
    return keyNamePattern.test(name) ? await keys.find(name) : null
  } catch {
    return null
  }
}

function isProvenBy(secret: string, credentials: Credentials, request: SignedRequest): boolean {
  return credentials.method === 'basic'
    ? isSameSecret(credentials.secret, secret)
    : isSignedBy(secret, request, credentials)
}

function whyNotGenuine({ method, name }: Credentials): string {
  if (method === 'basic') return `The secret of the API key '${name}' is wrong.`
  return (
    `The signature under the API key '${name}' is wrong. It is the hex HMAC-SHA256, with the secret ` +
    'as key, of x-api-ts, the method, path and query, and the body bytes, with nothing between them.'
  )
}

function requireFresh(timestamp: string, now: Date): void {
  const sentAtMs = readTimestampMs(timestamp)
  if (sentAtMs === null)
    throw new Problem(
      'Forbidden',
      `x-api-ts is '${timestamp.slice(0, 40)}'; send Unix time in seconds (10 digits) or milliseconds (13).`,
    )
  const skewSeconds = Math.floor(sentAtMs / 1000) - Math.floor(now.getTime() / 1000)
  if (Math.abs(skewSeconds) <= skewMaxSeconds) return
  const side = skewSeconds < 0 ? 'behind' : 'ahead of'
  throw new Problem(
    'Forbidden',
    `x-api-ts is ${Math.abs(skewSeconds)} s ${side} the server's clock, and ${skewMaxSeconds} s are allowed; set the client's clock.`,
  )
}
