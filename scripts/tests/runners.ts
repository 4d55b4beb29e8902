/** The runners of the tests: vitest for each tier, forge for the contracts, and the planted faults. */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { runCommand } from '../run-command.ts'
import type { Tier } from './arguments.ts'
import {
  addCounts,
  type FileResult,
  findUnhandledErrors,
  readClosingLine,
  readVitestReport,
  type TestCounts,
} from './counts.ts'

export type RunnerResult = {
  runner: string
  succeeded: boolean
  counts: TestCounts
  files: FileResult[]
  /** Errors outside of all tests. */
  unhandled: string | null
  /** Tests that failed once, and not when they were run again alone. */
  unsteady: string[]
  durationMs: number
}

/** Runs vitest's tests of a tier, all of them or those that the arguments name. */
export async function runVitest(
  tier: Tier,
  vitestArguments: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<RunnerResult> {
  const reportFile = `.cache/vitest-${tier}.json`
  mkdirSync('.cache', { recursive: true })
  rmSync(reportFile, { force: true })
  const { succeeded, output, durationMs } = await runCommand(
    [
      'vitest',
      'run',
      `--project=${tier}-*`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
      ...vitestArguments,
    ],
    { show: true, environment },
  )
  const files = existsSync(reportFile) ? readVitestReport(reportFile) : []
  return {
    runner: tier,
    succeeded,
    counts: addCounts(files.map(({ counts }) => counts)),
    files,
    unhandled: findUnhandledErrors(output),
    unsteady: [],
    durationMs,
  }
}

export const runContractTests = (): Promise<RunnerResult> =>
  runCounted('contracts', ['scripts/test-contracts.ts'])

/** Plants faults, all of them or a part, and counts those that are noticed. */
export const runPlantedFaults = (shard: string[]): Promise<RunnerResult> =>
  runCounted('planted faults', ['scripts/mutate.ts', ...shard])

/** Runs a command of ours whose last line is `N passed, N failed`. */
async function runCounted(runner: string, command: string[]): Promise<RunnerResult> {
  const { succeeded, output, durationMs } = await runCommand(command, { show: true })
  return {
    runner,
    succeeded,
    counts: readClosingLine(output),
    files: [],
    unhandled: null,
    unsteady: [],
    durationMs,
  }
}
