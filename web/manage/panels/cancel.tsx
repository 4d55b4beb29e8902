/**
 * Cancelling: one click opens the choice, the second confirms it. No wallet, no gas, no survey. The
 * limit can be set to zero afterwards, by the payer's wallet; who skips that is not asked again.
 */
import { writeDay } from '../../messages/moments.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { can, type Managed } from '../context.ts'
import { Sentence } from '../../parts/sentence.tsx'
import { type Speech, useSpeech } from '../speech.ts'
import { writeUnits } from '../../parts/money-text.ts'
import { toIso } from '../words.ts'
import { CommandNote } from './command-note.tsx'
import { Panel } from './panel.tsx'

type When = 'PaidPeriodEnd' | 'Now'

export function CancelPanel({ managed, isOpen }: { managed: Managed; isOpen: boolean }) {
  const { say } = useSpeech()
  const [isAsking, setAsking] = useState(isOpen)
  const opener = useRef<HTMLButtonElement>(null)
  const [isBack, setBack] = useState(false)
  useEffect(() => {
    if (isBack && !isAsking) opener.current?.focus()
  }, [isBack, isAsking])
  const ask = (wish: boolean) => {
    setAsking(wish)
    setBack(!wish)
  }
  if (!can(managed, 'cancel')) return null
  return (
    <Panel id="cancel" title={isAsking ? titleOf(managed, say) : say('cancel')}>
      {isAsking ? (
        <Confirmation managed={managed} onBack={() => ask(false)} />
      ) : (
        <button type="button" class="quiet" ref={opener} onClick={() => ask(true)}>
          {say('cancelOpen')}
        </button>
      )}
    </Panel>
  )
}

const titleOf = ({ session, subscription }: Managed, say: Speech['say']): string =>
  say('cancelTitle', { plan: subscription.plan.name, merchant: session.merchantName })

function Confirmation({ managed, onBack }: { managed: Managed; onBack: () => void }) {
  const { say } = useSpeech()
  const { commands, exposure, subscription } = managed
  const canWait = can(managed, 'cancelAtPeriodEnd')
  useEscape(onBack)
  const [when, choose] = useState<When>(canWait ? 'PaidPeriodEnd' : 'Now')
  return (
    <>
      {canWait ? (
        <Moments managed={managed} when={when} choose={choose} />
      ) : (
        <p>{nowText(managed, say)}</p>
      )}
      <p class="hint">{say('cancelCost')}</p>
      {exposure && exposure.now > 0n && (
        <p class="note">
          <span>
            <Sentence
              text={say('cancellingDue', { amount: writeUnits(exposure.now, subscription) })}
            />
          </span>
        </p>
      )}
      <p class="buttons">
        <button
          type="button"
          class="strong danger"
          aria-disabled={commands.isRunning}
          onClick={() =>
            void commands.run('cancel', canWait ? { when } : {}).then((done) => done && onBack())
          }
        >
          {say('cancelConfirm')}
        </button>
        <button type="button" class="quiet" onClick={onBack}>
          {say('cancelBack')}
        </button>
      </p>
      <CommandNote managed={managed} of={['cancel']} />
    </>
  )
}

/** An end at once takes what is left of the paid time, where there is any. */
function nowText({ subscription, contract }: Managed, say: Speech['say']): string {
  const isLosing = subscription.chargesMade > 0 && (contract.reading?.secondsLeft ?? 0) > 0
  return `${say('cancelNowHint')}${isLosing ? ` ${say('cancelNowLoses')}` : ''}`
}

/** Hears the key from the moment that the question is seen. */
function useEscape(leave: () => void): void {
  useLayoutEffect(() => {
    const hear = ({ key }: KeyboardEvent) => key === 'Escape' && leave()
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  })
}

type MomentsProps = { managed: Managed; when: When; choose: (when: When) => void }

function Moments({ managed, when, choose }: MomentsProps) {
  const { say, locale } = useSpeech()
  const { subscription, standing, contract } = managed
  // The paid time stands still in a pause, and runs again from now on.
  const left = standing === 'paused' || standing === 'pausing' ? contract.reading : null
  const endsAt = left ? toIso(left.blockTime + left.secondsLeft) : subscription.nextChargeAt
  const date = writeDay(endsAt, locale)
  return (
    <fieldset class="choices upright">
      <legend class="unseen">{titleOf(managed, say)}</legend>
      <label>
        <input
          type="radio"
          name="when"
          checked={when === 'PaidPeriodEnd'}
          onChange={() => choose('PaidPeriodEnd')}
        />
        <span>
          {say('cancelAtEnd', { date })}
          <span class="hint">{say('cancelAtEndHint')}</span>
        </span>
      </label>
      <label>
        <input type="radio" name="when" checked={when === 'Now'} onChange={() => choose('Now')} />
        <span>
          {say('cancelNow')}
          <span class="hint">{nowText(managed, say)}</span>
        </span>
      </label>
    </fieldset>
  )
}
