/** Why a row of the outbox waits is known by name; the sentence beside it is for people alone. */
import { expect, test } from 'vitest'
import { heldBackReasons, waitFor, waitReasons } from '../../src/core/reasons/wait-reasons.ts'
import { sourceFiles } from '../shape/source-files.ts'

test('every reason has a text for people, and some wait for others than us', () => {
  expect(waitReasons.filter((reason) => waitFor(reason).text === '')).toEqual([])
  expect(heldBackReasons).toContain('Others')
  expect(heldBackReasons).not.toContain('FullLane')
})

test('no query of the service compares the sentence', () => {
  const comparison = /\b(?:where|and|or|on|not)\s+(?:coalesce\()?(?:\w+\.)?last_error\b/
  const comparing = sourceFiles(['src'], ['.ts']).filter(({ text }) => comparison.test(text))
  expect(comparing.map(({ path }) => path)).toEqual([])
})
