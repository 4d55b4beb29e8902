/**
 * Counts the tests that passed, failed and were left out, in one runner or in all, and names the
 * failed ones.
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export interface TestCounts {
  passed: number
  failed: number
  skipped: number
}

export const noTests: TestCounts = { passed: 0, failed: 0, skipped: 0 }

/** Reads the closing line of a runner, `N passed, N failed` or `N passed, N failed, N skipped`. */
export function readClosingLine(output: string): TestCounts {
  const line = output.trimEnd().split('\n').at(-1) ?? ''
  const match = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line)
  return {
    passed: Number(match?.[1] ?? 0),
    failed: Number(match?.[2] ?? 0),
    skipped: Number(match?.[3] ?? 0),
  }
}

export function writeClosingLine({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}

/** Reads the report of vitest's JSON reporter. A file that failed beside its tests, or could not be loaded, is one failure. */
export function readVitestReport(file: string): { counts: TestCounts; failures: TestFailure[] } {
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  const files = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
  )
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + files.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  const failures = [
    ...files.map(({ name, message, assertionResults }) => ({
      file: name,
      title: assertionResults.length === 0 ? 'did not load' : 'failed before or after its tests',
      message,
    })),
    ...report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => ({
          file: name,
          title: fullName,
          message: failureMessages.join('\n'),
        })),
    ),
  ]
  return { counts, failures }
}

/** What vitest says of errors outside of all tests, which its report leaves out; null where there were none. */
export function findUnhandledErrors(output: string): string | null {
  const plain = stripVTControlCharacters(output)
  const begin = plain.indexOf(unhandledBegin)
  return begin === -1 ? null : plain.slice(begin, begin + unhandledCharactersMax)
}

const unhandledBegin = 'Vitest caught '
const unhandledCharactersMax = 5_000

export interface TestFailure {
  file: string
  title: string
  message: string
}

/** Describes a failure by file, title and the beginning of its message, for the end of a log. */
export function describeFailure({ file, title, message }: TestFailure, root: string): string {
  const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, messageLinesMax)
  return [`FAILED ${relative(root, file)}: ${title}`, ...lines.map((line) => `  ${line}`)].join(
    '\n',
  )
}

const messageLinesMax = 12

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

export function addCounts(counts: TestCounts[]): TestCounts {
  const sum = (key: keyof TestCounts) => counts.reduce((total, one) => total + one[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}
