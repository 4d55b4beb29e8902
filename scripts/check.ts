/**
 * Checks everything that can be checked without running the service: form, types, that nothing is
 * unused, and that generated files are up to date. Prints a line per step, and the whole output of
 * a step that failed.
 */
import { generators } from './generators.ts'
import { runCommand } from './run-command.ts'
import { installProof } from './tests/proof.ts'

const steps = {
  'dependency lock': 'scripts/check-lock.mjs',
  format: 'oxfmt --check',
  lint: 'oxlint --deny-warnings',
  // Several checkers would do much of the work several times: with one, half the processor time and memory.
  types: 'tsc --noEmit --checkers 1',
  'types of the pages': 'tsc --noEmit -p web --checkers 1',
  'unused code and dependencies': 'knip --no-progress',
  'planted faults and their tests': 'scripts/checks/planted-faults.ts',
  'comments in sentences': 'scripts/checks/comments.ts',
  'waits by the one Time': 'scripts/checks/waits.ts',
  'tables written by their owners': 'scripts/checks/table-owners.ts',
  'tests of every requirement': 'scripts/requirements.ts --check',
  'what npm run help says': 'scripts/help.ts --check',
  ...Object.fromEntries(
    Object.values(generators)
      .filter(({ isCheckedBy }) => isCheckedBy === 'check')
      .map(({ what, script }) => [`generated ${what}`, `${script} --check`]),
  ),
}

/** Most of the steps use one core. */
const stepsAtOnceMax = 2

// The types of the proof are checked with all others.
await installProof()
for (const { script, isCheckedBy } of Object.values(generators)) {
  if (isCheckedBy !== 'making') continue
  const { succeeded } = await runCommand([script], { show: true })
  if (!succeeded) process.exit(1)
}

let failures = 0
const left = Object.entries(steps)
await Promise.all(Array.from({ length: stepsAtOnceMax }, runSteps))

async function runSteps(): Promise<void> {
  for (let next = left.shift(); next; next = left.shift()) {
    const [name, command] = next
    const { succeeded, output, durationMs } = await runCommand(command.split(' '))
    console.log(
      `${succeeded ? 'ok    ' : 'FAILED'}  ${name} (${(durationMs / 1_000).toFixed(1)} s)`,
    )
    if (succeeded) continue
    failures++
    console.log(output)
  }
}

console.log(failures === 0 ? 'All checks passed.' : `${failures} of the checks failed.`)
process.exitCode = failures === 0 ? 0 : 1
