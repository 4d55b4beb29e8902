/** Acts on the blocks of a local chain, on its gas wallets and on what waits for a block, by RPC. */
import { type Address, type Hex, numberToHex } from 'viem'
import { eventually } from '../../../../examples/client/eventually.ts'
import type { Payer } from '../../../../examples/client/payer.ts'
import {
  command,
  mineBlock,
  mineBlockAt,
  reorg,
  setBalance,
  whileHeld,
} from '../../../../test/chain/dev-node.ts'

export type PooledTransaction = { hash: Hex; to: Address; nonce: Hex }

/** The code of a contract that reverts whatever it is asked. */
const revertsAlways = '0x5f5ffd'

/** After so many blocks without it a transaction counts as stuck. A block more could hold what replaces it. */
const blocksUntilStuck = 5

/** Far above what a service offers on a chain without demand. */
const dearFees = {
  maxFeePerGas: numberToHex(10n ** 12n),
  maxPriorityFeePerGas: numberToHex(10n ** 11n),
}

/** So many empty blocks may be above the one that is looked for. */
const emptyBlocksMax = 10

export class LocalNode {
  readonly #node: Pick<Payer, 'reader'>
  #everySeconds: number | null = null

  constructor(node: Pick<Payer, 'reader'>) {
    this.#node = node
  }

  /** From now on no block is made by itself, until `release`: payers' wallets make their own. */
  async hold(): Promise<void> {
    this.#everySeconds = (await this.#ask('anvil_getIntervalMining')) as number | null
    await this.#ask('evm_setAutomine', [false])
    await this.#ask('evm_setIntervalMining', [0])
  }

