import { chmodSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/**
 * Makes a directory that is removed when the run ends. Every account may enter it, because
 * PostgreSQL runs under another one where the tests run as root.
 */
export function newDirectory(name: string): string {
  const directory = mkdtempSync(join(inject('temporaryDirectory'), `${name}-`))
  chmodSync(directory, 0o755)
  return directory
}
