/**
 * What it takes to prove the code on chain from its source: for each factory and what it makes clones of,
 * the compiler's whole input, its metadata, and the hashes of what comes out.
 */
import { keccak256 } from 'viem'
import {
  type CompiledContract,
  compileInput,
  compilerVersion,
  contractIn,
  standardInputOf,
} from './contracts-solc.ts'

/** What goes on chain together, in one compilation each; the factory comes first. */
export const deployedFamilies = {
  subscriptions: ['src/SubscriptionFactory.sol', 'src/Subscription.sol'],
  deposits: ['src/DepositFactory.sol', 'src/Deposit.sol'],
} as const

export type Verification = {
  /** By contract name. */
  compiled: Map<string, CompiledContract>
  /** The texts to commit, by path under contracts/. */
  files: Record<string, string>
}

/** Compiles each family from exactly the input that is committed. */
export function compileVerifiably(): Verification {
  const compiled: Verification['compiled'] = new Map()
  const files: Verification['files'] = {}
  const hashes: Record<string, object> = {}
  for (const [family, sources] of Object.entries(deployedFamilies)) {
    const input = standardInputOf(sources)
    files[`verification/${family}.input.json`] = json(input)
    const contracts = compileInput(input, sources)
    for (const source of sources) {
      const name = contractIn(source)
      const contract = contracts.get(name)!
      compiled.set(name, contract)
      files[`verification/${name}.metadata.json`] = json(JSON.parse(contract.metadata))
      hashes[name] = hashesOf(contract, `${family}.input.json`, `${source}:${name}`)
    }
  }
  files['verification/code-hashes.json'] = json({ compiler: compilerVersion, contracts: hashes })
  return { compiled, files }
}

/** The constructor writes immutable values into the code; where, and what is hashed there, is told. */
const hashesOf = (contract: CompiledContract, input: string, name: string) => ({
  input,
  name,
  creationCodeHash: keccak256(contract.bytecode),
  runtimeCodeHash: keccak256(contract.deployedBytecode),
  zerosForImmutablesAt: contract.immutablePlaces,
})

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
