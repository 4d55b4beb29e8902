/**
 * Takes paths through the machines, on a whole service and on the store, and reports on each.
 *
 *     npm run test:paths -- --help
 *
 * Fails where a path fails, where none ran, and, where all ran, for every transition without a path.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { repeatLine, resultsDirectory } from './path.ts'
import { errorText } from '../../src/shared/errors.ts'
import { type Asked, readArguments } from './reports/arguments.ts'
import { requireDeployment } from './reports/require-deployment.ts'
import { countSkipped, readResults } from './reports/results.ts'
import { usage } from './reports/usage.ts'
import { writeReports } from './reports/write-reports.ts'
import { runCommand } from '../../scripts/run-command.ts'

const junitFile = '.cache/paths/junit.xml'
const foldersOf = { service: 'proof/paths/service', store: 'proof/paths/store.test.ts' } as const

try {
  const args = process.argv.slice(2)
  if (args.includes('--help')) console.log(usage)
  else await main(readArguments(args))
} catch (error) {
  console.error(errorText(error))
  process.exitCode = 1
}

async function main(asked: Asked): Promise<void> {
  await requireDeployment(asked.environment)
  if (asked.environment['PATHS_BASE_URL'] !== undefined)
    console.log('Paths of the service only: those of the store need a database of their own.')
  rmSync(resultsDirectory, { recursive: true, force: true })
  mkdirSync(resultsDirectory, { recursive: true })
  const succeeded = await runPaths(asked)
  const results = readResults()
  const failed = results.filter(({ failure }) => failure !== null)
  const isAll = asked.isWhole && asked.ground === null
  const { files, missing } = await writeReports(results, isAll)
  for (const { id, failure } of failed) console.log(`\n${id}: ${failure}\n${repeatLine({ id })}`)
  for (const name of isAll ? missing : []) console.log(`without a path: ${name}`)
  for (const file of [...files, junitFile]) console.log(`written: ${file}`)
  if (results.length === 0) console.log('No path ran.')
  const skipped = countSkipped(readFileSync(junitFile, 'utf8'))
  const said = `${results.length - failed.length} paths passed, ${failed.length} failed`
  console.log(skipped > 0 ? `${said}, ${skipped} skipped: each says what it needs` : said)
  const isGreen = succeeded && failed.length === 0 && results.length > 0
  process.exitCode = isGreen && !(isAll && missing.length > 0) ? 0 : 1
}

/** Each path is shown when it ends. */
async function runPaths({ ground, environment }: Asked): Promise<boolean> {
  const reporters = ['--reporter=verbose', '--reporter=junit', `--outputFile.junit=${junitFile}`]
  const tests = ground === null ? 'proof/paths' : foldersOf[ground]
  // One deployment has one clock, which only one file at a time may move.
  const isShared = environment['PATHS_BASE_URL'] !== undefined
  const args = [
    'vitest',
    'run',
    ...reporters,
    ...(isShared ? ['--no-file-parallelism'] : []),
    tests,
  ]
  const { succeeded } = await runCommand(args, { show: true, environment })
  return succeeded
}
