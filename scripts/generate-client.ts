/**
 * Writes the generated part of the client, packages/node/src/generated, from docs/openapi.json; with
 * `--check`, only tells whether it is up to date.
 */
import { readFileSync } from 'node:fs'
import { writeComponents } from './client/components.ts'
import type { Document } from './client/document.ts'
import { writeExamples } from './client/examples.ts'
import { readMethods, writeMethods } from './client/operations.ts'
import { writeProblems } from './client/problems.ts'
import { keepInStep } from './keep-in-step.ts'

const head = '/** Generated from docs/openapi.json by `npm run generate`: change it there. */\n'
const folder = 'packages/node/src/generated'
const document = JSON.parse(
  readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'),
) as Document

const { table, types } = writeMethods(readMethods(document))
const listTypes =
  "import type { CallOptions } from '../call.ts'\nimport type { List } from '../list.ts'\n"
keepInStep({
  [`${folder}/calls.generated.ts`]: `${head}${table}`,
  [`${folder}/types.generated.ts`]: `${head}${listTypes}\n${writeComponents(document)}\n${types}`,
  [`${folder}/examples.generated.ts`]: `${head}import type { Event } from './types.generated.ts'\n\n${writeExamples(document)}`,
  [`${folder}/problems.generated.ts`]: `${head}import { ProblemError } from '../problem-error.ts'\n\n${writeProblems(document)}`,
})
