/** A name is searched for: it leads to one thing, and says what it is. */
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/** They name a place in a sentence and no thing: what was asked, wanted, given, found. */
const vague = /^(Asked|Dependencies|Found|Given|Held|Kept|Made|Place|Seen|Shown|Taken|Told|Wanted)$/

const declaration = /^(export )?(?:type|interface|(?:abstract )?class) (\w+)/gm

const declared = sourceFiles(['machines', 'src', 'web', 'packages'], ['.ts', '.tsx']).flatMap(
  ({ path, text }) =>
    [...text.matchAll(declaration)].map(([, exported, name]) => ({
      path,
      name: name!,
      isExported: exported !== undefined,
    })),
)

test('no type is called what a sentence leaves out', () => {
  const nameless = declared.filter(({ name }) => vague.test(name))
  expect(nameless.map(({ path, name }) => `${path}: ${name}`)).toEqual([])
})

test('no two files of the service export types of one name', () => {
  const exported = declared.filter(
    ({ path, isExported }) => isExported && /^(machines|src)\//.test(path),
  )
  const twice = [...Map.groupBy(exported, ({ name }) => name)].filter(
    ([, of]) => new Set(of.map(({ path }) => path)).size > 1,
  )
  expect(twice.map(([name, of]) => `${name}: ${of.map(({ path }) => path).join(', ')}`)).toEqual([])
})
