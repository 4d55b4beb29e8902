/**
 * Writes the pages of `docs/requirements/`: the specification and the promises, with the tests that hold them.
 *
 *     node scripts/run.mjs scripts/generate-requirements.ts [--check]
 *
 * With `--check` it writes nothing and fails if the committed pages say something else.
 */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { outdatedPages, requirementPages } from './requirements/pages.ts'

const root = resolve(import.meta.dirname, '..')
const pages = requirementPages()
const outdated = outdatedPages(pages)

if (!process.argv.includes('--check')) {
  for (const path of outdated) writeFileSync(join(root, path), pages.get(path)!)
  console.log(`${outdated.length} of ${pages.size} pages written`)
} else if (outdated.length > 0) {
  for (const path of outdated) console.error(`${path} does not say what scripts/requirements/ does`)
  console.error('Run: npm run requirements')
  process.exitCode = 1
}
