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

/** Reads the report of vitest's JSON reporter, file by file. A file that failed beside its tests, or could not be loaded, is one failure. */
export function readVitestReport(file: string): FileResult[] {
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  return report.testResults.map(readFileResult)
}

function readFileResult(found: VitestReport['testResults'][number]): FileResult {
  const { name, status, message, startTime, endTime, assertionResults } = found
  const withStatus = (wanted: string) => assertionResults.filter((one) => one.status === wanted)
  const failures = withStatus('failed').map(({ fullName, failureMessages }) => ({
    file: name,
    title: fullName,
    message: failureMessages.join('\n'),
  }))
  if (status === 'failed' && failures.length === 0) {
    const title =
      assertionResults.length === 0 ? 'did not load' : 'failed before or after its tests'
    failures.push({ file: name, title, message })
  }
  const passed = withStatus('passed').length
  const skipped = assertionResults.length - passed - withStatus('failed').length
  return {
    file: name,
    durationMs: endTime - startTime,
    counts: { passed, failed: failures.length, skipped },
    failures,
  }
}

/** Finds what vitest says of errors outside of all tests, which its report leaves out; null where there were none. */
export function findUnhandledErrors(output: string): string | null {
  const plain = stripVTControlCharacters(output)
  const begin = plain.indexOf(unhandledBegin)
  return begin === -1 ? null : plain.slice(begin, begin + unhandledCharactersMax)
}

const unhandledBegin = 'Vitest caught '
const unhandledCharactersMax = 5_000

export type FileResult = {
  /** An absolute path. */
  file: string
  durationMs: number
  counts: TestCounts
  failures: TestFailure[]
}

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
  testResults: {
    name: string
    status: string
    message: string
    startTime: number
    endTime: number
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

export function addCounts(counts: TestCounts[]): TestCounts {
  const sum = (key: keyof TestCounts) => counts.reduce((total, one) => total + one[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}
