/**
 * A transaction sent from this browser, remembered until the service reports it, so that neither a
 * reload nor a second tab invites the payer to pay twice.
 */
import type { Hex } from 'viem'
import { forget, keep, recall } from '../../browser/kept.ts'
import type { PaymentView } from '../payment-view.ts'

export type SentTransaction = { hash: Hex; walletRdns: string; sentAtMs: number }

/** Tells whether the service has not reported the transaction yet. */
export const isAwaited = (sent: SentTransaction, { transfers }: PaymentView): boolean =>
  !transfers.some(
    ({ transactionHash }) => transactionHash.toLowerCase() === sent.hash.toLowerCase(),
  )

const keyOf = (paymentId: string) => `sent/${paymentId}`

/** The transaction sent for this payment from this browser; null where there is none. */
export function recallSent(paymentId: string): SentTransaction | null {
  try {
    return JSON.parse(recall('localStorage', keyOf(paymentId)) ?? 'null') as SentTransaction | null
  } catch {
    return null
  }
}

/**
 * Records the transaction, or removes it with null. Without storage only the open page knows it.
 */
export function recordSent(paymentId: string, sent: SentTransaction | null): void {
  if (sent) keep('localStorage', keyOf(paymentId), JSON.stringify(sent))
  else forget('localStorage', keyOf(paymentId))
}
