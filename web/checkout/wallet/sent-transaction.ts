/**
 * A transaction sent from this browser, remembered until the service reports it, so that neither a
 * reload nor a second tab invites the payer to pay twice.
 */
import type { Hex } from 'viem'
import type { PaymentView } from '../payment-view.ts'

export type SentTransaction = { hash: Hex; walletRdns: string; sentAtMs: number }

/** Tells whether the service has not reported the transaction yet. */
export const isAwaited = (sent: SentTransaction, { transfers }: PaymentView): boolean =>
  !transfers.some(
    ({ transactionHash }) => transactionHash.toLowerCase() === sent.hash.toLowerCase(),
  )

const keyOf = (paymentId: string) => `sent/${paymentId}`

/**
 * The transaction sent for this payment from this browser; null where there is none, or no storage.
 */
export function recallSent(paymentId: string): SentTransaction | null {
  try {
    const text = localStorage.getItem(keyOf(paymentId))
    return text === null ? null : (JSON.parse(text) as SentTransaction)
  } catch {
    return null
  }
}

/**
 * Records the transaction, or removes it with null. Without storage only the open page knows it.
 */
export function recordSent(paymentId: string, sent: SentTransaction | null): void {
  try {
    if (sent) localStorage.setItem(keyOf(paymentId), JSON.stringify(sent))
    else localStorage.removeItem(keyOf(paymentId))
  } catch {
    // Without storage the payment still works.
  }
}
