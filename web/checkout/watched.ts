/**
 * Whether this payer has seen the payment before its outcome. It is kept for the tab, because
 * phones throw a page away while its owner is in the wallet.
 */
import { useEffect, useRef } from 'preact/hooks'
import { outcomeOf, type PageState } from './page-state.ts'

export function useWatched(paymentId: string, state: PageState): boolean {
  const wasWatched = useRef<boolean | null>(null)
  wasWatched.current ??= recall(paymentId)
  const isOpen = outcomeOf(state) === null
  if (isOpen) wasWatched.current = true
  useEffect(() => keep(paymentId, isOpen), [paymentId, isOpen])
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

/** Forgets it with the outcome: a receipt that is opened again stays open. */
function keep(paymentId: string, isOpen: boolean): void {
  try {
    if (isOpen) sessionStorage.setItem(keyOf(paymentId), '')
    else sessionStorage.removeItem(keyOf(paymentId))
  } catch {
    // Without storage a page that was thrown away only shows the way back.
  }
}
