/**
 * Writes the generated part of the client, packages/node/src/generated, from docs/openapi.json; with
 * `--check`, only tells whether it is up to date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { writeComponents } from './client/components.ts'
import type { Document } from './client/document.ts'
import { writeExamples } from './client/examples.ts'
import { readMethods, writeMethods } from './client/operations.ts'
import { writeProblems } from './client/problems.ts'

const head = '/** Generated from docs/openapi.json by `npm run generate`: change it there. */\n'
const folder = new URL('../packages/node/src/generated/', import.meta.url)
const document = JSON.parse(
  readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'),
) as Document

const { table, types } = writeMethods(readMethods(document))
const listTypes =
  "import type { CallOptions } from '../call.ts'\nimport type { List } from '../list.ts'\n"
const files = {
  'calls.generated.ts': `${head}${table}`,
  'types.generated.ts': `${head}${listTypes}\n${writeComponents(document)}\n${types}`,
  'examples.generated.ts': `${head}import type { Event } from './types.generated.ts'\n\n${writeExamples(document)}`,
  'problems.generated.ts': `${head}import { ProblemError } from '../problem-error.ts'\n\n${writeProblems(document)}`,
}

for (const [name, text] of Object.entries(files)) {
  const path = new URL(name, folder)
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text)
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.error(`packages/node/src/generated/${name} is out of date; run: npm run generate`)
    process.exitCode = 1
  }
}
