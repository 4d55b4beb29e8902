/**
 * Runs the service as it is run for real, breaks one part after another at random, and prints the promises with
 * their figures; ends with 1 where one was broken. docs/operations/drill.md says how to read it.
 *
 *     npm run drill [-- --minutes 60 --seed 123 --faults kill-worker,postgres-off --rate 1 --recovery-seconds 15]
 */
import { join } from 'node:path'
import { runDrill } from './drill.ts'
import { readOptions } from './options.ts'

const begunAt = performance.now()

function tell(line: string): void {
  const seconds = Math.round((performance.now() - begunAt) / 1_000)
  console.log(`${String(seconds).padStart(5)} s  ${line}`)
}

try {
  const options = readOptions(process.argv.slice(2))
  const { seed, minutes } = options
  const directory = join(import.meta.dirname, `../../.cache/drill/seed-${seed}`)
  tell(`seed ${seed}, ${minutes} minutes; logs and the report are in ${directory}`)
  const report = await runDrill(options, directory, tell)
  console.log(`\n${report.text}`)
  console.log(`seed ${seed}: ${report.isKept ? 'every promise was kept' : 'a promise was broken'}`)
  process.exit(report.isKept ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
