/** Commands that only a development node takes, for tests. */
import { type Address, numberToHex } from 'viem'
import type { ConnectedChain } from '../../src/chain/clients.ts'

type Chain = Pick<ConnectedChain, 'reader'>

export const command = ({ reader }: Chain, method: string, params: unknown[] = []) =>
  reader.request({ method, params } as never) as Promise<unknown>

export const setBalance = (chain: Chain, address: Address, wei: bigint) =>
  command(chain, 'anvil_setBalance', [address, numberToHex(wei)])

/** Blocks are made only by `mineBlock`, or again for every transaction. */
export const setAutomine = (chain: Chain, isOn: boolean) =>
  command(chain, 'evm_setAutomine', [isOn])

export const mineBlock = (chain: Chain) => command(chain, 'evm_mine')

/** Makes a block whose base fee is this; the next ones follow from it. */
export async function mineBlockAt(chain: Chain, baseFeeWei: bigint): Promise<void> {
  await command(chain, 'anvil_setNextBlockBaseFeePerGas', [numberToHex(baseFeeWei)])
  await mineBlock(chain)
}

/** Replaces the last `depth` blocks by empty ones. */
export const reorg = (chain: Chain, depth: number) => command(chain, 'anvil_reorg', [depth, []])

/** Removes the code of an address, so that it can be deployed anew. */
export async function removeCode(chain: Chain, address: Address): Promise<void> {
  await command(chain, 'anvil_setCode', [address, '0x'])
  await command(chain, 'anvil_setNonce', [address, '0x0'])
}
