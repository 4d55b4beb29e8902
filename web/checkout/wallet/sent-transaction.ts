/**
 * A transaction that left this browser, remembered until the service tells of it, so that neither a
 * reload nor a second tab invites the payer to pay twice.
 */
import type { Hex } from 'viem'
import type { PaymentView } from '../payment-view.ts'

export type SentTransaction = { hash: Hex; walletRdns: string; sentAtMs: number }

/** Nobody has told of it yet, neither as arriving nor as arrived. */
export const isAwaited = (sent: SentTransaction, { transfers }: PaymentView): boolean =>
  !transfers.some(
    ({ transactionHash }) => transactionHash.toLowerCase() === sent.hash.toLowerCase(),
  )

const keyOf = (paymentId: string) => `sent/${paymentId}`

/** What was sent for this payment from this browser; null where nothing was, or nothing is kept. */
export function recallSent(paymentId: string): SentTransaction | null {
  try {
    const text = localStorage.getItem(keyOf(paymentId))
    return text === null ? null : (JSON.parse(text) as SentTransaction)
  } catch {
    return null
  }
}

/** Keeps it, or forgets it. Where the browser keeps nothing, the open page still knows. */
export function keepSent(paymentId: string, sent: SentTransaction | null): void {
  try {
    if (sent) localStorage.setItem(keyOf(paymentId), JSON.stringify(sent))
    else localStorage.removeItem(keyOf(paymentId))
  } catch {
    // A browser that refuses storage takes nothing from the payment.
  }
}
