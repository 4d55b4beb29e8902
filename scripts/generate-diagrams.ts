/**
 * Writes a picture and a page of every machine to `docs/machines/`.
 *
 *     node scripts/run.mjs scripts/generate-diagrams.ts [--check]
 *
 * With `--check` it writes nothing and fails if the committed files differ from the machines.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { diagramFiles, outdatedFiles, documentsFolder } from './diagrams/files.ts'

const files = await diagramFiles()

if (process.argv.includes('--check')) {
  const outdated = outdatedFiles(files)
  for (const name of outdated) console.error(`docs/machines/${name} does not show the machine`)
  if (outdated.length > 0) {
    console.error('Run: node scripts/run.mjs scripts/generate-diagrams.ts')
    process.exitCode = 1
  }
} else {
  mkdirSync(documentsFolder, { recursive: true })
  for (const [name, text] of files) writeFileSync(join(documentsFolder, name), text)
  console.log(`${files.size} files written to ${relative('.', documentsFolder)}`)
}
