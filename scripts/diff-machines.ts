/**
 * Shows how the machines of two revisions differ, as pictures and tables in one HTML file and as lines here.
 *
 *     npm run machines:diff <revision> [<revision>] [-- --out=<file>]
 *
 * Without a second revision the first one is compared with the working tree.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { errorText } from '../src/shared/errors.ts'
import { compare, isSame } from './machines-diff/compare.ts'
import { loadMachines } from './machines-diff/load.ts'
import { drawDifference } from './machines-diff/merge.ts'
import { type Shown, writeLines, writeReport } from './machines-diff/report.ts'

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
  const [before, after] = [await loadMachines(first), await loadMachines(second)]
  const ids = [...new Set([...after.keys(), ...before.keys()])]
  const all = ids.map((id) => compare(before.get(id) ?? null, after.get(id) ?? null))
  const shown: Shown[] = []
  for (const difference of all.filter((one) => !isSame(one)))
    shown.push({ difference, drawings: await drawDifference(difference) })
  const title = `The machines, ${first} → ${second ?? 'the working tree'}`
  const file = resolve(values.out)
  mkdirSync(dirname(file), { recursive: true })
  const same = all.filter(isSame).map(({ name }) => name)
  writeFileSync(file, writeReport(title, shown, same))
  for (const line of writeLines(shown)) console.log(line)
  if (shown.length === 0) console.log('No machine is different.')
  console.log(`Drawn in ${file}`)
}
