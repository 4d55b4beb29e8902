/**
 * Prints which tests prove each sentence of the specification and each promise, and how they ended in the last run of
 * their tier. The sentences stand in `docs/requirements/`; a test names what it proves at the end of its title,
 * `test('… (S1-3, P2)', …)`, and a test of a contract in the line above it, `// Proves S1-3, P2.`.
 *
 *     node scripts/run.mjs scripts/requirements.ts [<id or its beginning>]
 *     node scripts/run.mjs scripts/requirements.ts --check
 *
 * With `--check` it fails, and names every sentence without a test and every id without a sentence.
 */
import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'

type Proof = { file: string; title: string; ids: string[] }
type Sentence = { id: string; says: string; section: string; page: string; named: string[] }
type Outcome = { file: string; fullName: string; status: string }

const id = String.raw`(?:S\d+(?:\.\d+)?-\d+|P\d+)`
const ids = `${id}(?:, ${id})*`
const titled = new RegExp(String.raw`(['"\`])((?:\\.|(?!\1).)*? \((${ids})\))\1`, 'g')
const contractTest = new RegExp(String.raw`// Proves (${ids})\.\n\s*function (\w+)\(`, 'g')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false } },
})
const sentences = ['specification', 'promises'].flatMap((page) =>
  readSentences(`docs/requirements/${page}.md`),
)
const exclude = (path: string) => path.includes('node_modules')
const testFiles = globSync(['{test,proof}/**/*.test.ts', 'contracts/test/**/*.t.sol'], { exclude })
const proofs = testFiles.toSorted().flatMap(readProofs)

if (values.check) {
  for (const fault of findFaults()) {
    console.error(fault)
    process.exitCode = 1
  }
} else {
  const outcomes = readOutcomes()
  const chosen = sentences.filter((one) => one.id.startsWith(positionals[0] ?? ''))
  for (const sentence of chosen) print(sentence, outcomes)
}

/** Rows of the page's tables: an id, a sentence, and on the page of promises also how it is kept and by which files. */
function readSentences(page: string): Sentence[] {
  let section = ''
  return readFileSync(page, 'utf8')
    .split('\n')
    .flatMap((line) => {
      section = /^## ([\d.]+) /.exec(line)?.[1] ?? section
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
      if (!new RegExp(`^${id}$`).test(cells[1] ?? '')) return []
      const named = [...(cells[4] ?? '').matchAll(/`([^`]+)`/g)].map(([, path]) => path!)
      return [{ id: cells[1]!, says: cells[2]!, section, page, named }]
    })
}

function readProofs(file: string): Proof[] {
  const text = readFileSync(file, 'utf8')
  return file.endsWith('.sol')
    ? [...text.matchAll(contractTest)].map((found) => toProof(file, found[2]!, found[1]!))
    : [...text.matchAll(titled)].map((found) => toProof(file, found[2]!, found[3]!))
}

function toProof(file: string, title: string, list: string): Proof {
  return { file, title, ids: list.split(', ') }
}

function findFaults(): string[] {
  const known = new Map(sentences.map((sentence) => [sentence.id, sentence]))
  const isTest = (path: string) => testFiles.includes(path)
  const ofSentences = sentences.flatMap((sentence) => {
    const { page, section, says, named } = sentence
    const before = `${page}: ${sentence.id}`
    const again = sentences.find((one) => one.says === says && one.section === section)
    const proven = named.length > 0 || proofs.some((proof) => proof.ids.includes(sentence.id))
    return [
      ...(known.get(sentence.id) !== sentence
        ? [`${before} stands there twice; give one of them the next free number`]
        : []),
      ...(again === sentence ? [] : [`${before} says what ${again!.id} says; drop one`]),
      ...(section === '' || sentence.id.startsWith(`S${section}-`)
        ? []
        : [`${before} stands in section ${section}; move it`]),
      ...(proven ? [] : [`${before} has no test; write (${sentence.id}) into the title of one`]),
      ...named
        .filter((path) => !isTest(path))
        .map((path) => `${before} names ${path}, which is no test; name another, or a title`),
    ]
  })
  const strangers = proofs.flatMap(({ file, title, ids: own }) =>
    own
      .filter((one) => !known.has(one))
      .map((one) => `${file}: ${one} is on no page of docs/requirements: ${title}`),
  )
  return [...ofSentences, ...strangers]
}

/** Reads the outcomes of the last run of each tier. */
function readOutcomes(): Outcome[] {
  return globSync('.cache/vitest-*.json').flatMap((report) => {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { name: string; assertionResults: Omit<Outcome, 'file'>[] }[]
    }
    return testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map((one) => ({ ...one, file: relative(process.cwd(), name) })),
    )
  })
}

function print({ id: own, says, named }: Sentence, outcomes: Outcome[]): void {
  console.log(`\n${own}  ${says}`)
  for (const path of named) console.log(`  see       ${path}`)
  for (const { file, title, ids: list } of proofs.filter((proof) => proof.ids.includes(own))) {
    const end = `(${list.join(', ')})`
    const runs = outcomes.filter((one) => one.file === file && one.fullName.includes(end))
    const counts = Map.groupBy(runs, ({ status }) => status)
    const words = [...counts].map(([status, { length }]) => `${length} ${status}`).join(', ')
    console.log(`  ${(words || 'not run').padEnd(8)}  ${file}: ${title}`)
  }
}
