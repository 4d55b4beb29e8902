/**
 * Reads the address of a PostgreSQL as its own programs take it: one server, or several of which one
 * takes writes. Errors name what is wrong and quote nothing that is secret.
 */

import { z } from 'zod'
import { errorText } from '../errors.ts'

export type DatabaseHost = { host: string; port: number }

/** Says how the server's certificate is checked: not at all, by its authority, or by its name as well. */
export type DatabaseTls = { mode: 'require' | 'verify-ca' | 'verify-full'; caFile: string | null }

export type DatabaseAddress = {
  hosts: readonly DatabaseHost[]
  user: string
  password: string
  database: string
  /** Null: without TLS. */
  tls: DatabaseTls | null
}

const example = 'postgresql://user:password@host:5432/database'
const wrongForm = `must be like ${example}, with what is neither letter nor digit percent-encoded`
const defaultPort = 5432
const shape =
  /^postgres(?:ql)?:\/\/(?:(?<login>[^@/?#]*)@)?(?<hosts>[^/?#]+)(?:\/(?<database>[^/?#]*))?(?:\?(?<query>[^#]*))?$/
const hostShape = /^(?<host>\[[0-9a-f:.]+\]|[^\s:@[\]]+)(?::(?<port>\d{1,5}))?$/i
const tlsModes = ['require', 'verify-ca', 'verify-full'] as const
const parameters = ['target_session_attrs', 'sslmode', 'sslrootcert']

/** An address may ask this of the session: that it can write. */
const sessions = ['read-write', 'primary']

/** @throws an error that says which part is wrong */
export function readDatabaseAddress(url: string): DatabaseAddress {
  const { login, hosts, database, query } = shape.exec(url)?.groups ?? {}
  if (hosts === undefined) throw new Error(wrongForm)
  const servers = hosts.split(',').map(readHost)
  // An @ comes once, after the login: what stands before another one is the rest of a password, whichever part it seems to be.
  if (`${database ?? ''}${query ?? ''}`.includes('@')) throw new Error(wrongForm)
  const [user = '', ...passwordParts] = (login ?? '').split(':')
  const asked = new Map(new URLSearchParams(query ?? ''))
  requireParameters(asked)
  return {
    hosts: servers,
    user: decode(user),
    password: decode(passwordParts.join(':')),
    database: decode(database ?? ''),
    tls: readTls(asked),
  }
}

export const DatabaseUrl = z.string().superRefine((url, context) => {
  try {
    readDatabaseAddress(url)
  } catch (error) {
    context.addIssue({ code: 'custom', message: errorText(error) })
  }
})

/** The same address for each of its servers alone. */
export function addressOfEach(url: string): string[] {
  const { hosts } = readDatabaseAddress(url)
  return hosts.map((host) => addressOf(url, host))
}

/** The same address with another server, and no other. */
function addressOf(url: string, { host, port }: DatabaseHost): string {
  const named = host.includes(':') ? `[${host}]` : encodeURIComponent(host)
  return url.replace(/^([a-z]+:\/\/(?:[^@/?#]*@)?)[^/?#]+/, `$1${named}:${port}`)
}

function readHost(text: string, index: number): DatabaseHost {
  const { host, port } = hostShape.exec(text.trim())?.groups ?? {}
  if (host === undefined)
    throw new Error(
      `server ${index + 1} is no host with a port, such as db.example.com:${defaultPort}; percent-encode in a password what is neither letter nor digit, such as @ as %40, / as %2F and ? as %3F`,
    )
  return {
    host: decode(host.replaceAll(/[[\]]/g, '')),
    port: port === undefined ? defaultPort : Number(port),
  }
}

/** Nothing is quoted: with a password that is not percent-encoded, its rest stands here. */
function requireParameters(asked: Map<string, string>): void {
  if ([...asked.keys()].some((name) => !parameters.includes(name)))
    throw new Error(`has a parameter that is none of ${parameters.join(', ')}`)
  const session = asked.get('target_session_attrs')
  if (session !== undefined && !sessions.includes(session))
    throw new Error(`has another target_session_attrs: here it may be ${sessions.join(', ')}`)
}

function readTls(asked: Map<string, string>): DatabaseTls | null {
  const mode = asked.get('sslmode') ?? 'disable'
  const caFile = asked.get('sslrootcert') ?? null
  if (mode === 'disable') {
    if (caFile !== null) throw new Error('has sslrootcert and no sslmode: add sslmode=verify-full')
    return null
  }
  const known = tlsModes.find((one) => one === mode)
  if (known === undefined)
    throw new Error(`has another sslmode: it may be disable, ${tlsModes.join(', ')}`)
  return { mode: known, caFile }
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    // Without the cause, which might quote the secret.
    throw new Error('has something that is not percent-encoded: write % as %25')
  }
}
