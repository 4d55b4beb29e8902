/**
 * The files that prove the code on chain from its source: for each factory and the contract that it
 * clones, the compiler's whole input, its metadata, and the hashes of the result.
 */
import { type Address, concatHex, type Hex, hexToBytes, keccak256, pad } from 'viem'
import {
  deterministicAddress,
  firstCreationOf,
} from '../src/shared/addresses/deterministic-address.ts'
import {
  type CompiledContract,
  compileInput,
  compilerVersion,
  contractIn,
  standardInputOf,
} from './contracts-solc.ts'

/** Contracts that go on chain together, in one compilation each; the factory comes first. */
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
  const contracts: Record<string, object> = {}
  const clones: Record<string, object> = {}
  for (const [family, sources] of Object.entries(deployedFamilies)) {
    const input = standardInputOf(sources)
    files[`verification/${family}.input.json`] = json(input)
    const outputs = compileInput(input, sources)
    const [factoryName, implementationName] = sources.map(contractIn) as [string, string]
    const factory = outputs.get(factoryName)!
    const implementation = outputs.get(implementationName)!
    const factoryAddress = deterministicAddress(factory.bytecode)
    const implementationAddress = firstCreationOf(factoryAddress)
    const named = (index: 0 | 1, address: Address) => ({
      input: `${family}.input.json`,
      name: `${sources[index]}:${contractIn(sources[index])}`,
      address,
    })
    contracts[factoryName] = {
      ...named(0, factoryAddress),
      constructorArguments: '0x',
      ...hashesOf(factory, '0x', implementationAddress),
    }
    contracts[implementationName] = {
      ...named(1, implementationAddress),
      constructorArguments: pad(factoryAddress).toLowerCase(),
      ...hashesOf(implementation, pad(factoryAddress), factoryAddress),
    }
    clones[implementationName] = cloneOf(implementationAddress)
    for (const [name, contract] of outputs) {
      compiled.set(name, contract)
      files[`verification/${name}.metadata.json`] = json(JSON.parse(contract.metadata))
    }
  }
  files['verification/code-hashes.json'] = json({ compiler: compilerVersion, contracts, clones })
  return { compiled, files }
}

/**
 * Hashes the code with the one address that the constructor writes into it, at all these places.
 */
function hashesOf(contract: CompiledContract, constructorArguments: Hex, written: Address) {
  const code = hexToBytes(contract.deployedBytecode)
  for (const { start } of contract.immutablePlaces) code.set(hexToBytes(pad(written)), start)
  return {
    creationCodeHash: keccak256(concatHex([contract.bytecode, constructorArguments])),
    runtimeCodeHash: keccak256(code),
    runtimeCodeHashWithZeros: keccak256(contract.deployedBytecode),
    zerosForImmutablesAt: contract.immutablePlaces,
  }
}

/** The EIP-1167 proxy; a subscription's terms follow after it, a deposit's code is nothing else. */
function cloneOf(implementation: Address) {
  const code = `0x363d3d373d3d3d363d73${implementation.slice(2).toLowerCase()}5af43d82803e903d91602b57fd5bf3`
  return { code, codeHash: keccak256(code as Hex) }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
