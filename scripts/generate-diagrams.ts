/**
 * Draws every machine into `machines/drawings/` and writes its page to `docs/machines/`.
 *
 *     node scripts/run.mjs scripts/generate-diagrams.ts [--check]
 *
 * With `--check` it writes nothing and fails if the committed files differ from the machines.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { diagramFiles, outdatedFiles } from './diagrams/files.ts'

const root = resolve(import.meta.dirname, '..')
const files = await diagramFiles()
const outdated = outdatedFiles(files)

if (process.argv.includes('--check')) {
  for (const path of outdated) console.error(`${path} does not show the machine`)
  if (outdated.length > 0) {
    console.error('Run: npm run generate')
    process.exitCode = 1
  }
} else {
  for (const path of outdated) {
    const text = files.get(path)
    mkdirSync(dirname(join(root, path)), { recursive: true })
    if (text === undefined) rmSync(join(root, path))
    else writeFileSync(join(root, path), text)
  }
  console.log(`${outdated.length} of ${files.size} files written`)
}
