/**
 * Breaks the contracts on purpose, one rule at a time, and runs their tests against each broken
 * copy. A mutant that survives is a rule that no test guards: the run fails and names it. Takes
 * some minutes; not part of `npm test`. Arguments choose files: `mutate-contracts.ts Schedule
 * TokenPull`.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runForge } from './contracts-forge.ts'
import type { Mutant } from './contracts-mutant.ts'
import { mutants } from './contracts-mutants.ts'
import { projectRoot } from './contracts-solc.ts'

type Verdict = 'killed' | 'SURVIVED' | 'does not compile'

/**
 * One unoptimized compilation for tests and artifacts: fast enough to be repeated for each mutant.
 */
const environment = { FOUNDRY_PROFILE: 'tests', FOUNDRY_OUT: 'out/deployed' }

/** Tests of gas are left out: code that is not optimized keeps to no bound. */
const testCommand = ['test', '--no-match-contract', 'Gas']

const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
const contracts = join(folder, 'contracts')
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const name of ['src', 'test', 'foundry.toml', 'solc-shim.mjs']) {
  cpSync(join(projectRoot, 'contracts', name), join(contracts, name), { recursive: true })
}
symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))

const chosenFiles = process.argv.slice(2).map((name) => `src/${name}.sol`)
const chosen = mutants.filter(({ file }) => chosenFiles.length === 0 || chosenFiles.includes(file))

await requireGreen()
const verdicts: Verdict[] = []
for (const mutant of chosen) {
  const verdict = await judge(mutant)
  verdicts.push(verdict)
  const file = mutant.file.replace('src/', '')
  console.log(`${verdict.padEnd(16)}  ${file.padEnd(24)}  ${mutant.rule}`)
}

const killed = verdicts.filter((verdict) => verdict === 'killed').length
console.log(`${killed} of ${chosen.length} mutants killed`)
process.exitCode = killed === chosen.length && killed > 0 ? 0 : 1

/** Tests that fail without a mutant would kill every mutant. */
async function requireGreen(): Promise<void> {
  const result = await runForge(contracts, testCommand, { environment })
  if (result.exitCode !== 0) throw new Error(`the tests fail without a mutant:\n${result.output}`)
}

async function judge({ file, original, replacement, rule }: Mutant): Promise<Verdict> {
  const path = join(contracts, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(original).length !== 2) {
    throw new Error(`"${rule}": ${file} does not hold exactly one ${JSON.stringify(original)}`)
  }
  writeFileSync(
    path,
    source.replace(original, () => replacement),
  )
  const result = await runForge(contracts, [...testCommand, '--fail-fast'], { environment })
  writeFileSync(path, source)
  if (result.output.includes('Compiler run failed')) return 'does not compile'
  return result.exitCode === 0 ? 'SURVIVED' : 'killed'
}
