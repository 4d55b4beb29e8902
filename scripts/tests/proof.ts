/** The proof: random worlds by a printed seed, installed on its own, and judged twice where it fails. */
import { existsSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import { runCommand } from '../run-command.ts'
import type { TestArguments } from './arguments.ts'
import { addCounts } from './counts.ts'
import { type RunnerResult, runVitest } from './runners.ts'

const seedsMax = 1_000_000
const lockFile = 'proof/package-lock.json'
const installedFile = 'proof/node_modules/.package-lock.json'

/** Installs what the proof alone needs, unless that is there. */
export async function installProof(): Promise<void> {
  const isThere =
    existsSync(installedFile) && statSync(installedFile).mtimeMs >= statSync(lockFile).mtimeMs
  if (isThere) return
  const { succeeded } = await runCommand(['scripts/tests/install-proof.ts'], { show: true })
  if (!succeeded) throw new Error('npm ci in proof/ failed: its output is above.')
}

/** Runs the proof, and what failed again, file by file, with the same seed. */
export async function runProof({ vitestArguments, shard }: TestArguments): Promise<RunnerResult> {
  const seed = process.env['PROOF_SEED'] ?? String(Math.floor(Math.random() * seedsMax))
  console.log(`The proof runs with the seed ${seed}: PROOF_SEED=${seed} repeats it.`)
  const environment = { PROOF_SEED: seed, SEED: seed, CHAOS_SEED: seed }
  const first = await runVitest('proof', [...vitestArguments, ...shard], environment)
  // An error outside of all tests belongs to no file that could be run again.
  if (first.succeeded || first.unhandled) return first
  let result = first
  for (const { file, counts } of first.files) {
    if (counts.failed === 0) continue
    const name = relative(process.cwd(), file)
    console.log(
      `${name} failed: it is run again alone. By hand: PROOF_SEED=${seed} npm run test:proof -- ${name}`,
    )
    const second = await runVitest('proof', ['--no-file-parallelism', name], environment)
    if (second.succeeded && second.counts.passed > 0) result = forgive(result, second, file)
  }
  return { ...result, succeeded: result.counts.failed === 0 && result.files.length > 0 }
}

/** Takes a file by its second run, in which all of it passed, and names what failed in the first one. */
function forgive(first: RunnerResult, second: RunnerResult, file: string): RunnerResult {
  const files = first.files.map((one) =>
    one.file === file ? { ...one, failures: [], counts: second.counts } : one,
  )
  const name = relative(process.cwd(), file)
  const failures = first.files.filter((one) => one.file === file).flatMap((one) => one.failures)
  return {
    ...first,
    files,
    counts: addCounts(files.map(({ counts }) => counts)),
    unsteady: [...first.unsteady, ...failures.map(({ title }) => `${name}: ${title}`)],
  }
}
