/** Checks that every planted fault can still be planted, and that the test that has to notice it is there. */
import { existsSync, readFileSync } from 'node:fs'
import { findPlantedFaults } from '../planted-faults/find.ts'
import type { NamedFault } from '../planted-faults/planted-fault.ts'

const planted = await findPlantedFaults()
const seen = new Set<string>()
const wrong = planted.flatMap((fault) =>
  findWrong(fault).map((words) => `${fault.faultsFile}: '${fault.fault}' ${words}`),
)
if (planted.length === 0) wrong.push('No fault is planted in {test,proof}/**/*.faults.ts.')
for (const line of wrong) console.error(line)
if (wrong.length > 0) process.exitCode = 1

function findWrong({ file, before, after, testFile, title }: NamedFault): string[] {
  const found = readText(file).split(before).length - 1
  const test = readText(testFile)
  const hasTitle = [`'`, `"`, '`'].some((quote) => test.includes(quote + title + quote))
  const key = JSON.stringify([file, before, after])
  const isSecond = seen.has(key)
  seen.add(key)
  return [
    ...(found === 1 ? [] : [`names a text that ${file} holds ${found} times: write it anew`]),
    ...(after === before ? ['changes nothing: write another text'] : []),
    ...(hasTitle ? [] : [`names a test that is not in ${testFile}: write its title: ${title}`]),
    ...(isSecond ? ['is planted twice: drop one'] : []),
  ]
}

function readText(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
