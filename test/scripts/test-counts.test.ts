import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  addCounts,
  describeFailure,
  findUnhandledErrors,
  noTests,
  readClosingLine,
  readVitestReport,
  writeClosingLine,
} from '../../scripts/tests/counts.ts'
import { newDirectory } from '../support/temporary-directory.ts'

test('the sum over all test runners is one line, with skipped tests only where there are any', () => {
  const first = { passed: 3, failed: 1, skipped: 0 }
  const second = { passed: 2, failed: 0, skipped: 4 }
  expect(writeClosingLine(first)).toBe('3 passed, 1 failed')
  expect(writeClosingLine(addCounts([first, second]))).toBe('5 passed, 1 failed, 4 skipped')
})

test('a test runner is counted by its last line, and one without such a line ran nothing', () => {
  const output = 'Allowance.t.sol: 9 passed, 9 failed\n12 passed, 0 failed, 1 skipped\n'
  expect(readClosingLine(output)).toEqual({ passed: 12, failed: 0, skipped: 1 })
  expect(readClosingLine('12 passed, 0 failed\nand then it crashed')).toEqual(noTests)
})

test('a test file that could not be loaded or stopped counts as a failure, and every failure is named', () => {
  const root = newDirectory('report')
  const file = join(root, 'report.json')
  const failed = {
    fullName: 'a sum is right',
    status: 'failed',
    failureMessages: ['\u001b[31mError: 1 is not 2\u001b[39m'],
  }
  const passed = { fullName: 'a sum exists', status: 'passed', failureMessages: [] }
  const testResults = [
    { name: join(root, 'test/a.test.ts'), status: 'failed', message: 'no a', assertionResults: [] },
    {
      name: join(root, 'test/b.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [passed, failed],
    },
    {
      name: join(root, 'test/c.test.ts'),
      status: 'passed',
      message: '',
      assertionResults: [passed, { fullName: 'later', status: 'pending', failureMessages: [] }],
    },
  ]
  testResults.push({
    name: join(root, 'test/d.test.ts'),
    status: 'failed',
    message: 'it did not stop',
    assertionResults: [passed],
  })
  writeFileSync(file, JSON.stringify({ testResults }))

  const files = readVitestReport(file)
  expect(addCounts(files.map(({ counts }) => counts))).toEqual({ passed: 3, failed: 3, skipped: 1 })
  const failures = files.flatMap((one) => one.failures)
  expect(failures.map((failure) => describeFailure(failure, root))).toEqual([
    'FAILED test/a.test.ts: did not load\n  no a',
    'FAILED test/b.test.ts: a sum is right\n  Error: 1 is not 2',
    'FAILED test/d.test.ts: failed before or after its tests\n  it did not stop',
  ])
})

test('what vitest says of errors outside of all tests is found in its output', () => {
  const said = 'Vitest caught 1 unhandled error during the test run.'
  expect(findUnhandledErrors(`✓ a test\n\u001b[31m${said}\u001b[39m\nError: no answer`)).toBe(
    `${said}\nError: no answer`,
  )
  expect(findUnhandledErrors('✓ a test')).toBeNull()
})
