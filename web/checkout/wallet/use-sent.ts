/** The transaction sent for this payment from this browser, in any of its tabs. */
import { useEffect, useState } from 'preact/hooks'
import { recordSent, recallSent, type SentTransaction } from './sent-transaction.ts'

type Remember = (sent: SentTransaction | null) => void

export function useSent(paymentId: string): [SentTransaction | null, Remember] {
  const [sent, setSent] = useState(() => recallSent(paymentId))
  useEffect(() => {
    const onStorage = () => setSent(recallSent(paymentId))
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [paymentId])
  const remember = (now: SentTransaction | null) => {
    recordSent(paymentId, now)
    setSent(now)
  }
  return [sent, remember]
}
