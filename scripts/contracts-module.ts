/**
 * Writes a compiled contract as a TypeScript module: the ABI one item a line, `as const` for viem,
 * and the bytecode.
 */
import type { AbiItem, AbiParameter, CompiledContract } from './contracts-solc.ts'

/**
 * Renders `src/chain/abi/<name>.ts`. `constantName` is the camel-case prefix of the exports;
 * `withBytecode` is false for what is never deployed by us directly.
 */
export function renderModule(
  source: string,
  constantName: string,
  contract: CompiledContract,
  withBytecode: boolean,
): string {
  const lines = [
    `// Generated from contracts/${source} by scripts/compile-contracts.ts. Do not edit.`,
    '',
    '// oxfmt-ignore',
    `export const ${constantName}Abi = [`,
    ...contract.abi.map((item) => `  ${renderItem(item)},`),
    '] as const',
  ]
  if (withBytecode) {
    lines.push(
      '',
      `export const ${constantName}Bytecode: \`0x\${string}\` =`,
      `  '${contract.bytecode}'`,
    )
  }
  return `${lines.join('\n')}\n`
}

function renderItem(item: AbiItem): string {
  const fields = [`type: '${item.type}'`]
  if (item.name !== undefined) fields.push(`name: '${item.name}'`)
  if (item.stateMutability !== undefined) fields.push(`stateMutability: '${item.stateMutability}'`)
  fields.push(`inputs: ${renderParameters(item.inputs)}`)
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
