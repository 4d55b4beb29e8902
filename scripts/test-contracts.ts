/**
 * Runs the contracts' tests with forge, against the bytecode that is committed. Works offline, as
 * root, from any folder. The last line is the sum, `N passed, N failed`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoTetherBytecode } from '../src/chain/abi/demo-tether.ts'
import { demoTokenBytecode } from '../src/chain/abi/demo-token.ts'
import { depositFactoryBytecode } from '../src/chain/abi/deposit-factory.ts'
import { subscriptionFactoryBytecode } from '../src/chain/abi/subscription-factory.ts'
import { runForge } from './contracts-forge.ts'
import { projectRoot } from './contracts-solc.ts'

const committedBytecode = {
  SubscriptionFactory: subscriptionFactoryBytecode,
  DepositFactory: depositFactoryBytecode,
  DemoToken: demoTokenBytecode,
  DemoTether: demoTetherBytecode,
}

/**
 * Compiles the tests without optimizing them; the contracts that they deploy come from the default
 * profile.
 */
const testsProfile = { FOUNDRY_PROFILE: 'tests' }

const contractsFolder = join(projectRoot, 'contracts')
const { passed, failed } = await testContracts()
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

async function testContracts(): Promise<{ passed: number; failed: number }> {
  const builds = await Promise.all([
    runForge(contractsFolder, ['build', 'src']),
    runForge(contractsFolder, ['build'], { environment: testsProfile }),
  ])
  const failedBuild = builds.find((build) => build.exitCode !== 0)
  if (failedBuild) {
    console.error(failedBuild.output)
    return { passed: 0, failed: 1 }
  }
  const stale = Object.entries(committedBytecode).filter(
    ([name, bytecode]) => builtBytecode(name) !== bytecode,
  )
  for (const [name] of stale) {
    console.error(`${name}: src/chain/abi is out of step. Run: npm run generate`)
  }
  const tests = await runForge(contractsFolder, ['test'], { environment: testsProfile, show: true })
  const { passed, failed } = readSummary(tests.output)
  const crashed = tests.exitCode !== 0 && failed === 0 ? 1 : 0
  return { passed, failed: failed + stale.length + crashed }
}

function builtBytecode(name: string): string {
  const artifact = join(contractsFolder, `out/deployed/${name}.sol/${name}.json`)
  return JSON.parse(readFileSync(artifact, 'utf8')).bytecode.object
}

/** Reads forge's closing sentence; without it no test ran, and both counts are 0. */
function readSummary(output: string): { passed: number; failed: number } {
  const summary = /(\d+) tests passed, (\d+) failed/.exec(output)
  return { passed: Number(summary?.[1] ?? 0), failed: Number(summary?.[2] ?? 0) }
}
