/**
 * Measures the gas of every operation with real transactions on a real EVM, for both kinds of
 * token, and writes docs/gas.md. Fails when a target is missed.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoTetherAbi, demoTetherBytecode } from '../src/chain/abi/demo-tether.ts'
import { demoTokenAbi, demoTokenBytecode } from '../src/chain/abi/demo-token.ts'
import { startAnvil } from './contracts-anvil.ts'
import { measureAll, PAYERS_NEEDED, type Measurement } from './contracts-gas-scenarios.ts'
import { GasWorld, type ContractModule } from './contracts-gas-world.ts'
import { projectRoot } from './contracts-solc.ts'

/** Deployer, merchant and operator. */
const OTHER_ACCOUNTS = 3

async function measureOnNewChain(token: ContractModule): Promise<Measurement[]> {
  const anvil = await startAnvil(PAYERS_NEEDED + OTHER_ACCOUNTS)
  try {
    return await measureAll(await GasWorld.create(anvil.rpcUrl, token))
  } finally {
    anvil.stop()
  }
}

function renderPage(token: readonly Measurement[], tether: readonly Measurement[]): string {
  const rows = token.map(({ name, gas, gasMax }, index) => {
    const cells = [
      name,
      grouped(gas),
      grouped(tether[index]!.gas),
      gasMax ? `≤ ${grouped(gasMax)}` : '',
    ]
    return `| ${cells.join(' | ')} |`
  })
  return `# Gas

Written by \`scripts/measure-gas.ts\`: each figure is the \`gasUsed\` of a real transaction on anvil, with everything
cold that a first touch finds cold; batches are gas per item. The merchant already holds tokens, each item of a
batch has a payer of its own, and allowances are finite. DemoToken is OpenZeppelin's ERC-20 with permit; DemoTether
behaves like USDT. The targets are for DemoToken.

| operation | DemoToken | DemoTether | target |
| --- | ---: | ---: | ---: |
${rows.join('\n')}

A batch passes on at most \`GAS_PER_CHARGE\` (250,000) to an item and stops early when less than that is left, so its
gas limit is the sum of the expected items plus 280,000; an activation batch's is the sum plus 430,000.
`
}

function grouped(gas: number): string {
  return gas.toLocaleString('en-US')
}

const token = await measureOnNewChain({ abi: demoTokenAbi, bytecode: demoTokenBytecode })
const tether = await measureOnNewChain({ abi: demoTetherAbi, bytecode: demoTetherBytecode })
const page = renderPage(token, tether)
mkdirSync(join(projectRoot, 'docs'), { recursive: true })
writeFileSync(join(projectRoot, 'docs/gas.md'), page)
console.log(page)

const missed = token.filter(({ gas, gasMax }) => gasMax !== undefined && gas > gasMax)
for (const { name, gas, gasMax } of missed) console.error(`missed: ${name} ${gas} > ${gasMax}`)
process.exit(missed.length > 0 ? 1 : 0)
