/** Waits for a transaction that the caller has just sent, as deployments do, one after the other. */
import {
  type Client,
  type Hex,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { wait } from '../shared/retry.ts'

const receiptPauseMs = 100
const receiptLooksMax = 3_000

/** Returns the receipt; throws where the transaction reverted, or was not mined within 5 minutes. */
export async function requireMined(client: Client, hash: Hex): Promise<TransactionReceipt> {
  const receipt = await receiptOf(client, hash)
  if (receipt.status === 'success') return receipt
  throw new Error(`the deployment in transaction ${hash} reverted`)
}

async function receiptOf(client: Client, hash: Hex): Promise<TransactionReceipt> {
  for (let look = 1; ; look++) {
    try {
      return await getTransactionReceipt(client, { hash })
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError) || look === receiptLooksMax)
        throw error
      await wait(receiptPauseMs)
    }
  }
}
