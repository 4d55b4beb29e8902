/**
 * The receipts of open transactions, asked for while a poll is still busy with logs: a distant node is waited for
 * once, and not once more for them.
 */
import type { Pool } from 'pg'
import type { Client, Hash, TransactionReceipt } from 'viem'
import { findReceipt } from '../../chain/find-receipt.ts'
import { findOpenHashes } from '../../chain/rows/transactions.ts'

const askedAheadMax = 32

export class ReceiptsAhead {
  readonly #node: Client
  readonly #asked = new Map<Hash, Promise<TransactionReceipt | null>>()

  constructor(node: Client) {
    this.#node = node
  }

  /** Asks for the receipts of the oldest open transactions, and waits for none of them. */
  async ask(pool: Pool, blockchain: string): Promise<void> {
    for (const hash of await findOpenHashes(pool, blockchain, askedAheadMax)) {
      const asking = findReceipt(this.#node, hash)
      // The taker of the receipt hears of the failure.
      asking.catch(() => undefined)
      this.#asked.set(hash, asking)
    }
  }

  /** Returns a receipt, null where there is none; asks for it now, unless that was done. */
  take(hash: Hash): Promise<TransactionReceipt | null> {
    return this.#asked.get(hash) ?? findReceipt(this.#node, hash)
  }
}
