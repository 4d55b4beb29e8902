/** Am I subscribed, what is taken next, when, will it work? And one button if it will not. */
import { serviceNow } from '../../browser/service-clock.ts'
import { AlertIcon, CheckIcon } from '../../parts/icons.tsx'
import { Sentence } from '../../parts/sentence.tsx'
import { writeMoment } from '../../messages/moments.ts'
import { lateSecondsMax } from '../../subscription/terms.ts'
import type { Managed } from '../context.ts'
import { draftText } from '../draft-text.ts'
import { type Speech, useSpeech } from '../speech.ts'
import { type FirstStep, firstStepOf, isShortOfLimit, outlookOf } from '../standing.ts'
import { writeUnits } from '../../parts/money-text.ts'
import { toIso, writeDayOf } from '../words.ts'
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
          <span>
            <Sentence text={outlookText(managed)} />
          </span>
        </p>
      )}
      {isShortOfLimit(outlook) && <RetrySentence managed={managed} />}
      {isShortOfLimit(outlook) && session.may === 'leave' && <p class="hint">{say('leaveOnly')}</p>}
      {standing === 'draft' && (
        <p class="hint">
          <Sentence text={draftText(subscription, say)} />
        </p>
      )}
      {step && <StepButton step={step} managed={managed} />}
      {step && <StepHint text={stepText(step, managed, speech)} />}
      <CommandNote managed={managed} of={['uncancel', 'unpause', 'activate']} />
    </div>
  )
}

export const StepHint = ({ text }: { text: string }) =>
  text === '' ? null : (
    <p class="hint">
      <Sentence text={text} />
    </p>
  )

/** Says which payment follows when the button is pressed. */
function stepText(step: FirstStep, managed: Managed, speech: Speech): string {
  if (step === 'unpause') return unpauseText(managed, speech)
  if (step !== 'uncancel' && step !== 'activate') return ''
  const dueAt = Date.parse(managed.subscription.nextChargeAt)
  return thenText(managed, speech, Math.max(dueAt, serviceNow()) / 1000)
}

/** What was late before the pause is late after it, and has only the rest of its grace. */
export function unpauseText(managed: Managed, speech: Speech): string {
  const { terms } = managed.subscription
  const { reading } = managed.contract
  if (reading === null) return ''
  const { blockTime, secondsLeft } = reading
  if (secondsLeft >= 0) return thenText(managed, speech, blockTime + secondsLeft)
  const lapsesAt = toIso(blockTime + secondsLeft + lateSecondsMax(terms))
  const amount = writeUnits(terms.amount, managed.subscription)
  return speech.say('unpauseLate', { amount, date: writeMoment(lapsesAt, speech.locale) })
}

const thenText = ({ subscription }: Managed, { say, locale }: Speech, at: number): string =>
  say('thenNext', {
    amount: writeUnits(subscription.terms.amount, subscription),
    date: writeDayOf(at, locale),
  })

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
