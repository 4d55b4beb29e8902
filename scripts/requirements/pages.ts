/** The pages of `docs/requirements/`, made of the data, and whether the committed ones are those. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { markdownTable } from '../diagrams/markdown.ts'
import { promises } from './promises.ts'
import type { NamedTest, Requirement } from './requirement.ts'
import { specification } from './specification.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = 'docs/requirements'
const generated =
  'Written by `npm run requirements` from `scripts/requirements/`; do not edit it here.'

/** The text of each page by its path from the project's folder. */
export function requirementPages(): Map<string, string> {
  return new Map([
    [`${folder}/specification.md`, toSpecificationPage()],
    [`${folder}/promises.md`, toPromisesPage()],
  ])
}

/** The paths of pages that are missing or say something else. */
export const outdatedPages = (pages: Map<string, string>): string[] =>
  [...pages].filter(([path, text]) => readPage(path) !== text).map(([path]) => path)

function readPage(path: string): string | null {
  const file = join(root, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function toSpecificationPage(): string {
  const sections = specification.map(({ section, title, requirements }) =>
    [`## ${section} ${title}`, toTable(requirements)].join('\n\n'),
  )
  const intro = [
    'Every sentence of the interface specification that asks for something, in its words, with the tests that hold it.',
    'What it leaves open is a row where it was decided: *open; decided as …*.',
    generated,
  ]
  return `${['# The specification and its tests', intro.join(' '), ...sections].join('\n\n')}\n`
}

function toPromisesPage(): string {
  const intro = [
    'What the service promises whatever fails around it, with the tests that try.',
    'The mechanisms stand in [ARCHITECTURE.md](../../ARCHITECTURE.md#promises-and-their-guards), with what else is guarded.',
    generated,
  ]
  return `${['# Promises and their tests', intro.join(' '), toTable(promises)].join('\n\n')}\n`
}

const toTable = (requirements: readonly Requirement[]): string =>
  markdownTable(
    ['', 'what is asked', 'held by'],
    requirements.map(({ id, says, tests }) => [id, plain(says), toReferences(tests)]),
  )

/** A line for each file, with the titles of its tests. */
function toReferences(tests: NamedTest[]): string {
  const byFile = Map.groupBy(tests, ({ file }) => file)
  const lines = [...byFile].map(([file, named]) => {
    const name = file
      .split('/')
      .at(-1)!
      .replace(/(\.test\.ts|\.t\.sol)$/, '')
    const titles = named.map(({ title }) => toCode(title))
    return `[${name}](../../${file}): ${titles.join(', ')}`
  })
  return lines.join('<br>')
}

/** Markdown would take a bracket for a tag. */
const plain = (text: string): string => text.replaceAll('<', String.raw`\<`)

const toCode = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)
