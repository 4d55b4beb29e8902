/** Judges answers by the rules. */
import { noAnswer } from '../send.ts'
import type { Echo, TortureCall, TortureEvent } from './kit.ts'

export const outcomes = ['Passed', 'Broken', 'NotSeen'] as const
export type Outcome = (typeof outcomes)[number]

/** `question`: what only the merchant can find out. */
export type Verdict = { outcome: Outcome; why: string; question: string | null }

const passed = (why: string): Verdict => ({ outcome: 'Passed', why, question: null })
const broken = (why: string): Verdict => ({ outcome: 'Broken', why, question: null })
export const notSeen = (why: string, question: string | null = null): Verdict => ({
  outcome: 'NotSeen',
  why,
  question,
})

const isTaken = ({ error }: TortureCall) => error === null

/** Every one of these calls is one that a right endpoint takes. */
export function judgeTaken(calls: TortureCall[]): Verdict {
  const late = calls.find(({ error }) => error === noAnswer)
  if (late) return broken(`${late.what}: ${noAnswer}`)
  const unanswered = calls.find(({ httpStatus }) => httpStatus === null)
  if (unanswered) return notSeen(`${unanswered.what}: ${unanswered.error}`)
  const refused = calls.find((call) => !isTaken(call))
  if (refused) return broken(`${refused.what}: ${refused.error}, and would be sent again and again`)
  return passed(calls.length === 1 ? 'taken' : `all ${calls.length} were taken`)
}

/** Every one of these calls is one that a right endpoint turns down. */
export function judgeRefused(calls: TortureCall[]): Verdict {
  const unanswered = calls.find(({ httpStatus }) => httpStatus === null)
  if (unanswered) return notSeen(`${unanswered.what}: ${unanswered.error}`)
  const taken = calls.find(isTaken)
  if (taken)
    return broken(`${taken.what} was answered ${taken.httpStatus}: anybody could send that`)
  return passed(`refused by ${[...new Set(calls.map(({ httpStatus }) => httpStatus))].join(', ')}`)
}

/** Goes on from an event that was refused to whether it was acted on before that; without an echo nobody can know. */
export function judgeUndone(refused: Verdict, echo: Echo | null, event: TortureEvent): Verdict {
  if (refused.outcome !== 'Passed' || !echo?.handled.includes(event.eventId)) return refused
  return broken(
    `${refused.why}, and acted on all the same: nothing may be done before it is checked`,
  )
}

/** Goes on from calls that were taken to what only the merchant knows. */
export function judgeDone(
  taken: Verdict,
  echo: Echo | null,
  judge: (echo: Echo) => Verdict,
  question: string,
): Verdict {
  if (taken.outcome !== 'Passed') return taken
  return echo
    ? judge(echo)
    : notSeen(`${taken.why}; what they did is seen at your side only`, question)
}

export const judgeOnce =
  ({ eventId }: TortureEvent) =>
  ({ handled }: Echo): Verdict => {
    const times = handled.filter((id) => id === eventId).length
    if (times === 1) return passed('acted on once')
    return times === 0
      ? notSeen(`the echo does not name the event ${eventId} as handled`)
      : broken(`acted on ${times} times`)
  }

export const judgeNewest =
  (newest: number) =>
  ({ sequence }: Echo): Verdict => {
    if (sequence === newest) return passed(`the resource stands at its newest event, ${newest}`)
    return sequence === null
      ? notSeen('the echo does not say at which sequence the resource stands')
      : broken(`the resource stands at sequence ${sequence}, and ${newest} had come`)
  }
