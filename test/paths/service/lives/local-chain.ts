/** What paths do to the blocks of a local chain and to the gas of a wallet on it, by RPC. */
import { type Address, numberToHex } from 'viem'
import { eventually } from '../../../../examples/client/eventually.ts'
import type { Payer } from '../../../../examples/client/payer.ts'
import { command as ask, mineBlock } from '../../../chain/dev-node.ts'

/** An anvil that makes blocks by itself, for each transaction or every few seconds. */
export class LocalChain {
  readonly #node: Pick<Payer, 'reader'>
  #blockEverySeconds: number | null = null

  constructor(payer: Pick<Payer, 'reader'>) {
    this.#node = payer
  }

  /** From now on no block is made but by a payer, until `release`. */
  async hold(): Promise<void> {
    this.#blockEverySeconds = (await ask(this.#node, 'anvil_getIntervalMining')) as number | null
    await ask(this.#node, 'evm_setAutomine', [false])
    await ask(this.#node, 'evm_setIntervalMining', [0])
  }

  makeBlock = (): Promise<unknown> => mineBlock(this.#node)

  /** Makes a block of what waits, and blocks as before. */
  async release(): Promise<void> {
    await mineBlock(this.#node)
    if (this.#blockEverySeconds) {
      await ask(this.#node, 'evm_setIntervalMining', [this.#blockEverySeconds])
    } else await ask(this.#node, 'evm_setAutomine', [true])
  }

  /** Waits until so many transactions wait for a block. */
  untilWaiting = (count: number): Promise<unknown> =>
    eventually(`${count} transactions wait for a block`, async () => {
      const { pending } = (await ask(this.#node, 'txpool_status')) as { pending: string }
      return Number(pending) >= count
    })

  balanceOf = (address: Address): Promise<bigint> => this.#node.reader.getBalance({ address })

  setBalance = (address: Address, wei: bigint): Promise<unknown> =>
    ask(this.#node, 'anvil_setBalance', [address, numberToHex(wei)])
}
