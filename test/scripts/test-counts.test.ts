import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  addCounts,
  noTests,
  readClosingLine,
  readVitestReport,
  writeClosingLine,
} from '../../scripts/test-counts.ts'
import { newDirectory } from '../support/temporary-directory.ts'

test('the sum over runners is said in one line, with skipped tests only where there are any', () => {
  const first = { passed: 3, failed: 1, skipped: 0 }
  const second = { passed: 2, failed: 0, skipped: 4 }
  expect(writeClosingLine(first)).toBe('3 passed, 1 failed')
  expect(writeClosingLine(addCounts([first, second]))).toBe('5 passed, 1 failed, 4 skipped')
})

test('a runner is counted by its last line, and one without such a line ran nothing', () => {
  const output = 'Allowance.t.sol: 9 passed, 9 failed\n12 passed, 0 failed, 1 skipped\n'
  expect(readClosingLine(output)).toEqual({ passed: 12, failed: 0, skipped: 1 })
  expect(readClosingLine('12 passed, 0 failed\nand then it crashed')).toEqual(noTests)
})

test('a test file that could not be loaded counts as a failure', () => {
  const file = join(newDirectory('report'), 'report.json')
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{}] },
    { status: 'passed', assertionResults: [{}] },
  ]
  const counts = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
  writeFileSync(file, JSON.stringify({ ...counts, testResults }))
  expect(readVitestReport(file)).toEqual({ passed: 1, failed: 2, skipped: 3 })
})