  /** Makes a block of what waits, and blocks as before. */
  async release(): Promise<void> {
    if (this.#everySeconds) await this.#ask('evm_setIntervalMining', [this.#everySeconds])
    else await this.#ask('evm_setAutomine', [true])
    await this.mine()
  }

  /** Holds the chain while something is done. */
  async withoutBlocks<Answer>(does: () => Promise<Answer>): Promise<Answer> {
    await this.hold()
    try {
      return await does()
    } finally {
      await this.release()
    }
  }

  mine = (): Promise<unknown> => mineBlock(this.#node)

  mineBlocks = (blocks: number): Promise<unknown> => this.#ask('anvil_mine', [numberToHex(blocks)])

  mineAtBaseFee = (wei: bigint): Promise<void> => mineBlockAt(this.#node, wei)

  head = async (): Promise<number> => Number(await this.#ask('eth_blockNumber'))

  /** The number of the newest block that holds a transaction. */
  async newestWithTransactions(): Promise<number> {
    const head = await this.head()
    for (let number = head; number > head - emptyBlocksMax; number--) {
      const block = await this.#ask('eth_getBlockByNumber', [numberToHex(number), false])
      if ((block as { transactions: string[] }).transactions.length > 0) return number
    }
    throw new Error(`blocks ${head - emptyBlocksMax + 1} to ${head} hold no transaction`)
  }

  /** Replaces all blocks above one by empty ones, and makes another one. */
  async takeBackAbove(block: number): Promise<void> {
    await this.replaceAbove(block)
    await this.mine()
  }

  /**
   * Replaces all blocks above one by empty ones; the next one is later than all of them were. What waits for a block
   * still does.
   */
  async replaceAbove(block: number): Promise<void> {
    const newest = (await this.#ask('eth_getBlockByNumber', ['latest', false])) as {
      timestamp: Hex
    }
    await reorg(this.#node, (await this.head()) - block)
    await this.#ask('evm_setNextBlockTimestamp', [Number(newest.timestamp) + 1])
  }

  /** Makes a block more, and moves the transaction of the one before it there. */
  async moveToNextBlock(): Promise<void> {
    const block = await this.#ask('eth_getBlockByNumber', ['latest', false])
    const [hash] = (block as { transactions: Hex[] }).transactions
    const raw = await this.#ask('eth_getRawTransactionByHash', [hash])
    await this.mine()
    await whileHeld(this.#node, () => this.#ask('anvil_reorg', [2, [[raw, 1]]]))
  }

  /** Waits until so many transactions wait for a block. */
  untilWaiting = (count: number): Promise<unknown> =>
    eventually(`${count} transactions wait for a block`, async () => {
      const { pending } = (await this.#ask('txpool_status')) as { pending: string }
      return Number(pending) >= count
    })

  coinsOf = async (wallet: Address): Promise<bigint> =>
    BigInt((await this.#ask('eth_getBalance', [wallet, 'latest'])) as Hex)

  /** Waits until a wallet's transaction waits for a block, and returns it. */
  untilPooled = (wallet: string): Promise<PooledTransaction> =>
    eventually(`a transaction of ${wallet} waits for a block`, async () => {
      const { pending } = (await this.#ask('txpool_content')) as {
        pending: Record<string, Record<string, PooledTransaction>>
      }
      const own = Object.keys(pending).find((one) => one.toLowerCase() === wallet.toLowerCase())
      return own === undefined ? null : Object.values(pending[own]!)[0]
    })

  /** Makes a block in which a contract reverts all that is asked of it. */
  async mineReverting(contract: Address): Promise<void> {
    const code = await this.#ask('eth_getCode', [contract, 'latest'])
    await this.#ask('anvil_setCode', [contract, revertsAlways])
    await this.mine()
    await this.#ask('anvil_setCode', [contract, code])
  }

  /** Does something while a wallet holds no coins. */
  async whileEmpty(wallet: Address, does: () => Promise<unknown>): Promise<void> {
    const full = await this.coinsOf(wallet)
    await this.setCoins(wallet, 0n)
    try {
      await does()
    } finally {
      await this.setCoins(wallet, full)
    }
  }

  /** Somebody else who has a wallet's key uses the nonce of what waits, for nothing, and blocks follow. */
  async useNonce(wallet: Address): Promise<void> {
    const { hash, nonce } = await this.untilPooled(wallet)
    await this.#ask('anvil_dropTransaction', [hash])
    await this.#sendAs(wallet, nonce)
    await this.mine()
    await this.mineBlocks(blocksUntilStuck)
  }

  /** The same of the nonce that comes next, at a price that nobody outbids, and makes no block. */
  async takeNonce(wallet: Address): Promise<void> {
    const next = (await this.#ask('eth_getTransactionCount', [wallet, 'pending'])) as Hex
    await this.#sendAs(wallet, next)
  }

  async #sendAs(wallet: Address, nonce: Hex): Promise<void> {
    await this.#ask('anvil_impersonateAccount', [wallet])
    await this.#ask('eth_sendTransaction', [
      { from: wallet, to: wallet, value: '0x0', nonce, ...dearFees },
    ])
    await this.#ask('anvil_stopImpersonatingAccount', [wallet])
  }

  /**
   * Takes a transaction out of the pool, and makes blocks without it: they are too dear for it, as the service sends it
   * again when it hears of the first.
   */
  async dropAndMine({ hash }: PooledTransaction, dearWei: bigint): Promise<void> {
    await this.#ask('anvil_dropTransaction', [hash])
    await this.#ask('anvil_setNextBlockBaseFeePerGas', [numberToHex(dearWei)])
    await this.mineBlocks(blocksUntilStuck)
  }

  /** Has the node refuse every transaction that is signed for the chain that it was. */
  becomeChain = (chainId: number): Promise<unknown> => this.#ask('anvil_setChainId', [chainId])

  /** Has a wallet hold so much from the next block on, which is made. */
  async setCoins(wallet: Address, wei: bigint): Promise<void> {
    await this.haveCoins(wallet, wei)
    await this.mine()
  }

  /** The same, and makes no block. */
  haveCoins = (wallet: Address, wei: bigint): Promise<unknown> =>
    setBalance(this.#node, wallet, wei)

  #ask = (method: string, params: unknown[] = []): Promise<unknown> =>
    command(this.#node, method, params)
}
