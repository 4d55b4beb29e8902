/** Keeps the page current, and gives it the language of its payer. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import { usePayment } from '../live/use-payment.ts'
import { localeOf } from '../messages/moments.ts'
import { chooseLanguage, speak } from '../messages/translate.ts'
import type { PaymentView } from '../payment-view.ts'
import type { Query } from '../query.ts'
import { type Announcement, SpeechProvider } from '../speech.ts'
import { Page } from './page.tsx'

export function App({ first, query }: { first: PaymentView; query: Query }) {
  const payment = usePayment(first)
  const [announcement, setAnnouncement] = useState<Announcement | null>(null)
  const speech = useMemo(() => {
    const language = chooseLanguage([query.language, ...navigator.languages])
    const locale = localeOf(language, navigator.languages)
    const announce = (text: string) =>
      setAnnouncement((last) => ({ text, count: (last?.count ?? 0) + 1 }))
    return { language, locale, say: speak(language), announce }
  }, [query.language])
  useEffect(() => void (document.documentElement.lang = speech.language), [speech.language])
  return (
    <SpeechProvider value={speech}>
      <Page payment={payment} query={query} announcement={announcement} />
    </SpeechProvider>
  )
}
