/** The page: what is paid on one side, how to pay it or how it went on the other. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import { planReturn } from '../return-plan.ts'
import { useWatched } from '../watched.ts'
import { ReturnPanel } from './return-panel.tsx'
import { usePayment } from '../live/use-payment.ts'
import { chooseLanguage, speak } from '../messages/translate.ts'
import { outcomeOf, type PageState, pageStateOf } from '../page-state.ts'
import type { PaymentView } from '../payment-view.ts'
import type { Query } from '../query.ts'
import { SpeechProvider } from '../speech.ts'
import { useWallet } from '../wallet/use-wallet.ts'
import { ConnectionNote } from './connection-note.tsx'
import { LiveRegions } from './live-regions.tsx'
import { StatePanel } from './state-panel.tsx'
import { Summary } from './summary.tsx'

export function App({ first, query }: { first: PaymentView; query: Query }) {
  const { view, isConnected, now } = usePayment(first)
  const [announcement, announce] = useState('')
  const speech = useMemo(() => {
    const language = chooseLanguage([query.language, ...navigator.languages])
    return { language, say: speak(language), announce }
  }, [query.language])
  useEffect(() => void (document.documentElement.lang = speech.language), [speech.language])
  const wallet = useWallet(view)
  const state = pageStateOf(view, now, wallet.awaited !== null)
  const way = planReturn(view, state, query, useWatched(view.id, state))
  return (
    <SpeechProvider value={speech}>
      <div class="page" data-state={state} data-mood={moodOf(state)}>
        <Summary view={view} state={state} now={now} itemName={query.itemName} />
        <main>
          {!isConnected && <ConnectionNote />}
          <StatePanel view={view} state={state} itemName={query.itemName} wallet={wallet} />
          {way && <ReturnPanel key={way.address} plan={way} />}
        </main>
      </div>
      <LiveRegions text={announcement} isUrgent={outcomeOf(state) === 'failure'} />
    </SpeechProvider>
  )
}

const moodOf = (state: PageState): string => outcomeOf(state) ?? 'open'
