/** A secret in a file that only this account may read, made once. */
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Returns the text of the file; makes it first, with the text of `make`, where there is none. */
export function readOrMakeSecret(path: string, make: () => string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, `${make()}\n`, { mode: 0o600, flush: true })
  try {
    // A finished file is linked into place: two services that start together use the same secret.
    linkSync(unfinished, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}
