/** The page: the payment on one side, the ways to pay or the outcome on the other. */
import { useMemo } from 'preact/hooks'
import { checkView } from '../address-check.ts'
import type { LivePayment } from '../use-payment.ts'
import { isAlarming, pageStateOf } from '../page-state.ts'
import type { Query } from '../query.ts'
import { planReturn } from '../return-plan.ts'
import type { Announcement } from '../../parts/speech.ts'
import { useSpeech } from '../speech.ts'
import { useWatched } from '../watched.ts'
import { useWallet } from '../wallet/use-wallet.ts'
import type { Language } from '../../messages/translate.ts'
import { Foot } from '../../parts/foot.tsx'
import { Spinner } from '../../parts/icons.tsx'
import { Details } from './details.tsx'
import { LiveRegions } from '../../parts/live-regions.tsx'
import { NextSteps } from './paying/next-steps.tsx'
import { StatePanel } from './state-panel.tsx'
import { supportOf } from '../state-text.ts'
import { Summary } from './summary.tsx'

type Props = {
  payment: LivePayment
  query: Query
  announcement: Announcement | null
  onLanguage: (language: Language) => void
}

export function Page({ payment, query, announcement, onLanguage }: Props) {
  const { say } = useSpeech()
  const { view, isConnected, now } = payment
  const wallet = useWallet(view)
  const found = useMemo(() => checkView(view), [view])
  const fromWallet = wallet.state.step === 'refused' ? wallet.state.refusal : null
  const refusal = payment.refusal ?? found ?? fromWallet
  const isAwaited = wallet.awaited !== null
  const state = pageStateOf(view, { now, isAwaited, isBlocked: refusal !== null })
  const way = planReturn(view, state, query, useWatched(view.id, state))
  return (
    <>
      <div class="page" data-state={state}>
        <Summary view={view} state={state} now={now} itemName={query.itemName} />
        <main>
          {!isConnected && <ConnectionNote />}
          <StatePanel view={view} state={state} itemName={query.itemName} way={way}>
            <NextSteps view={view} state={state} wallet={wallet} refusal={refusal} />
          </StatePanel>
        </main>
        <Details view={view} />
      </div>
      <Foot site={view.shop.site} support={supportOf(say, view)} onLanguage={onLanguage} />
      <LiveRegions announcement={announcement} isUrgent={isAlarming(state)} />
    </>
  )
}

/** Says that the page has lost its connection to the service, and that this harms nothing. */
function ConnectionNote() {
  const { say } = useSpeech()
  return (
    <p class="note connection" role="status">
      <Spinner />
      {say('reconnecting')}
    </p>
  )
}
