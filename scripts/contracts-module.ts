/**
 * Writes a compiled contract as a TypeScript module: the ABI one item a line, `as const` for viem,
 * and the bytecode.
 */
import { keccak256 } from 'viem'
import {
  deterministicAddress,
  firstCreationOf,
} from '../src/shared/addresses/deterministic-address.ts'
import type { AbiItem, AbiParameter, CompiledContract } from './contracts-solc.ts'

export type ModuleParts = {
  /** Left out for a contract that only its factory calls. */
  withAbi?: boolean
  /** Left out for a contract that the service never deploys itself. */
  withBytecode?: boolean
  /** The hash of the code on chain, by which a page knows the contract. */
  withCodeHash?: boolean
  /** A factory has one address on every chain, and so has what its constructor creates. */
  isFactory?: boolean
}

/** Renders `src/chain/abi/<name>.ts`. `constantName` is the camel-case prefix of the exports. */
export function renderModule(
  source: string,
  constantName: string,
  contract: CompiledContract,
  { withAbi = true, withBytecode, withCodeHash, isFactory }: ModuleParts,
): string {
  const lines = [
    `// Generated from contracts/${source} by scripts/compile-contracts.ts. Do not edit.`,
  ]
  if (withAbi) {
    lines.push(
      '',
      '// oxfmt-ignore',
      `export const ${constantName}Abi = [`,
      ...contract.abi.map((item) => `  ${renderItem(item)},`),
      '] as const',
    )
  }
  if (withBytecode) {
    lines.push(
      '',
      `export const ${constantName}Bytecode: \`0x\${string}\` =`,
      `  '${contract.bytecode}'`,
    )
  }
  if (withCodeHash) {
    lines.push(
      '',
      '/** The hash of the code on chain, with zeros for the immutable values. */',
      '// oxfmt-ignore',
      `export const ${constantName}CodeHash = '${keccak256(contract.deployedBytecode)}'`,
      '/** The bytes of the code at which each of these values begins. */',
      '// oxfmt-ignore',
      `export const ${constantName}ImmutablesAt = [${immutablesAt(contract).join(', ')}] as const`,
    )
  }
  if (isFactory) lines.push(...renderAddresses(constantName, contract))
  return `${lines.join('\n')}\n`
}

const immutablesAt = ({ immutablePlaces }: CompiledContract): number[] =>
  immutablePlaces.map(({ start }) => start).toSorted((a, b) => a - b)

function renderAddresses(constantName: string, { bytecode }: CompiledContract): string[] {
  const factory = deterministicAddress(bytecode)
  const implementation = constantName.replace(/Factory$/, 'Implementation')
  return [
    '',
    '/** The deterministic deployer puts it at this address on every chain. */',
    `export const ${constantName}Address = '${factory}'`,
    '/** The code that its clones run. */',
    `export const ${implementation}Address = '${firstCreationOf(factory)}'`,
  ]
}

function renderItem(item: AbiItem): string {
  const fields = [`type: '${item.type}'`]
  if (item.name !== undefined) fields.push(`name: '${item.name}'`)
  if (item.stateMutability !== undefined) fields.push(`stateMutability: '${item.stateMutability}'`)
  if (item.inputs !== undefined) fields.push(`inputs: ${renderParameters(item.inputs)}`)
  if (item.outputs !== undefined) fields.push(`outputs: ${renderParameters(item.outputs)}`)
  return `{ ${fields.join(', ')} }`
}

function renderParameters(parameters: readonly AbiParameter[]): string {
  return `[${parameters.map(renderParameter).join(', ')}]`
}

function renderParameter(parameter: AbiParameter): string {
  const fields = [`name: '${parameter.name}'`, `type: '${parameter.type}'`]
  if (parameter.indexed !== undefined) fields.push(`indexed: ${parameter.indexed}`)
  if (parameter.components !== undefined)
    fields.push(`components: ${renderParameters(parameter.components)}`)
  return `{ ${fields.join(', ')} }`
}
