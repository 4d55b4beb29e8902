/** The place in the log at which a run ended, kept for the next one. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Reads the log number; null where nothing readable is kept. */
export function readPosition(file: string): number | null {
  try {
    const { after } = JSON.parse(readFileSync(file, 'utf8')) as { after: unknown }
    return Number.isSafeInteger(after) ? (after as number) : null
  } catch {
    return null
  }
}

/** Replaces the file at once, so that a run that is killed leaves the one before. */
export function keepPosition(file: string, after: number): void {
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, `${JSON.stringify({ after })}\n`)
  renameSync(unfinished, file)
}
