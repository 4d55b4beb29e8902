/**
 * Where the master key comes from: the setting MASTER_KEY, or, for the local default,
 * a file that is made once. Without it no stored secret can be read again: back it up
 * apart from the database.
 */
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const keyBytes = 32

/**
 * Returns the master key's 32 bytes.
 *
 * @throws where MASTER_KEY, or the file, is not the base64 of 32 bytes
 */
export function loadMasterKey(setting: string | undefined, dataDirectory: string): Buffer {
  if (setting) return decode(setting, 'MASTER_KEY')
  const path = join(dataDirectory, 'master.key')
  createOnce(path, dataDirectory)
  return decode(readFileSync(path, 'utf8').trim(), path)
}

/** Links a finished file into place: two services that start together use the same key. */
function createOnce(path: string, directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${process.pid}`
  const text = `${randomBytes(keyBytes).toString('base64')}\n`
  writeFileSync(unfinished, text, { mode: 0o600, flush: true })
  try {
    linkSync(unfinished, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
}

function decode(text: string, from: string): Buffer {
  const key = Buffer.from(text, 'base64')
  if (key.length === keyBytes) return key
  throw new Error(
    `${from} must be ${keyBytes} bytes in base64 and has ${key.length}; make one with: openssl rand -base64 32`,
  )
}
