/**
 * Runs the tests of a tier:
 *
 *     npm test                          everyday: what a change needs to be trusted, contracts included
 *     npm test -- test/turns            some files of it, without the contracts
 *     npm run test:proof                chaos, lies, random worlds, paths from outside, looks, a year, the drill,
 *                                       planted faults
 *     npm run test:proof -- --shard=2/6        the second sixth of it
 *     npm run test:all                  both
 *
 * A proof that fails is run again alone, with its seed: it counts as failed where it fails again, and is named as
 * unsteady where it does not. The last line is the sum over all runners; one that fails, or runs nothing, fails the whole.
 */
import { addCounts, describeFailure, writeClosingLine } from './tests/counts.ts'
import { describeDurations } from './tests/durations.ts'
import { readTestArguments } from './tests/arguments.ts'
import {
  runContractTests,
  runPlantedFaults,
  type RunnerResult,
  runVitest,
} from './tests/runners.ts'
import { installProof, runProof } from './tests/proof.ts'

const asked = readTestArguments(process.argv.slice(2))
const startedAt = performance.now()
const results: RunnerResult[] = []

if (asked.tiers.includes('everyday')) {
  results.push(await runVitest('everyday', asked.vitestArguments))
  if (asked.isWhole) results.push(await runContractTests())
}
if (asked.tiers.includes('proof')) {
  await installProof()
  results.push(await runProof(asked))
  if (asked.isWhole) results.push(await runPlantedFaults(asked.shard))
}

// Repeated at the end, because of a long log often only the end is at hand.
for (const failure of results.flatMap(({ files }) => files).flatMap(({ failures }) => failures))
  console.log(describeFailure(failure, process.cwd()))
for (const { unhandled } of results) if (unhandled) console.log(unhandled)
for (const result of results) for (const line of describeDurations(result)) console.log(line)
for (const line of results.flatMap(({ unsteady }) => unsteady)) console.log(`unsteady: ${line}`)
for (const { runner, succeeded, counts } of results)
  console.log(`${runner}: ${writeClosingLine(counts)}${succeeded ? '' : ' (the runner failed)'}`)
console.log(`all of it took ${Math.round((performance.now() - startedAt) / 1_000)} s`)
process.exitCode = results.every(isGreen) ? 0 : 1
console.log(writeClosingLine(addCounts(results.map(({ counts }) => counts))))

function isGreen({ succeeded, counts }: RunnerResult): boolean {
  return succeeded && counts.failed === 0 && counts.passed > 0
}
