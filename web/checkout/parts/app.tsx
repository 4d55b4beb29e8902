/** Keeps the page current, and gives it the language of its payer. */
import { useState } from 'preact/hooks'
import { speak } from '../../messages/checkout/checkout-texts.ts'
import { SpeechProvider, useNewSpeech } from '../../parts/speech.ts'
import { usePayment } from '../use-payment.ts'
import type { PaymentView } from '../payment-view.ts'
import type { Query } from '../query.ts'
import { Page } from './page.tsx'

export function App({ first, query }: { first: PaymentView; query: Query }) {
  const payment = usePayment(first)
  const [wanted, choose] = useState(query.language)
  const { speech, announcement } = useNewSpeech(speak, wanted)
  return (
    <SpeechProvider value={speech}>
      <Page payment={payment} query={query} announcement={announcement} onLanguage={choose} />
    </SpeechProvider>
  )
}
