/** Calls contracts without changing anything, and keeps what a refusal of theirs says. */
import { type Address, type Hex, isHex } from 'viem'
import { type Provider, read } from '../../wallet/provider.ts'
import { isRevert, layersOf } from '../../wallet/refusals.ts'

export type ContractCall = { to: Address; data: Hex; from?: Address }
export type ContractAnswer = { answer: Hex } | { revert: Hex }

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
    if (isRevert(error)) return { revert: '0x' }
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

/** Finds the bytes of a revert, which some nodes put behind a word. */
function revertIn(error: unknown): Hex | null {
  for (const { message } of layersOf(error)) {
    const bytes = String(message).replace('Reverted ', '')
    if (isHex(bytes)) return bytes
  }
  return null
}
