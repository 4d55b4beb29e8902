import type { Address } from 'viem'
import { type ContractState, readContractStates } from '../../chain/contract-state.ts'
import type { CommonBlock } from './common-block.ts'
import { findGivenByEnough } from '../../chain/agreement/find-agreed.ts'

/** What the nodes say of a contract; `state` is undefined where fewer than needed say the same. */
export type AgreedState = {
  state: ContractState | null | undefined
  /** Enough nodes answered, and not alike. */
  isDisputed: boolean
  /** By host, for whoever has to look. */
  said: string
}

/** Reads where contracts stand as of the common block, in order. */
export async function readAgreedStates(
  { holders, block }: CommonBlock,
  needed: number,
  contracts: Address[],
): Promise<AgreedState[]> {
  const answers = await Promise.all(
    holders.map(async ({ node, host }) => ({
      host,
      states: await readContractStates(node, contracts, block.hash).catch(() => null),
    })),
  )
  return contracts.map((_, index) => {
    const said = answers.flatMap(({ host, states }) =>
      states ? [{ host, state: states[index]!, text: JSON.stringify(states[index]) }] : [],
    )
    const agreed = findGivenByEnough(said, needed, ({ text }) => text)
    return {
      state: agreed?.state,
      isDisputed: !agreed && said.length >= needed,
      said: said.map(({ host, text }) => `${host} says ${text}`).join(', '),
    }
  })
}
