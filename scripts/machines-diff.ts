/**
 * Says how the machines of two revisions differ for those who live with them, with pictures in one HTML file and as lines here.
 *
 *     npm run machines:diff <revision> [<revision>] [-- --out=<file>]
 *
 * Without a second revision the first one is compared with the working tree.
 * What it is at goes to stderr, a line for each step.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { errorText } from '../src/shared/errors.ts'
import { differencesOf } from './machines-diff/differences.ts'
import { writeLines, writePage } from './machines-diff/page.ts'

const usage = 'Usage: npm run machines:diff <revision> [<revision>] [-- --out=<file>]'

try {
  await main()
} catch (error) {
  console.error(errorText(error))
  process.exitCode = 2
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string', default: '.cache/machines-diff.html' } },
  })
  const [first, second = null] = positionals
  if (first === undefined || positionals.length > 2) throw new Error(usage)
  const differences = await differencesOf([first, second], undefined, console.error)
  const file = resolve(values.out)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    writePage(`The machines, ${first} → ${second ?? 'the working tree'}`, differences),
  )
  for (const line of writeLines(differences)) console.log(line)
  console.log(`Drawn in ${file}`)
}
