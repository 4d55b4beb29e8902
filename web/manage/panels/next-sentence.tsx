/** Says what comes next, with its date: below the state, and in "Where am I?". */
import { writeDay, writeMoment } from '../../messages/moments.ts'
import { serviceNow } from '../../browser/service-clock.ts'
import { Sentence } from '../../parts/sentence.tsx'
import type { Managed } from '../context.ts'
import { type Speech, useSpeech } from '../speech.ts'
import { writeUnits } from '../../parts/money-text.ts'
import { toIso } from '../words.ts'

export function NextSentence({ managed }: { managed: Managed }) {
  const told = tellNext(managed, useSpeech())
  return (
    told && (
      <p>
        <Sentence text={told} />
      </p>
    )
  )
}

/** The same as the next step of all, which even a payment that is late has. */
export function NextStep({ managed }: { managed: Managed }) {
  return (
    <p>
      <Sentence text={tellStep(managed, useSpeech())} />
    </p>
  )
}

function tellNext(managed: Managed, speech: Speech): string | null {
  const { say, locale } = speech
  const { standing, exposure, subscription, session, contract } = managed
  const { endsAt, resumesAt, pausableUntil, willChargeAt } = subscription
  const day = (at: string) => ({ date: writeDay(at, locale) })
  switch (standing) {
    case 'draft':
      return null
    case 'ending':
      return say('endsOn', day(endsAt!))
    case 'cancelling':
      return cancellingText(managed, say)
    case 'cancelled':
      return endsAt ? say('nextPaidTime', day(endsAt)) : null
    case 'pausing':
    case 'paused':
      if (exposure?.pausedBy === 'payer') return say('frozenByYouHint')
      if (resumesAt)
        return `${say('resumesOn', day(resumesAt))} ${afterPause(managed, resumesAt, speech)}`
      // A link that may only leave cannot resume.
      if (!pausableUntil || session.may === 'leave') return say('resumesNever')
      const moment = writeMoment(pausableUntil, locale)
      return say('resumeBy', { moment })
    case 'waiting':
      return say('waitingHint', { merchant: session.merchantName })
    case 'starting':
    case 'active':
    case 'late':
    case 'resuming':
    case 'finished':
    case 'failed': {
      const at = exposure?.next ? toIso(exposure.next.dueAt) : willChargeAt
      if (!at) return say('nothingNext')
      const words = { amount: writeUnits(subscription.terms.amount, subscription), ...day(at) }
      const isDue = contract.reading !== null && contract.reading.secondsLeft <= 0
      return say(isDue ? 'nextNow' : 'next', words)
    }
  }
}

/** The time that was left is kept: the next payment comes that much later. Nothing where it was late already. */
export function afterPause(
  { subscription, contract: { reading } }: Managed,
  resumesAt: string,
  { say, locale }: Speech,
): string {
  if (reading === null || reading.secondsLeft <= 0) return ''
  const at = toIso(Date.parse(resumesAt) / 1000 + reading.secondsLeft)
  const amount = writeUnits(subscription.terms.amount, subscription)
  return say('next', { amount, date: writeDay(at, locale) })
}

/** A cancellation counts once the network has it: until then a payment that is due may still be made. */
function cancellingText({ subscription, exposure }: Managed, say: Speech['say']): string {
  const isDue = exposure ? exposure.now > 0n : Date.parse(subscription.nextChargeAt) <= serviceNow()
  if (!isDue) return say('cancellingHint')
  return say('cancellingDue', { amount: writeUnits(subscription.terms.amount, subscription) })
}

function tellStep(managed: Managed, speech: Speech): string {
  const { standing, exposure, subscription } = managed
  const { say, locale } = speech
  const { endsAt, resumesAt } = subscription
  const { nextAttemptAt = null } = managed.charges?.[0] ?? {}
  const day = (at: string) => ({ date: writeDay(at, locale) })
  if (standing === 'draft') return say('placeDraft')
  if (standing === 'ending') return say('nextEnds', day(endsAt!))
  if (standing === 'late' && nextAttemptAt) {
    const moment = writeMoment(nextAttemptAt, locale)
    return say('nextRetry', { moment })
  }
  if (standing === 'paused' && resumesAt && exposure?.pausedBy !== 'payer')
    return say('nextResumes', day(resumesAt))
  if (standing === 'paused') return say('nextYours')
  return tellNext(managed, speech) ?? say('nextNever')
}
