/** Commands that only a development node takes, for tests. */
import { type Address, type Hash, type Hex, numberToHex } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import type { ConnectedChain } from '../../src/chain/clients.ts'
import { stepWithOthers } from '../../src/shared/pulse.ts'

type Chain = Pick<ConnectedChain, 'reader'>

export const command = ({ reader }: Chain, method: string, params: unknown[] = []) =>
  reader.request({ method, params } as never) as Promise<unknown>

export const setBalance = (chain: Chain, address: Address, wei: bigint) =>
  command(chain, 'anvil_setBalance', [address, numberToHex(wei)])

/** Blocks are made only by `mineBlock`, or again for every transaction. */
export const setAutomine = (chain: Chain, isOn: boolean) =>
  command(chain, 'evm_setAutomine', [isOn])

export const mineBlock = (chain: Chain) => command(chain, 'evm_mine')

/**
 * Makes a block with each step of what works in this process, until the returned function is called: blocks that come by
 * the clock on the wall are too few for the time that a test passes.
 */
export const mineByStep = (chain: Chain): (() => void) =>
  stepWithOthers({ what: 'a block', step: async () => void (await mineBlock(chain)) })

/** Makes a block whose base fee is this; the next ones follow from it. */
export async function mineBlockAt(chain: Chain, baseFeeWei: bigint): Promise<void> {
  await command(chain, 'anvil_setNextBlockBaseFeePerGas', [numberToHex(baseFeeWei)])
  await mineBlock(chain)
}

/** Does something while no transaction is put into a block; what waits in the pool gets its block after it. */
export async function whileHeld(chain: Chain, does: () => Promise<unknown>): Promise<void> {
  const wasAutomatic = (await command(chain, 'anvil_getAutomine')) as boolean
  await setAutomine(chain, false)
  try {
    await does()
  } finally {
    if (wasAutomatic) await setAutomine(chain, true)
  }
}

const reorgsMax = 10

/**
 * Replaces the last `depth` blocks by empty ones, with blocks held; the first may hold signed transactions, in this order.
 * anvil 1.7.1 undoes blocks
 * first and balances and nonces after them: a transaction that it mines in between can be mined in
 * a second block, too (3 of 150 were, under load). One whose block was begun before is mined all the
 * same, and blocks below the head are lost for good (`eth_getBlockByNumber` is null): such blocks
 * are replaced once more, which no real chain would need.
 */
export const reorg = (chain: Chain, depth: number, signed: Hex[] = []): Promise<void> =>
  whileHeld(chain, async () => {
    const first = (await headOf(chain)) - depth + 1
    let lost = depth
    for (let reorgs = 0; lost > 0; reorgs++) {
      if (reorgs === reorgsMax) throw new Error(`anvil loses blocks above ${first} at each reorg`)
      const again = lost === depth ? signed.map((transaction) => [transaction, 0]) : []
      await command(chain, 'anvil_reorg', [lost, again])
      lost = await countFromLost(chain, first)
    }
  })

/** Counts the blocks from the lowest one that the node has lost up to its head; 0 if it lost none. */
async function countFromLost(chain: Chain, first: number): Promise<number> {
  const head = await headOf(chain)
  for (let number = first; number < head; number++) {
    const block = await command(chain, 'eth_getBlockByNumber', [numberToHex(number), false])
    if (block === null) return head - number + 1
  }
  return 0
}

/** Replaces the block that a transaction is in, and all after it; these signed transactions are mined instead. */
export async function reorgFrom(chain: Chain, hash: Hash, signed: Hex[]): Promise<void> {
  const { blockNumber } = await getTransactionReceipt(chain.reader, { hash })
  await reorg(chain, (await headOf(chain)) - Number(blockNumber) + 1, signed)
}

/** Reads a transaction as it was signed. */
export const signedOf = (chain: Chain, hash: Hash) =>
  command(chain, 'eth_getRawTransactionByHash', [hash]) as Promise<Hex>

const headOf = async (chain: Chain) => Number(await command(chain, 'eth_blockNumber'))

/** Removes the code of an address, so that it can be deployed anew. */
export async function removeCode(chain: Chain, address: Address): Promise<void> {
  await command(chain, 'anvil_setCode', [address, '0x'])
  await command(chain, 'anvil_setNonce', [address, '0x0'])
}
