/** Logs in to a server of the database, whichever it is. */
import { checkServerIdentity } from 'node:tls'
import type { ClientConfig } from 'pg'
import type { DatabaseAddress, DatabaseHost, DatabaseTls } from '../../shared/database/address.ts'
import { readNamedFile } from '../../shared/environment/named-file.ts'

export type Login = Required<Pick<ClientConfig, 'user' | 'password' | 'database' | 'ssl'>>

/** @throws where the file of the authority cannot be read */
export const loginOf = ({ user, password, database, tls }: DatabaseAddress): Login => ({
  user,
  password,
  database,
  ssl: tls === null ? false : tlsOptions(tls),
})

/**
 * The same, to one server whose certificate has to be for that name or address. The driver gives Node no name for an
 * address, and Node would take each of them for one called localhost.
 */
export function loginTo<Known extends Login>(login: Known, { host, port }: DatabaseHost) {
  return { ...login, host, port, ssl: tlsTo(login.ssl, host) }
}

/** The same options of TLS, to the server at `host`; they stay as they are where no name is to be checked. */
export function tlsTo(ssl: Login['ssl'], host: string): Login['ssl'] {
  if (!ssl || ssl === true || ssl.rejectUnauthorized === false || ssl.checkServerIdentity)
    return ssl
  return {
    ...ssl,
    checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
  }
}

function tlsOptions({ mode, caFile }: DatabaseTls): Exclude<Login['ssl'], boolean> {
  if (mode === 'require' && caFile === null) return { rejectUnauthorized: false }
  const ca = caFile === null ? {} : { ca: readNamedFile('sslrootcert', caFile).toString() }
  return mode === 'verify-full' ? ca : { ...ca, checkServerIdentity: () => undefined }
}
