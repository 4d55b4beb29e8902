/**
 * Measures the gas of every operation with real transactions on a real EVM, for both kinds of
 * token, and writes docs/gas.md. Fails when a target is missed.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoTetherAbi, demoTetherBytecode } from '../src/chain/abi/demo-tether.ts'
import { demoTokenAbi, demoTokenBytecode } from '../src/chain/abi/demo-token.ts'
import { startAnvil } from './contracts-anvil.ts'
import type { ContractModule } from './contracts-gas-chain.ts'
import { measureDeposits } from './contracts-gas-deposits.ts'
import { measureAll, PAYERS_NEEDED, type Measurement } from './contracts-gas-scenarios.ts'
import { GasWorld } from './contracts-gas-world.ts'
import { projectRoot } from './contracts-solc.ts'

/** Deployer, merchant and operator. */
const OTHER_ACCOUNTS = 3

type Measure = (rpcUrl: string) => Promise<Measurement[]>

async function onNewChain(measure: Measure): Promise<Measurement[]> {
  const anvil = await startAnvil(PAYERS_NEEDED + OTHER_ACCOUNTS)
  try {
    return await measure(anvil.rpcUrl)
  } finally {
    anvil.stop()
  }
}

const measureSubscriptions = (token: ContractModule) =>
  onNewChain(async (rpcUrl) => measureAll(await GasWorld.create(rpcUrl, token)))

const measureSweeps = (token: ContractModule) =>
  onNewChain((rpcUrl) => measureDeposits(rpcUrl, token))

/** The measurements of one scenario with both tokens. */
type Both = { token: readonly Measurement[]; tether: readonly Measurement[] }

function renderTable({ token, tether }: Both): string {
  const rows = token.map(({ name, gas, gasMax }, index) => {
    const cells = [
      name,
      grouped(gas),
      grouped(tether[index]!.gas),
      gasMax ? `≤ ${grouped(gasMax)}` : '',
    ]
    return `| ${cells.join(' | ')} |`
  })
  return `| operation | DemoToken | DemoTether | target |
| --- | ---: | ---: | ---: |
${rows.join('\n')}`
}

function renderPage(subscriptions: Both, deposits: Both): string {
  return `# Gas

Written by \`scripts/measure-gas.ts\`: each figure is the \`gasUsed\` of a real transaction on anvil, with everything
cold that a first touch finds cold; batches are gas per item. The merchant already holds tokens, each item of a
batch has a payer of its own, and allowances are finite. DemoToken is OpenZeppelin's ERC-20 with permit; DemoTether
behaves like USDT. The targets are for DemoToken.

${renderTable(subscriptions)}

A batch passes on at most \`GAS_PER_CHARGE\` (250,000) to an item and stops early when less than that is left, so its
gas limit is the sum of the expected items plus 280,000; an activation batch's is the sum plus 430,000.

## One-time payments

Each deposit is swept for the first time, so its clone is deployed in the sweep, unless the row says otherwise.
A deposit that is swept empty gives gas back; the limit of a transaction must cover what is used before that.

${renderTable(deposits)}

A batch passes on at most \`GAS_PER_SWEEP\` (300,000) to a deposit: its gas limit is the sum plus 330,000.
`
}

function grouped(gas: number): string {
  return gas.toLocaleString('en-US')
}

const demoToken = { abi: demoTokenAbi, bytecode: demoTokenBytecode }
const demoTether = { abi: demoTetherAbi, bytecode: demoTetherBytecode }
const subscriptions = {
  token: await measureSubscriptions(demoToken),
  tether: await measureSubscriptions(demoTether),
}
const deposits = { token: await measureSweeps(demoToken), tether: await measureSweeps(demoTether) }
const page = renderPage(subscriptions, deposits)
mkdirSync(join(projectRoot, 'docs'), { recursive: true })
writeFileSync(join(projectRoot, 'docs/gas.md'), page)
console.log(page)

const missed = [...subscriptions.token, ...deposits.token].filter(
  ({ gas, gasMax }) => gasMax !== undefined && gas > gasMax,
)
for (const { name, gas, gasMax } of missed) console.error(`missed: ${name} ${gas} > ${gasMax}`)
process.exit(missed.length > 0 ? 1 : 0)
