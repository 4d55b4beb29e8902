/**
 * Whether this payer has seen the payment before its outcome. It is remembered for the tab, because
 * phones unload a page while its owner is in the wallet.
 */
import { useEffect, useRef } from 'preact/hooks'
import { forget, keep, recall } from '../browser/kept.ts'
import { outcomeOf, type PageState } from './page-state.ts'

export function useWatched(paymentId: string, state: PageState): boolean {
  const wasWatched = useRef<boolean | null>(null)
  wasWatched.current ??= recall('sessionStorage', keyOf(paymentId)) !== null
  const isOpen = outcomeOf(state) === null
  if (isOpen) wasWatched.current = true
  useEffect(() => record(paymentId, isOpen), [paymentId, isOpen])
  return wasWatched.current
}

const keyOf = (paymentId: string) => `watched/${paymentId}`

/**
 * Records an open payment, and removes the record with the outcome: a receipt opened again stays
 * open.
 */
function record(paymentId: string, isOpen: boolean): void {
  if (isOpen) keep('sessionStorage', keyOf(paymentId), '')
  else forget('sessionStorage', keyOf(paymentId))
}
