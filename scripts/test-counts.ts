/** How many tests passed, failed and were left out, in one runner or in all. */
import { readFileSync } from 'node:fs'

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

/** Reads the report of vitest's JSON reporter. A file that could not be loaded is one failure. */
export function readVitestReport(file: string): TestCounts {
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

export function addCounts(counts: TestCounts[]): TestCounts {
  const sum = (key: keyof TestCounts) => counts.reduce((total, one) => total + one[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}
