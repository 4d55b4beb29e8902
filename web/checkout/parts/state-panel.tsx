/**
 * The ways to pay, or the outcome. A change of state moves the focus to its heading, and is
 * announced.
 */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Contact } from '../../parts/contact.tsx'
import { writeMoney } from '../../parts/money-text.ts'
import { mayPay, outcomeOf, type PageState } from '../page-state.ts'
import type { PaymentView } from '../payment-view.ts'
import type { ReturnPlan } from '../return-plan.ts'
import { useSpeech } from '../speech.ts'
import { asksShop, supportOf, writeState } from '../state-text.ts'
import { Receipt } from './receipt.tsx'
import { ReturnPanel } from './return-panel.tsx'
import { StateMark } from './state-mark.tsx'
import { Transfers } from './transfers.tsx'
import { WrongTokens } from './wrong-tokens.tsx'

type Props = {
  view: PaymentView
  state: PageState
  itemName: string | null
  /** The way back to the shop, once there is an outcome. */
  way: ReturnPlan | null
  children: ComponentChildren
}

export function StatePanel({ view, state, itemName, way, children }: Props) {
  const { say } = useSpeech()
  const { heading, hints } = writeState(say, view, state)
  const headingElement = useFocusAfterChange(state)
  const title = mayPay(state)
    ? `${say('payTo', { merchant: view.merchantName })} · ${writeMoney(view.amount, view)}`
    : `${heading} · ${view.merchantName}`
  // For a payer in another tab.
  useEffect(() => void (document.title = title), [title])
  useAnnouncement([heading, ...hints].join(' '), heading)
  return (
    <section class="panel" aria-labelledby="state">
      <div class="headline">
        <StateMark state={state} />
        <h2 id="state" ref={headingElement} tabIndex={-1}>
          {heading}
        </h2>
        {hints.map((hint) => (
          <p key={hint} class="hint">
            {hint}
          </p>
        ))}
        {asksShop(view, state) && (
          <Contact merchant={view.merchantName} link={supportOf(say, view)} />
        )}
      </div>
      {way && <ReturnPanel key={way.address} plan={way} />}
      <WrongTokens view={view} />
      {outcomeOf(state) === 'success' ? (
        <Receipt view={view} itemName={itemName} />
      ) : (
        <Transfers view={view} />
      )}
      {children}
    </section>
  )
}

/** The element that takes the focus when the state is no longer the one the page opened with. */
function useFocusAfterChange(state: PageState) {
  const element = useRef<HTMLHeadingElement>(null)
  const shown = useRef(state)
  useEffect(() => {
    if (shown.current === state) return
    shown.current = state
    element.current?.focus()
  }, [state])
  return element
}

function useAnnouncement(text: string, heading: string): void {
  const { announce } = useSpeech()
  const announced = useRef(heading)
  useEffect(() => {
    if (announced.current === heading) return
    announced.current = heading
    announce(text)
  }, [heading])
}
