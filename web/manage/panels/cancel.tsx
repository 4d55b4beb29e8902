/**
 * Cancelling: one click opens the choice, the second confirms it. No wallet, no gas, no survey. The
 * limit can be set to zero afterwards, by the payer's wallet; who skips that is not asked again.
 */
import { writeDay } from '../../messages/moments.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { can, type Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'
import { writeUnits } from '../../parts/money-text.ts'
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
    <Panel id="cancel" title={isAsking ? say('cancelTitle') : say('cancel')}>
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

function Confirmation({ managed, onBack }: { managed: Managed; onBack: () => void }) {
  const { say } = useSpeech()
  const { commands, exposure, subscription } = managed
  const canWait = can(managed, 'cancelAtPeriodEnd')
  useEscape(onBack)
  const [when, choose] = useState<When>(canWait ? 'PaidPeriodEnd' : 'Now')
  return (
    <>
      <Moments managed={managed} when={when} choose={choose} />
      <p class="hint">{say('cancelCost')}</p>
      {exposure && exposure.now > 0n && (
        <p class="note">
          {say('cancellingDue', { amount: writeUnits(exposure.now, subscription) })}
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
  const canWait = can(managed, 'cancelAtPeriodEnd')
  const date = writeDay(managed.subscription.nextChargeAt, locale)
  return (
    <fieldset class="choices upright">
      <legend class="unseen">{say('cancelTitle')}</legend>
      {canWait && (
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
      )}
      <label>
        <input type="radio" name="when" checked={when === 'Now'} onChange={() => choose('Now')} />
        <span>
          {say('cancelNow')}
          <span class="hint">{say('cancelNowHint')}</span>
        </span>
      </label>
    </fieldset>
  )
}
