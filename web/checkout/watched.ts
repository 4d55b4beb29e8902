/**
 * Whether this payer has seen the payment before its outcome. It is remembered for the tab, because
 * phones unload a page while its owner is in the wallet.
 */
import { useEffect, useRef } from 'preact/hooks'
import { outcomeOf, type PageState } from './page-state.ts'

export function useWatched(paymentId: string, state: PageState): boolean {
  const wasWatched = useRef<boolean | null>(null)
  wasWatched.current ??= recall(paymentId)
  const isOpen = outcomeOf(state) === null
  if (isOpen) wasWatched.current = true
  useEffect(() => record(paymentId, isOpen), [paymentId, isOpen])
  return wasWatched.current
}

const keyOf = (paymentId: string) => `watched/${paymentId}`

function recall(paymentId: string): boolean {
  try {
    return sessionStorage.getItem(keyOf(paymentId)) !== null
  } catch {
    return false
  }
}

/**
 * Records an open payment, and removes the record with the outcome: a receipt opened again stays
 * open.
 */
function record(paymentId: string, isOpen: boolean): void {
  try {
    if (isOpen) sessionStorage.setItem(keyOf(paymentId), '')
    else sessionStorage.removeItem(keyOf(paymentId))
  } catch {
    // Without storage an unloaded page only shows the link back instead of leaving by itself.
  }
}
