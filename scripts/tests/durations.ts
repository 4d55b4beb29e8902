/**
 * Prints how long a runner took, and its slowest files: the suite stays quick only where somebody sees what makes it
 * slow.
 */
import { relative } from 'node:path'
import type { RunnerResult } from './runners.ts'

const slowestShown = 10

const seconds = (ms: number): string => (ms / 1_000).toFixed(1).padStart(6)

/** Describes, in a line each, the whole and the ten slowest files. */
export function describeDurations({ runner, durationMs, files }: RunnerResult): string[] {
  const slowest = files.toSorted((one, other) => other.durationMs - one.durationMs)
  return [
    `${runner} took ${Math.round(durationMs / 1_000)} s${slowest.length > 0 ? '; its slowest files, in s:' : ''}`,
    ...slowest
      .slice(0, slowestShown)
      .map(({ file, durationMs: ms }) => `${seconds(ms)}  ${relative(process.cwd(), file)}`),
  ]
}
