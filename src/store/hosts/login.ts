/** How a server of the database is logged in to, whichever it is. */
import { readFileSync } from 'node:fs'
import type { ClientConfig } from 'pg'
import type { DatabaseAddress, DatabaseTls } from '../../shared/database/address.ts'
import { errorText } from '../../shared/errors.ts'

export type Login = Required<Pick<ClientConfig, 'user' | 'password' | 'database' | 'ssl'>>

/** @throws where the file of the authority cannot be read */
export const loginOf = ({ user, password, database, tls }: DatabaseAddress): Login => ({
  user,
  password,
  database,
  ssl: tls === null ? false : tlsOptions(tls),
})

function tlsOptions({ mode, caFile }: DatabaseTls): Exclude<Login['ssl'], boolean> {
  if (mode === 'require' && caFile === null) return { rejectUnauthorized: false }
  const ca = caFile === null ? {} : { ca: readAuthority(caFile) }
  return mode === 'verify-full' ? ca : { ...ca, checkServerIdentity: () => undefined }
}

function readAuthority(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error(`sslrootcert: ${path} cannot be read: ${errorText(cause)}`, { cause })
  }
}
