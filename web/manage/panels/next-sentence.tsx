/** Says what comes next, with its date: below the state, and in "Where am I?". */
import { writeDay, writeMoment } from '../../messages/moments.ts'
import { serviceNow } from '../../browser/service-clock.ts'
import type { Managed } from '../context.ts'
import { type Speech, useSpeech } from '../speech.ts'
import { writeUnits } from '../../parts/money-text.ts'
import { toIso } from '../words.ts'
import { Dated } from './panel.tsx'

/** A sentence, and the moment that it is about. */
type Told = { text: string; at: string | null }

export function NextSentence({ managed }: { managed: Managed }) {
  const told = tellNext(managed, useSpeech())
  return told && <Sentence told={told} />
}

/** The same as the next step of all, which even a payment that is late has. */
export function NextStep({ managed }: { managed: Managed }) {
  const speech = useSpeech()
  return <Sentence told={tellStep(managed, speech)} />
}

const Sentence = ({ told: { text, at } }: { told: Told }) => (
  <p>{at ? <Dated at={at}>{text}</Dated> : text}</p>
)

function tellNext(managed: Managed, { say, locale }: Speech): Told | null {
  const { standing, exposure, subscription, session, contract } = managed
  const { endsAt, resumesAt, pausableUntil, willChargeAt } = subscription
  const day = (at: string) => ({ date: writeDay(at, locale) })
  switch (standing) {
    case 'draft':
      return null
    case 'ending':
      return { text: say('endsOn', day(endsAt!)), at: endsAt }
    case 'cancelling':
      return { text: cancellingText(managed, say), at: null }
    case 'cancelled':
      return endsAt ? { text: say('nextPaidTime', day(endsAt)), at: endsAt } : null
    case 'pausing':
    case 'paused':
      if (exposure?.pausedBy === 'payer') return { text: say('frozenByYouHint'), at: null }
      if (resumesAt) return { text: say('resumesOn', day(resumesAt)), at: resumesAt }
      // A link that may only leave cannot resume.
      if (!pausableUntil || session.may === 'leave') return { text: say('resumesNever'), at: null }
      const moment = writeMoment(pausableUntil, locale)
      return { text: say('resumeBy', { moment }), at: pausableUntil }
    case 'waiting':
      return { text: say('waitingHint', { merchant: session.merchantName }), at: null }
    case 'starting':
    case 'active':
    case 'late':
    case 'resuming':
    case 'finished':
    case 'failed': {
      const at = exposure?.next ? toIso(exposure.next.dueAt) : willChargeAt
      if (!at) return { text: say('nothingNext'), at: null }
      const words = { amount: writeUnits(subscription.terms.amount, subscription), ...day(at) }
      const isDue = contract.reading !== null && contract.reading.secondsLeft <= 0
      return { text: say(isDue ? 'nextNow' : 'next', words), at }
    }
  }
}

/** A cancellation counts once the network has it: until then a payment that is due may still be made. */
function cancellingText({ subscription, exposure }: Managed, say: Speech['say']): string {
  const isDue = exposure ? exposure.now > 0n : Date.parse(subscription.nextChargeAt) <= serviceNow()
  if (!isDue) return say('cancellingHint')
  return say('cancellingDue', { amount: writeUnits(subscription.terms.amount, subscription) })
}

function tellStep(managed: Managed, speech: Speech): Told {
  const { standing, exposure, subscription } = managed
  const { say, locale } = speech
  const { endsAt, resumesAt } = subscription
  const { nextAttemptAt = null } = managed.charges?.[0] ?? {}
  const day = (at: string) => ({ date: writeDay(at, locale) })
  if (standing === 'draft') return { text: say('placeDraft'), at: null }
  if (standing === 'ending') return { text: say('nextEnds', day(endsAt!)), at: endsAt }
  if (standing === 'late' && nextAttemptAt) {
    const moment = writeMoment(nextAttemptAt, locale)
    return { text: say('nextRetry', { moment }), at: nextAttemptAt }
  }
  if (standing === 'paused' && resumesAt && exposure?.pausedBy !== 'payer')
    return { text: say('nextResumes', day(resumesAt)), at: resumesAt }
  if (standing === 'paused') return { text: say('nextYours'), at: null }
  return tellNext(managed, speech) ?? { text: say('nextNever'), at: null }
}
