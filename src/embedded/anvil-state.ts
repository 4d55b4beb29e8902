import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'

/**
 * Copies a complete state file, and restores the copy where the file was cut short: anvil writes it in
 * place, so a `kill -9` at that moment leaves half of it.
 */
export function secureState(stateFile: string): void {
  const copy = `${stateFile}.previous`
  if (isWhole(stateFile)) copyFileSync(stateFile, copy)
  else if (isWhole(copy)) copyFileSync(copy, stateFile)
  else rmSync(stateFile, { force: true })
}

function isWhole(stateFile: string): boolean {
  if (!existsSync(stateFile)) return false
  try {
    JSON.parse(readFileSync(stateFile, 'utf8'))
    return true
  } catch {
    return false
  }
}
