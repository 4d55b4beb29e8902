/**
 * Reads the files that settings name. Whoever puts the key itself where its file belongs finds neither it in the log nor
 * the error of the system, which quotes it.
 */
import { readFileSync } from 'node:fs'

/** A key in base64 may begin as a path does. */
const keyForm = /^[A-Za-z0-9+/]{40,}={0,2}$/
const pathCharactersMax = 300

/** Returns what a setting names as it may be shown; null where it may be a secret and no path. */
const shownPath = (path: string): string | null =>
  /^[./]/.test(path) && !keyForm.test(path) && path.length <= pathCharactersMax ? path : null

/** Says why a file cannot be read: with its path where that is one, and with the code of the error alone. */
function whyNoFile(path: string, cause: unknown): string {
  const { code = 'unknown error' } = cause as NodeJS.ErrnoException
  const shown = shownPath(path)
  return shown === null
    ? `names no file that is there and can be read (${code}); it has to be the path of a file, and what it is is not shown`
    : `${JSON.stringify(shown).slice(1, -1)} cannot be read: ${code}`
}

/** @throws an error that names the setting, and quotes nothing but a path */
export function readNamedFile(setting: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    // Without the cause, which quotes what it was given.
    throw new Error(`${setting}: ${whyNoFile(path, cause)}`)
  }
}
