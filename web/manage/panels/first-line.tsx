/** Am I subscribed, what is taken next, when, will it work? And one button if it will not. */
import { AlertIcon, CheckIcon } from '../../parts/icons.tsx'
import { writeMoment } from '../../messages/moments.ts'
import { lateSecondsMax } from '../../subscription/terms.ts'
import type { Managed } from '../context.ts'
import { draftText } from '../draft-text.ts'
import { type Speech, useSpeech } from '../speech.ts'
import { type FirstStep, firstStepOf, isShortOfLimit, outlookOf } from '../standing.ts'
import { writeUnits } from '../../parts/money-text.ts'
import { toIso } from '../words.ts'
import { CommandNote } from './command-note.tsx'
import { NextSentence } from './next-sentence.tsx'
import { RetrySentence } from './retry-sentence.tsx'

/** The parts of the page to which the button leads. */
const partOfStep = { limit: 'limit', topUp: 'help', unfreeze: 'freeze' } as const

export function FirstLine({ managed }: { managed: Managed }) {
  const speech = useSpeech()
  const { say } = speech
  const { standing, exposure, subscription, session } = managed
  const step = firstStepOf(subscription, exposure, session.may)
  const outlook = outlookOf(standing, exposure)
  const isFine = outlook === 'ready'
  const isChecking = outlook === 'unknown' && !managed.contract.isUnread
  const isFrozenByPayer = standing === 'paused' && exposure?.pausedBy === 'payer'
  return (
    <div class="headline">
      <h2 id="state" tabIndex={-1}>
        {say(isFrozenByPayer ? 'frozenByYou' : standing)}
      </h2>
      <NextSentence managed={managed} />
      {subscription.replacedBy && standing === 'ending' && <p>{say('replaced')}</p>}
      {isChecking && <p class="hint">{say('checking')}</p>}
      {outlook !== 'nothing' && standing !== 'draft' && !isChecking && (
        <p class={isFine ? 'checked' : 'unready'}>
          {isFine ? <CheckIcon /> : <AlertIcon />}
          <span>{outlookText(managed)}</span>
        </p>
      )}
      {isShortOfLimit(outlook) && <RetrySentence managed={managed} />}
      {isShortOfLimit(outlook) && session.may === 'leave' && <p class="hint">{say('leaveOnly')}</p>}
      {standing === 'draft' && <p class="hint">{draftText(subscription, say)}</p>}
      {step && <StepButton step={step} managed={managed} />}
      {step === 'unpause' && <p class="hint">{unpauseText(managed, speech)}</p>}
      <CommandNote managed={managed} of={['uncancel', 'unpause', 'activate']} />
    </div>
  )
}

/** What was late before the pause is late after it, and has only the rest of its grace. */
function unpauseText(
  { subscription: { terms }, contract: { reading } }: Managed,
  { say, locale }: Speech,
): string {
  if (reading === null || reading.secondsLeft >= 0) return say('unpauseHint')
  const lapsesAt = reading.blockTime + reading.secondsLeft + lateSecondsMax(terms)
  return say('unpauseLate', { date: writeMoment(toIso(lapsesAt), locale) })
}

function outlookText(managed: Managed): string {
  const { say } = useSpeech()
  const { standing, exposure, subscription, contract } = managed
  const outlook = outlookOf(standing, exposure)
  if (outlook === 'balanceTooSmall')
    return say('balanceTooSmall', {
      had: writeUnits(contract.reading?.balance ?? 0n, subscription),
      needed: writeUnits(subscription.terms.amount, subscription),
    })
  if (outlook === 'unknown') return say(contract.provider ? 'unknownOutlook' : 'unaskedOutlook')
  return outlook === 'nothing' ? '' : say(outlook)
}

const commandTexts = { uncancel: 'keepIt', unpause: 'resume', activate: 'beginAnyway' } as const

function StepButton({ step, managed }: { step: NonNullable<FirstStep>; managed: Managed }) {
  const { say } = useSpeech()
  const { commands, standing } = managed
  if (step === 'uncancel' || step === 'unpause' || step === 'activate')
    return (
      <button
        type="button"
        class="strong"
        aria-disabled={commands.isRunning}
        onClick={() => void commands.run(step)}
      >
        {say(commandTexts[step])}
      </button>
    )
  const texts = {
    limit: standing === 'draft' ? 'setLimit' : 'raiseLimit',
    topUp: 'topUp',
    unfreeze: 'unfreeze',
  } as const
  return (
    <a class="strong" href={`#${partOfStep[step]}`}>
      {say(texts[step])}
    </a>
  )
}
