/**
 * Loads the master key: from MASTER_KEY, MASTER_KEY_FILE, or, for the local default, a file that is
 * made once. Without it no stored secret can be read again: back it up apart from the database.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChainSettings } from '../chains.ts'
import { readOrMakeSecret } from './secret-file.ts'
import type { Settings } from '../settings.ts'

const keyBytes = 32

/** The keys that this process was given. */
export type GivenKeys = {
  /** Wraps all new data keys; null where there is none yet, and one may be drawn. */
  current: Buffer | null
  /** Opens the data keys that it wrapped before; null where no rotation is under way. */
  old: Buffer | null
}

type MasterKeySettings = Pick<
  Settings,
  'masterKey' | 'masterKeyOld' | 'dataDirectory' | 'databaseUrl' | 'allowUnsafeMainNet'
>

/**
 * Returns the master key's 32 bytes, and those of the one before it; makes nothing.
 *
 * @throws where one is not the base64 of 32 bytes, or where a shared database would be sealed under
 * a key of this machine alone
 */
export function readMasterKeys(
  settings: MasterKeySettings,
  chains: readonly ChainSettings[],
): GivenKeys {
  const { masterKey, masterKeyOld } = settings
  return {
    current: masterKey
      ? decodeMasterKey(masterKey, 'MASTER_KEY')
      : keyOfThisMachine(settings, chains),
    old: masterKeyOld ? decodeMasterKey(masterKeyOld, 'MASTER_KEY_OLD') : null,
  }
}

/** Draws the key of a database that has none, into its file; another process on this machine may have been faster. */
export function makeMasterKey(settings: Pick<Settings, 'dataDirectory'>): Buffer {
  const path = masterKeyPath(settings)
  const text = readOrMakeSecret(path, () => randomBytes(keyBytes).toString('base64'))
  return decodeMasterKey(text, path)
}

/** The file of a key that was drawn. */
export const masterKeyPath = ({ dataDirectory }: Pick<Settings, 'dataDirectory'>): string =>
  join(dataDirectory, 'master.key')

function keyOfThisMachine(
  settings: MasterKeySettings,
  chains: readonly ChainSettings[],
): Buffer | null {
  const path = masterKeyPath(settings)
  const isThere = existsSync(path)
  const isShared = settings.databaseUrl !== null && chains.some(({ embedded }) => !embedded)
  if (isShared && !settings.allowUnsafeMainNet)
    throw new Error(
      `MASTER_KEY is needed where DATABASE_URL is set and a chain is not local: ${
        isThere
          ? `set it to what ${path} holds, and keep a copy apart from the database`
          : 'make one with `openssl rand -base64 32`, and keep a copy apart from the database'
      }`,
    )
  return isThere ? decodeMasterKey(readFileSync(path, 'utf8').trim(), path) : null
}

/** Reads a key from its base64; `from` names where it was found. */
export function decodeMasterKey(text: string, from: string): Buffer {
  const key = Buffer.from(text, 'base64')
  if (key.length === keyBytes) return key
  throw new Error(
    `${from} must be ${keyBytes} bytes in base64 and has ${key.length}; make one with: openssl rand -base64 32`,
  )
}
