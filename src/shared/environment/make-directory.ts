/** The directories that settings name. */
import { accessSync, constants, mkdirSync } from 'node:fs'
import { errorText } from '../errors.ts'

/** Makes a directory, where it is not there. @throws where this account cannot make it, or not write into it */
export function makeDirectory(setting: string, path: string, mode?: number): void {
  try {
    mkdirSync(path, { recursive: true, ...(mode !== undefined && { mode }) })
    accessSync(path, constants.W_OK)
  } catch (cause) {
    throw new Error(
      `${setting}: ${path} cannot be written into by this account: ${errorText(cause)}; make it, and give it to the account, or name another`,
      { cause },
    )
  }
}
