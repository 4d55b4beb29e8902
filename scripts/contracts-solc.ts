/**
 * Compiles the Solidity sources with the solc that npm ships, without forge. The settings here
 * shape the deployed bytecode and equal those in contracts/foundry.toml; scripts/test-contracts.ts
 * compares the two results.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import solc from 'solc'
import type { Hex } from 'viem'

export type AbiParameter = {
  name: string
  type: string
  indexed?: boolean
  components?: AbiParameter[]
}

export type AbiItem = {
  type: 'constructor' | 'function' | 'event' | 'error' | 'receive'
  name?: string
  inputs?: AbiParameter[]
  outputs?: AbiParameter[]
  stateMutability?: string
}

export type CompiledContract = {
  abi: AbiItem[]
  bytecode: Hex
  /** What stands on chain, with zeros where the constructor writes its immutable values. */
  deployedBytecode: Hex
}

type SolcMessage = { severity: 'error' | 'warning' | 'info'; formattedMessage: string }
type SolcContract = {
  abi: AbiItem[]
  evm: { bytecode: { object: string }; deployedBytecode: { object: string } }
}
type SolcOutput = {
  errors?: SolcMessage[]
  contracts?: Record<string, Record<string, SolcContract>>
}

export const projectRoot = join(import.meta.dirname, '..')
const contractsRoot = join(projectRoot, 'contracts')

const settings = {
  evmVersion: 'cancun',
  viaIR: true,
  optimizer: { enabled: true, runs: 1_000_000 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
}

/**
 * Compiles source files, given relative to contracts/, and everything they import.
 * Returns each file's contract of the same name, by that name; throws with the compiler's messages.
 */
export function compileContracts(files: readonly string[]): Map<string, CompiledContract> {
  const sources = Object.fromEntries(files.map((file) => [file, { content: readSource(file) }]))
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const output = JSON.parse(solc.compile(input, { import: readImport })) as SolcOutput

  const errors = (output.errors ?? []).filter((message) => message.severity === 'error')
  if (errors.length > 0)
    throw new Error(errors.map((message) => message.formattedMessage).join('\n'))

  return new Map(files.map((file) => compiledContract(output, file)))
}

function compiledContract(output: SolcOutput, file: string): [string, CompiledContract] {
  const name = file.replace(/^.*\//, '').replace(/\.sol$/, '')
  const contract = output.contracts?.[file]?.[name]
  if (!contract) throw new Error(`${file} holds no contract named ${name}`)
  const { abi, evm } = contract
  const bytecode: Hex = `0x${evm.bytecode.object}`
  return [name, { abi, bytecode, deployedBytecode: `0x${evm.deployedBytecode.object}` }]
}

function readImport(path: string): { contents: string } | { error: string } {
  try {
    return { contents: readSource(path) }
  } catch (error) {
    return { error: String(error) }
  }
}

/** Reads a source of ours, or one of a package (`@openzeppelin/…`). */
function readSource(path: string): string {
  const root = path.startsWith('@') ? join(projectRoot, 'node_modules') : contractsRoot
  return readFileSync(join(root, path), 'utf8')
}
