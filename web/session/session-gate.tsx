/**
 * Stands before every page of a customer: it opens the session, or says why it cannot and what to do
 * next. The page itself is shown only with an open session.
 */
import type { CustomerSession } from '../api/session.generated.ts'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { SessionTexts } from '../messages/session/session-texts.ts'
import type { Language } from '../messages/translate.ts'
import { Contact } from '../parts/contact.tsx'
import { Foot } from '../parts/foot.tsx'
import { Spinner } from '../parts/icons.tsx'
import { linkToSupport, noShop } from '../parts/shop.ts'
import { useSpeechOf } from '../parts/speech.ts'
import type { SessionClient } from './client.ts'
import type { Closed } from './session-state.ts'
import { useSession } from './use-session.ts'

type Props = {
  token: string | null
  onLanguage: (language: Language) => void
  children: (session: CustomerSession, client: SessionClient) => ComponentChildren
}

export function SessionGate({ token, onLanguage, children }: Props) {
  const { state, tryAgain } = useSession(token)
  const { say } = useSpeechOf<SessionTexts>()
  if (state.step === 'opening') return <Opening />
  const session = state.step === 'open' ? state.session : null
  const shop = state.step === 'closed' ? state.closed.shop : session?.shop
  const subject = session ? `${document.title}: ${session.customerId}` : document.title
  return (
    <>
      {state.step === 'open' && children(state.session, state.client)}
      {state.step === 'closed' && <ClosedPage {...state.closed} />}
      {state.step === 'away' && (
        <Stop heading={say('serviceAway')} hints={[say('serviceAwayHint'), say('leaveAlone')]}>
          <button type="button" class="quiet" onClick={tryAgain}>
            {say('tryAgain')}
          </button>
        </Stop>
      )}
      <Foot
        site={shop?.site}
        support={shop && linkToSupport(shop, subject)}
        onLanguage={onLanguage}
      />
    </>
  )
}

/** Until what the page is about has been read; the server writes the same (`writeOpening`). */
export function Opening() {
  const { say } = useSpeechOf<SessionTexts>()
  return (
    <main class="gate" aria-busy="true">
      <h1 class="progress">
        <Spinner />
        {say('opening')}
      </h1>
    </main>
  )
}

/** Says why the token opens nothing, and who can give another one. */
function ClosedPage({ because, merchantName, shop = noShop }: Closed) {
  const { say } = useSpeechOf<SessionTexts>()
  const texts = {
    missing: [say('sessionMissing'), say('sessionMissingHint')],
    malformed: [say('sessionMalformed'), say('sessionMalformedHint')],
    unknown: [say('sessionUnknown'), say('sessionUnknownHint')],
    expired: [say('sessionExpired'), say('sessionExpiredHint')],
    revoked: [say('sessionRevoked'), say('sessionRevokedHint')],
  } as const
  const [heading, hint] = texts[because]
  const ask = merchantName ? say('askMerchant', { merchant: merchantName }) : say('askShop')
  return (
    <Stop heading={heading} hints={[hint, ask, say('leaveAlone')]}>
      {merchantName && shop.support && (
        <Contact merchant={merchantName} link={linkToSupport(shop, heading)} />
      )}
    </Stop>
  )
}

type StopProps = { heading: string; hints: string[]; children?: ComponentChildren }

/** A page that cannot go on: what is the matter, and what to do next. */
export function Stop({ heading, hints, children }: StopProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [heading])
  return (
    <main class="gate">
      <div class="headline">
        <h1 ref={title} tabIndex={-1}>
          {heading}
        </h1>
        {hints.map((hint) => (
          <p key={hint} class="hint">
            {hint}
          </p>
        ))}
      </div>
      {children && <p>{children}</p>}
    </main>
  )
}
