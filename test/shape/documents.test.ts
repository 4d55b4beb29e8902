/** Tests that the documents keep in step with the project. */
import { existsSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { diagramFiles, outdatedFiles } from '../../scripts/diagrams/files.ts'
import { sourceFiles } from './source-files.ts'

const readmeLinesMax = 120

const root = resolve(import.meta.dirname, '../..')
const names = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md']
const documents = sourceFiles(['docs', ...names], ['.md'])

test('the committed pictures and tables of the machines are up to date', async () => {
  // If it fails: npm run diagrams
  expect(outdatedFiles(await diagramFiles())).toEqual([])
})

test.each(documents)('every link in $path leads somewhere', ({ path, text }) => {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
  const local = targets.filter((target) => !/^([a-z]+:|#)/.test(target))
  const broken = local.filter((target) => {
    const file = posix.join(posix.dirname(path), target.replace(/#.*$/, ''))
    return !existsSync(resolve(root, file))
  })
  expect(broken).toEqual([])
})

test('the README has at most 120 lines', () => {
  const readme = documents.find(({ path }) => path === 'README.md')
  expect(readme?.text.split('\n').length).toBeLessThanOrEqual(readmeLinesMax)
})
