/** Every sentence of the specification and every promise has tests, and the tests that are named are there. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { outdatedPages, requirementPages } from '../../scripts/requirements/pages.ts'
import { promises } from '../../scripts/requirements/promises.ts'
import { specification } from '../../scripts/requirements/specification.ts'
import { hasTest } from './test-titles.ts'

const requirements = [...specification.flatMap((section) => section.requirements), ...promises]

/** The sections of the specification that say something by themselves. */
const sections = (
  '1 2.1 2.2 2.3 2.4 2.5 2.6 3.1 3.2 3.3 ' + '4 4.1 4.2 4.3 4.4 4.5 4.6 5 5.1 5.2 5.3 6 7 8 9'
).split(' ')
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('every section of the specification has its requirements, with ids of its own that rise', () => {
  expect(specification.map(({ section }) => section)).toEqual(sections)
  for (const { section, requirements: own } of specification) {
    const numbers = own.map(({ id }) => Number(id.split('-')[1]))
    expect(own.map(({ id }) => id)).toEqual(numbers.map((number) => `S${section}-${number}`))
    expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
    expect(numbers).not.toEqual([])
  }
})

test('every promise is there; there is none of the number 16', () => {
  const numbers = upTo(24).filter((number) => number !== 16)
  expect(promises.map(({ id }) => id)).toEqual(numbers.map((number) => `P${number}`))
})

test('no two requirements have one id, and each says something of its own section once', () => {
  const ids = requirements.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const sentences = requirements.map(({ id, says }) => `${id.split('-')[0]} ${says}`)
  expect(new Set(sentences).size).toBe(sentences.length)
})

test.each(requirements)('$id is held by tests that are there', ({ tests }) => {
  expect(tests).not.toEqual([])
  const names = tests.map(({ file, title }) => `${file}: ${title}`)
  expect(new Set(names).size).toBe(names.length)
  const missing = tests.filter(
    ({ file, title }) => !existsSync(file) || !hasTest(file, readFileSync(file, 'utf8'), title),
  )
  expect(missing).toEqual([])
})

test('the pages of docs/requirements are up to date', () => {
  // If it fails: npm run requirements
  expect(outdatedPages(requirementPages())).toEqual([])
})

describe('the promises of ARCHITECTURE.md', () => {
  const [, table = ''] = readFileSync('ARCHITECTURE.md', 'utf8').split(
    '## Promises and their guards',
  )
  const rows = table
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      const named = [...cells[3]!.matchAll(/`([^`]+)`/g)].map(([, path]) => path!)
      return { promise: cells[1]!, named }
    })

  test('are read from its table', () => {
    expect(rows.length).toBeGreaterThan(40)
  })

  test.each(rows)('$promise: the tests that are named are there, a file at least', ({ named }) => {
    expect(named.filter((path) => !existsSync(path))).toEqual([])
    expect(named.filter((path) => /\.(test\.ts|t\.sol)$/.test(path))).not.toEqual([])
  })
})

test('a test is found by its whole title, and by nothing else', () => {
  const text =
    "test('it rings', () => {})\ntest.each([1])(\n  'it rings %i times', () => {})\ncall('me', 1)"
  expect(hasTest('a.test.ts', text, 'it rings')).toBe(true)
  expect(hasTest('a.test.ts', text, 'it rings %i times')).toBe(true)
  for (const other of ['it', 'rings', 'it rings twice', 'me', 'it rings ..'])
    expect(hasTest('a.test.ts', text, other)).toBe(false)
  expect(hasTest('a.test.ts', "test.each([['it is', 1]])('%s', () => {})", 'it is')).toBe(true)
  expect(hasTest('A.t.sol', 'function test_itRings() public {', 'test_itRings')).toBe(true)
  expect(hasTest('A.t.sol', 'function test_itRings() public {', 'test_it')).toBe(false)
})
