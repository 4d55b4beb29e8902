/** The right to withdraw from the contract, where the merchant grants it: beside cancelling, never instead. */
import { writeDay } from '../../messages/moments.ts'
import { useState } from 'preact/hooks'
import { can, type Managed } from '../context.ts'
import { writeUnits } from '../../parts/money-text.ts'
import { Sentence } from '../../parts/sentence.tsx'
import { useSpeech } from '../speech.ts'
import { CommandNote } from './command-note.tsx'
import { Panel } from './panel.tsx'

export function WithdrawPanel({ managed }: { managed: Managed }) {
  const { say, locale } = useSpeech()
  const { subscription, session } = managed
  const { withdrawUntil, withdrawnAt, chargesMade, terms, plan } = subscription
  const taken = BigInt(terms.amount) * BigInt(chargesMade)
  const sum =
    taken > 0n ? ` ${say('withdrawSum', { amount: writeUnits(taken, subscription) })}` : ''
  const { merchantName: merchant } = session
  if (withdrawnAt)
    return (
      <p class="note">
        <span>
          <Sentence
            text={say('withdrawn', { merchant, date: writeDay(withdrawnAt, locale) }) + sum}
          />
        </span>
      </p>
    )
  if (!withdrawUntil || !can(managed, 'withdraw')) return null
  return (
    <Panel id="withdraw" title={say('withdraw')}>
      <p class="hint">
        <Sentence
          text={
            say('withdrawHint', {
              merchant,
              plan: plan.name,
              date: writeDay(withdrawUntil, locale),
            }) + sum
          }
        />
      </p>
      <Buttons managed={managed} />
      <CommandNote managed={managed} of={['withdraw']} />
    </Panel>
  )
}

function Buttons({ managed: { commands } }: { managed: Managed }) {
  const { say } = useSpeech()
  const [isAsking, setAsking] = useState(false)
  if (!isAsking)
    return (
      <button type="button" class="quiet" onClick={() => setAsking(true)}>
        {say('withdraw')}
      </button>
    )
  return (
    <p class="buttons">
      <button
        type="button"
        class="strong danger"
        aria-disabled={commands.isRunning}
        onClick={() => void commands.run('withdraw')}
      >
        {say('withdrawConfirm')}
      </button>
      <button type="button" class="quiet" onClick={() => setAsking(false)}>
        {say('cancelBack')}
      </button>
    </p>
  )
}
