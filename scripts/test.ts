/**
 * Runs every test there is: vitest's, and those of the contracts. Arguments go to vitest and leave
 * the contracts out: `npm test -- test/embedded`.
 *
 * The last line is the sum over all runners. A runner that fails, or runs nothing, fails the whole. Where all ran,
 * it is reported which transitions of the machines were taken by which path.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { resultsDirectory } from '../test/paths/path.ts'
import { readResults } from './paths/results.ts'
import { writeReports } from './paths/write-reports.ts'
import { runCommand } from './run-command.ts'
import {
  addCounts,
  describeFailure,
  findUnhandledErrors,
  noTests,
  readClosingLine,
  readVitestReport,
  type TestCounts,
  type TestFailure,
  writeClosingLine,
} from './test-counts.ts'

const reportFile = '.cache/vitest-report.json'
const vitestArguments = process.argv.slice(2)
const isWhole = vitestArguments.length === 0

interface RunnerResult {
  runner: string
  succeeded: boolean
  counts: TestCounts
  failures: TestFailure[]
  unhandled?: string | null
}

if (isWhole) rmSync(resultsDirectory, { recursive: true, force: true })
const results = [await runVitest()]
if (isWhole) results.push(await runContractTests())
if (isWhole) console.log(`paths: ${(await writeReports(readResults(), true)).files.join(', ')}`)

// Repeated at the end, because of a long log often only the end is at hand.
for (const failure of results.flatMap(({ failures }) => failures)) {
  console.log(describeFailure(failure, process.cwd()))
}
for (const { unhandled } of results) if (unhandled) console.log(unhandled)
for (const { runner, succeeded, counts } of results) {
  console.log(`${runner}: ${writeClosingLine(counts)}${succeeded ? '' : ' (the runner failed)'}`)
}
process.exitCode = results.every(isGreen) ? 0 : 1
console.log(writeClosingLine(addCounts(results.map(({ counts }) => counts))))

async function runVitest(): Promise<RunnerResult> {
  mkdirSync('.cache', { recursive: true })
  rmSync(reportFile, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const { succeeded, output } = await runCommand(
    ['vitest', 'run', ...reporters, ...vitestArguments],
    { show: true },
  )
  const { counts, failures } = existsSync(reportFile)
    ? readVitestReport(reportFile)
    : { counts: noTests, failures: [] }
  return { runner: 'vitest', succeeded, counts, failures, unhandled: findUnhandledErrors(output) }
}

async function runContractTests(): Promise<RunnerResult> {
  const { succeeded, output } = await runCommand(['scripts/test-contracts.ts'], { show: true })
  return { runner: 'contracts', succeeded, counts: readClosingLine(output), failures: [] }
}

function isGreen({ succeeded, counts }: RunnerResult): boolean {
  return succeeded && counts.failed === 0 && counts.passed > 0
}
