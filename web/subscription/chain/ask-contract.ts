/** Calls contracts without changing anything, and keeps what a refusal of theirs says. */
import { type Address, type Hex, isHex } from 'viem'
import { type Provider, read } from '../../wallet/provider.ts'
import { codeOf } from '../../wallet/refusals.ts'

export type ContractCall = { to: Address; data: Hex; from?: Address }
export type ContractAnswer = { answer: Hex } | { revert: Hex }

const executionReverted = 3
const wrappingsMax = 5

/**
 * Asks at a block; `overrides` are the further parameters of `eth_call`, which not every node knows.
 * Throws where the wallet or its node did not answer.
 */
export async function askContract(
  provider: Provider,
  call: ContractCall,
  block = 'latest',
  ...overrides: unknown[]
): Promise<ContractAnswer> {
  try {
    const answer = await read(provider, 'eth_call', [call, block, ...overrides])
    return { answer: isHex(answer) ? answer : '0x' }
  } catch (error) {
    const revert = revertIn(error)
    if (revert !== null) return { revert }
    if (codeOf(error) === executionReverted) return { revert: '0x' }
    throw error
  }
}

/** The answer, or `0x` where the contract refuses the call. */
export async function askForAnswer(
  provider: Provider,
  call: ContractCall,
  block?: string,
): Promise<Hex> {
  const asked = await askContract(provider, call, block)
  return 'answer' in asked ? asked.answer : '0x'
}

/** Finds the bytes of a revert: wallets put the node's error into errors of their own. */
function revertIn(error: unknown): Hex | null {
  let layer: unknown = error
  for (let depth = 0; layer && depth < wrappingsMax; depth++) {
    if (isHex(layer)) return layer
    const { data, originalError, cause } = layer as Record<string, unknown>
    layer = data ?? originalError ?? cause
  }
  return null
}
