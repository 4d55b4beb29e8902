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

/** A place, in bytes of the code on chain, where the constructor writes an immutable value. */
export type ImmutablePlace = { start: number; length: number }

export type CompiledContract = {
  abi: AbiItem[]
  bytecode: Hex
  /** The code on chain, with zeros where the constructor writes its immutable values. */
  deployedBytecode: Hex
  /** The places of all immutable values. */
  immutablePlaces: ImmutablePlace[]
  /** The compiler's own description, with the hashes of all sources: JSON. */
  metadata: string
}

/** The compiler's standard input with every source in it; explorers take it unchanged. */
export type StandardInput = {
  language: 'Solidity'
  sources: Record<string, { content: string }>
  settings: typeof settings
}

type SolcMessage = { severity: 'error' | 'warning' | 'info'; formattedMessage: string }
type SolcContract = {
  abi: AbiItem[]
  metadata: string
  evm: {
    bytecode: { object: string }
    deployedBytecode: { object: string; immutableReferences: Record<string, ImmutablePlace[]> }
  }
}
type SolcOutput = {
  errors?: SolcMessage[]
  contracts?: Record<string, Record<string, SolcContract>>
}

export const projectRoot = join(import.meta.dirname, '..')
const contractsRoot = join(projectRoot, 'contracts')

/** The compiler's full version, as explorers name it: `v0.8.37+commit.…`. */
export const compilerVersion = `v${solc.version().replace('.Emscripten.clang', '')}`

const settings = {
  evmVersion: 'cancun',
  viaIR: true,
  optimizer: { enabled: true, runs: 1_000_000 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: {
    '*': {
      '*': [
        'abi',
        'metadata',
        'evm.bytecode.object',
        'evm.deployedBytecode.object',
        'evm.deployedBytecode.immutableReferences',
      ],
    },
  },
}

/** The compiler's input for source files, given relative to contracts/, and everything they import. */
export function standardInputOf(files: readonly string[]): StandardInput {
  const sources: StandardInput['sources'] = {}
  const waiting = [...files]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (sources[path]) continue
    const content = readSource(path)
    sources[path] = { content }
    waiting.push(...importsOf(path, content))
  }
  const inOrder = Object.entries(sources).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { language: 'Solidity', sources: Object.fromEntries(inOrder), settings }
}

/** Compiles source files; returns each file's contract of the same name, by that name. */
export const compileContracts = (files: readonly string[]): Map<string, CompiledContract> =>
  compileInput(standardInputOf(files), files)

/** Compiles an input that is at hand; throws with the compiler's messages. */
export function compileInput(
  input: StandardInput,
  files: readonly string[],
): Map<string, CompiledContract> {
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as SolcOutput
  const errors = (output.errors ?? []).filter((message) => message.severity === 'error')
  if (errors.length > 0)
    throw new Error(errors.map((message) => message.formattedMessage).join('\n'))
  return new Map(files.map((file) => compiledContract(output, file)))
}

/** The name of the contract in a source file, which is the file's name. */
export const contractIn = (file: string): string => file.replace(/^.*\//, '').replace(/\.sol$/, '')

function compiledContract(output: SolcOutput, file: string): [string, CompiledContract] {
  const name = contractIn(file)
  const contract = output.contracts?.[file]?.[name]
  if (!contract) throw new Error(`${file} holds no contract named ${name}`)
  const { abi, evm, metadata } = contract
  return [
    name,
    {
      abi,
      metadata,
      bytecode: `0x${evm.bytecode.object}`,
      deployedBytecode: `0x${evm.deployedBytecode.object}`,
      immutablePlaces: Object.values(evm.deployedBytecode.immutableReferences).flat(),
    },
  ]
}

/** Resolved as the compiler does: `./` and `../` from the importing file, a package from its root. */
function importsOf(path: string, content: string): string[] {
  const statements = content.matchAll(/^import\b[^;]*?["']([^"']+)["'];/gm)
  return [...statements].map(([, target]) =>
    target!.startsWith('.') ? join(path, '..', target!) : target!,
  )
}

/** Reads a source of this project, or one of a package (`@openzeppelin/…`). */
function readSource(path: string): string {
  const root = path.startsWith('@') ? join(projectRoot, 'node_modules') : contractsRoot
  return readFileSync(join(root, path), 'utf8')
}
