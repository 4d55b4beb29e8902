/** Sets a limit in the payer's wallet, in the best way that it has; the other ways stay within reach. */
import { useState } from 'preact/hooks'
import type { ManageTexts } from '../../messages/manage/manage-texts.ts'
import { CheckIcon } from '../../parts/icons.tsx'
import type { AllowanceOption } from '../../subscription/allowance-choice.ts'
import type { ApprovalOutcome, ApprovalProgress } from '../../subscription/approval/allow.ts'
import type { ApprovalWay } from '../../subscription/approval/ways.ts'
import type { Blockchain } from '../../wallet/blockchain.ts'
import type { Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'
import { usePayerWallet } from '../use-payer-wallet.ts'
import { PayerTask, SigningNote } from './payer-task.tsx'
import { useApproval } from './use-approval.ts'

type Props = { managed: Managed; option: AllowanceOption; blockchain: Blockchain }

export function AllowLimit({ managed, option, blockchain }: Props) {
  const { say } = useSpeech()
  const { subscription, session } = managed
  const payer = usePayerWallet(subscription, blockchain, session.merchantName)
  const { allowance, charges: count } = option
  const { ways, progress, outcome, run } = useApproval({ managed, payer, blockchain, allowance })
  const [place, setPlace] = useState(0)
  const way = ways[place] ?? ways[0]
  const wallet = 'wallet' in payer.state ? payer.state.wallet.name : ''
  // What was chosen is so: there is nothing to sign until something else is chosen.
  const isSet = outcome?.outcome === 'allowed' && outcome.allowed === allowance
  return (
    <>
      {!isSet && (
        <PayerTask
          managed={managed}
          payer={payer}
          writeActing={() => useProgressText(progress, managed, wallet)}
        >
          {(_, isActing) =>
            way && (
              <>
                <p class="hint">
                  {say(wayText(way))} {say('prompts', { count: way.prompts })}
                </p>
                <button
                  type="button"
                  class="strong"
                  aria-disabled={isActing}
                  onClick={() => void run(way)}
                >
                  {say('allowButton', { count })}
                </button>
                {ways.length > 1 && !isActing && (
                  <OtherWay onPress={() => setPlace((place + 1) % ways.length)} />
                )}
              </>
            )
          }
        </PayerTask>
      )}
      {outcome && !progress && <OutcomeNote outcome={outcome} managed={managed} />}
    </>
  )
}

function OtherWay({ onPress }: { onPress: () => void }) {
  const { say } = useSpeech()
  return (
    <button type="button" class="quiet" onClick={onPress}>
      {say('otherWay')}
    </button>
  )
}

function wayText(
  way: ApprovalWay,
): 'byPermit' | 'byBatch' | 'byBatchUpgrade' | 'byApprove' | 'byApproveReset' {
  if (way.way === 'permit') return 'byPermit'
  if (way.way === 'batch') return way.upgrades ? 'byBatchUpgrade' : 'byBatch'
  return way.steps.length > 1 ? 'byApproveReset' : 'byApprove'
}

function useProgressText(
  progress: ApprovalProgress | null,
  { session }: Managed,
  wallet: string,
): string {
  const { say } = useSpeech()
  if (!progress) return say('checking')
  switch (progress.step) {
    case 'asking':
      return say(askingTexts[progress.purpose], { wallet })
    case 'relaying':
      return say('relaying', { merchant: session.merchantName })
    case 'confirming':
      return say('confirming')
    case 'reading':
      return say('readingBack')
  }
}

const askingTexts = {
  permit: 'askingPermit',
  batch: 'confirmInWallet',
  reset: 'askingReset',
  allow: 'askingAllow',
} as const satisfies Record<string, keyof ManageTexts>

function OutcomeNote({ outcome, managed }: { outcome: ApprovalOutcome; managed: Managed }) {
  const { say } = useSpeech()
  if (outcome.outcome === 'trouble') return <SigningNote trouble={outcome} managed={managed} />
  if (outcome.outcome === 'zero') return <p class="note warning">{say('limitZero')}</p>
  const count = Number(outcome.allowed / BigInt(managed.subscription.terms.amount))
  if (count === 0) return <p class="note warning">{say('limitTooLow')}</p>
  return (
    <p class="checked" role="status">
      <CheckIcon />
      {outcome.outcome === 'allowed' ? say('limitSet') : say('limitLowered', { count })}
    </p>
  )
}
