/** Waits until a transaction is mined that the caller has just sent, for those that go one after the other. */
import {
  type Client,
  type Hex,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { wait } from '../shared/time.ts'

const receiptPauseMs = 100
const receiptTriesMax = 3_000

/** Whether the chain is a local one, which makes a block at once where it is asked to. */
export type MinedWait = { isLocal?: boolean }

/** Waits for the receipt; throws where the transaction reverted, or was not mined within 5 minutes. */
export async function requireMined(
  client: Client,
  hash: Hex,
  { isLocal = false }: MinedWait = {},
): Promise<TransactionReceipt> {
  if (isLocal) await mineAtOnce(client)
  const receipt = await waitForReceipt(client, hash)
  if (receipt.status === 'success') return receipt
  throw new Error(`the transaction ${hash} reverted`)
}

/** A node that mines each transaction by itself is not asked: an empty block more would lower what gas costs. */
async function mineAtOnce(client: Client): Promise<void> {
  // viem types none of the commands of development nodes.
  const minesByItself = await client.request({ method: 'anvil_getAutomine' } as never)
  if (!minesByItself) await client.request({ method: 'evm_mine' } as never)
}

async function waitForReceipt(client: Client, hash: Hex): Promise<TransactionReceipt> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await getTransactionReceipt(client, { hash })
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError) || attempt === receiptTriesMax)
        throw error
      await wait(receiptPauseMs)
    }
  }
}
