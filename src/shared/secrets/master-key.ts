/**
 * Loads the master key: from MASTER_KEY, MASTER_KEY_FILE, or, for the local default, a file that is
 * made once. Without it no stored secret can be read again: back it up apart from the database.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ChainSettings } from '../chains.ts'
import { readOrMakeSecret } from './secret-file.ts'
import type { Settings } from '../settings.ts'

const keyBytes = 32

export type MasterKeys = {
  /** Wraps all new data keys. */
  current: Buffer
  /** Opens the data keys that it wrapped before; null where no rotation is under way. */
  old: Buffer | null
}

type Given = Pick<
  Settings,
  'masterKey' | 'masterKeyOld' | 'dataDirectory' | 'databaseUrl' | 'allowUnsafeMainNet'
>

/**
 * Returns the master key's 32 bytes, and those of the one before it.
 *
 * @throws where one is not the base64 of 32 bytes, or where a shared database would be sealed under
 * a key of this machine alone
 */
export function loadMasterKeys(settings: Given, chains: readonly ChainSettings[]): MasterKeys {
  const { masterKey, masterKeyOld } = settings
  return {
    current: masterKey
      ? decodeMasterKey(masterKey, 'MASTER_KEY')
      : keyOfThisMachine(settings, chains),
    old: masterKeyOld ? decodeMasterKey(masterKeyOld, 'MASTER_KEY_OLD') : null,
  }
}

function keyOfThisMachine(settings: Given, chains: readonly ChainSettings[]): Buffer {
  const path = join(settings.dataDirectory, 'master.key')
  const isShared = settings.databaseUrl !== null && chains.some(({ embedded }) => !embedded)
  if (isShared && !settings.allowUnsafeMainNet)
    throw new Error(
      `MASTER_KEY is needed where DATABASE_URL is set and a chain is not local: ${
        existsSync(path)
          ? `set it to what ${path} holds, and keep a copy apart from the database`
          : 'make one with `openssl rand -base64 32`, and keep a copy apart from the database'
      }`,
    )
  const text = readOrMakeSecret(path, () => randomBytes(keyBytes).toString('base64'))
  return decodeMasterKey(text, path)
}

/** Reads a key from its base64; `from` names where it was found. */
export function decodeMasterKey(text: string, from: string): Buffer {
  const key = Buffer.from(text, 'base64')
  if (key.length === keyBytes) return key
  throw new Error(
    `${from} must be ${keyBytes} bytes in base64 and has ${key.length}; make one with: openssl rand -base64 32`,
  )
}
