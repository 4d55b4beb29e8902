/**
 * The options of the connection to NATS, from an address and the files that the settings name. An
 * error about a file names its setting.
 */
import { isIP } from 'node:net'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import {
  type Authenticator,
  type ConnectionOptions,
  credsAuthenticator,
  nkeyAuthenticator,
  type TlsOptions,
} from 'nats'
import { readNamedFile } from '../shared/environment/named-file.ts'
import { type NatsAddress, readNatsAddress } from '../shared/environment/nats-address.ts'
import type { NatsFiles, Role } from '../shared/nats-settings.ts'
import { inboxPrefixOf } from './subjects.ts'

export type NatsAccess = {
  url: string
  files?: NatsFiles
  /** The role that connects: its inbox has a name of its own, which no other role may listen to. */
  role?: Role
  /** Limits the wait for a server that does not answer yet. */
  waitMs?: number
  /** Stands before every subject; null where it is left out. */
  prefix?: string | null
  /** On how many servers the stream of events stands; 1 where it is left out. */
  replicas?: number
}

/** @throws where the address or a file is malformed; the error holds nothing that is secret */
export function accessOptions({ url, files, role }: NatsAccess): ConnectionOptions {
  const address = readNatsAddress(url)
  const authenticator = files ? authenticatorOf(files) : null
  if (authenticator && (address.user !== null || address.token !== null))
    throw new Error(
      'the address of NATS has a user, and NATS_CREDS_FILE or NATS_NKEY_FILE is set: use one of them',
    )
  return {
    servers: address.servers,
    ...(role && { inboxPrefix: inboxPrefixOf(role) }),
    ...(address.user !== null && { user: address.user, pass: address.password ?? '' }),
    ...(address.token !== null && { token: address.token }),
    ...(authenticator && { authenticator }),
    ...tlsOptions(address, files),
  }
}

/** Names the server and the user for errors, without their secrets. */
export function describeAccess({ url, files }: NatsAccess): string {
  const { servers, user, token } = readNatsAddress(url)
  const where = servers.join(', ')
  if (user !== null) return `${where} as the user '${user}'`
  if (token !== null) return `${where} with a token`
  if (files?.credentials) return `${where} with the credentials in ${files.credentials}`
  if (files?.nkey) return `${where} with the nkey in ${files.nkey}`
  return files?.certificate ? `${where} with the certificate in ${files.certificate}` : where
}

function authenticatorOf({ credentials, nkey }: NatsFiles): Authenticator | null {
  if (credentials !== null && nkey !== null)
    throw new Error('NATS_CREDS_FILE and NATS_NKEY_FILE are both set: use one of them')
  if (credentials !== null)
    return checked(
      credsAuthenticator(readNamedFile('NATS_CREDS_FILE', credentials)),
      `NATS_CREDS_FILE: ${credentials} holds no credentials of a user, as nsc writes them`,
    )
  if (nkey === null) return null
  const seed = new TextEncoder().encode(readNamedFile('NATS_NKEY_FILE', nkey).toString().trim())
  return checked(
    nkeyAuthenticator(seed),
    `NATS_NKEY_FILE: ${nkey} holds no seed of a user; it starts with SU`,
  )
}

/** Signs once, so that a wrong seed is named here and not, less clearly, while connecting. */
function checked(authenticator: Authenticator, problem: string): Authenticator {
  try {
    authenticator('nonce')
    return authenticator
  } catch {
    // Without the cause, which might quote the secret.
    throw new Error(problem)
  }
}

function tlsOptions(address: NatsAddress, files?: NatsFiles): { tls?: TlsOptions } {
  const { ca, certificate, key } = files ?? { ca: null, certificate: null, key: null }
  if ((certificate === null) !== (key === null))
    throw new Error('NATS_CERT_FILE and NATS_KEY_FILE belong together: one of them is not set')
  if (!address.isTls && ca === null && certificate === null) return {}
  const read = (setting: string, path: string) => readNamedFile(setting, path).toString()
  return {
    tls: {
      ...(ca !== null && { ca: read('NATS_CA_FILE', ca) }),
      ...(certificate !== null && { cert: read('NATS_CERT_FILE', certificate) }),
      ...(key !== null && { key: read('NATS_KEY_FILE', key) }),
      ...identityCheck(address),
    },
  }
}

/**
 * Checks a server that is named by its IP address against that address: nats.js gives Node no name
 * for it, and Node would take it for one called localhost.
 */
function identityCheck({ servers }: NatsAddress): object {
  const hosts = servers.map((server) => server.replace(/:\d+$/, '').replaceAll(/[[\]]/g, ''))
  const addresses = hosts.filter((host) => isIP(host) !== 0)
  if (addresses.length === 0 || hosts.includes('localhost')) return {}
  return {
    checkServerIdentity(name: string, certificate: PeerCertificate): Error | undefined {
      if (name !== 'localhost') return checkServerIdentity(name, certificate)
      const problems = addresses.map((host) => checkServerIdentity(host, certificate))
      return problems.includes(undefined) ? undefined : problems[0]
    },
  }
}
