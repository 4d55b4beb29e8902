/** The faults that `npm run mutate` plants can still be planted, and the tests that have to notice them are there. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { saboteurs } from '../../scripts/saboteurs/saboteurs.ts'
import { hasTest } from './test-titles.ts'

test.each(saboteurs)('$file: $fault', ({ file, before, after, test: named }) => {
  const found = readFileSync(file, 'utf8').split(before).length - 1
  expect({ before, found }).toEqual({ before, found: 1 })
  expect(after).not.toBe(before)
  expect(existsSync(named.file)).toBe(true)
  expect(hasTest(named.file, readFileSync(named.file, 'utf8'), named.title)).toBe(true)
})

test('no two are the same', () => {
  const planted = saboteurs.map(({ file, before, after }) => [file, before, after].join('\n'))
  expect(new Set(planted).size).toBe(planted.length)
})
