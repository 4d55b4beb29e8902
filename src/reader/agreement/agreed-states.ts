import type { Address } from 'viem'
import { type ContractState, readContractStates } from '../../chain/contract-state.ts'
import type { CommonBlock } from './common-block.ts'
import { findGivenByEnough } from '../../chain/agreement/find-agreed.ts'

/** A contract's state by the nodes' answers; `state` is undefined where fewer than needed agree. */
export type AgreedState = {
  state: ContractState | null | undefined
  /** Enough nodes answered, and their answers differ. */
  isDisputed: boolean
  /** Each host's answer, for the operator to read. */
  answers: string
}

/** Reads the states of contracts as of the common block, in order. */
export async function readAgreedStates(
  { holders, block }: CommonBlock,
  needed: number,
  contracts: Address[],
): Promise<AgreedState[]> {
  const answered = await Promise.all(
    holders.map(async ({ node, host }) => ({
      host,
      states: await readContractStates(node, contracts, block.hash).catch(() => null),
    })),
  )
  return contracts.map((_, index) => {
    const given = answered.flatMap(({ host, states }) =>
      states ? [{ host, state: states[index]!, text: JSON.stringify(states[index]) }] : [],
    )
    const agreed = findGivenByEnough(given, needed, ({ text }) => text)
    return {
      state: agreed?.state,
      isDisputed: !agreed && given.length >= needed,
      answers: given.map(({ host, text }) => `${host} says ${text}`).join(', '),
    }
  })
}
