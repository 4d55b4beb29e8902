/** The stop that needs nobody: the payer's own wallet freezes the contract, and alone can unfreeze it. */
import { useState } from 'preact/hooks'
import { can, type Managed } from '../context.ts'
import { OneCall } from '../signing/one-call.tsx'
import { useSpeech } from '../speech.ts'
import { StepHint, unpauseText } from './first-line.tsx'
import { Fold, Panel } from './panel.tsx'

/** Lets the payer's wallet resume the subscription, where nothing else can. */
export function UnfreezePanel({ managed }: { managed: Managed }) {
  const speech = useSpeech()
  const { say } = speech
  if (!managed.exposure?.pausedBy || can(managed, 'unpause')) return null
  return (
    <Panel id="freeze" title={say('unfreeze')}>
      <p class="hint">{say('unfreezeHint')}</p>
      <StepHint text={unpauseText(managed, speech)} />
      <ByWallet managed={managed} call="unfreeze" />
    </Panel>
  )
}

export function FreezeFold({ managed }: { managed: Managed }) {
  const { say } = useSpeech()
  const { exposure, contract, session, subscription } = managed
  const [isWanted, want] = useState(false)
  const isRunning = exposure?.deadBecause === null && exposure.pausedBy === null
  // Before the first charge there is no contract yet that could be frozen.
  if (!contract.reading?.isDeployed || !(isRunning || isWanted)) return null
  return (
    <Fold id="freezing" title={say('freeze')}>
      <p class="hint">
        {say('freezeHint', { merchant: session.merchantName, plan: subscription.plan.name })}
      </p>
      {isWanted ? (
        <ByWallet managed={managed} call="freeze" />
      ) : (
        <button type="button" class="quiet" onClick={() => want(true)}>
          {say('freezeOpen')}
        </button>
      )}
    </Fold>
  )
}

function ByWallet({ managed, call }: { managed: Managed; call: 'freeze' | 'unfreeze' }) {
  const { say } = useSpeech()
  const { chain } = managed.subscription
  return (
    chain && (
      <OneCall
        managed={managed}
        blockchain={chain}
        call={call}
        button={say(`${call}Button`)}
        done={say(`${call}Done`)}
      />
    )
  )
}
