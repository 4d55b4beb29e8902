/**
 * Compiles the contracts into the committed modules of src/chain/abi. With `--check` it writes
 * nothing and fails when a committed module is out of step with its source.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type ModuleParts, renderModule } from './contracts-module.ts'
import { compileContracts, projectRoot } from './contracts-solc.ts'

const modules: ({ source: string; file: string } & ModuleParts)[] = [
  { source: 'src/SubscriptionFactory.sol', file: 'subscription-factory.ts', withBytecode: true },
  // Its code is part of the factory's, which deploys it.
  { source: 'src/Subscription.sol', file: 'subscription.ts' },
  {
    source: 'src/DepositFactory.sol',
    file: 'deposit-factory.ts',
    withBytecode: true,
    withCodeHash: true,
  },
  { source: 'src/Deposit.sol', file: 'deposit.ts', withCodeHash: true },
  { source: 'src/demo/DemoToken.sol', file: 'demo-token.ts', withBytecode: true },
  { source: 'src/demo/DemoTether.sol', file: 'demo-tether.ts', withBytecode: true },
]

const checkOnly = process.argv.includes('--check')
const abiFolder = join(projectRoot, 'src/chain/abi')
const compiled = compileContracts(modules.map((module) => module.source))
const outOfStep: string[] = []

for (const [index, contract] of [...compiled.values()].entries()) {
  const { source, file, ...parts } = modules[index]!
  const path = join(abiFolder, file)
  const text = renderModule(source, camelCase(file), contract, parts)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
  outOfStep.push(relative(projectRoot, path))
  if (!checkOnly) writeFileSync(path, text)
}

if (checkOnly && outOfStep.length > 0) {
  console.error(
    `Out of step with contracts/: ${outOfStep.join(', ')}. Run: npm run compile:contracts`,
  )
  process.exitCode = 1
} else {
  console.log(
    outOfStep.length > 0 ? `wrote ${outOfStep.join(', ')}` : 'contract modules are in step',
  )
}

function camelCase(file: string): string {
  return file.replace(/\.ts$/, '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
