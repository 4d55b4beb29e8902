/** Judges answers by the rules. */
import { type Answer, writeAnswer } from './call.ts'
import type { Echo } from './endpoint.ts'
import type { SentEvent } from './events.ts'

/** `NotSeen`: the answers do not say; where only the merchant can know, `question` asks. */
export type Verdict = {
  outcome: 'Ok' | 'Broken' | 'NotSeen'
  why: string
  question?: string
  /** Says what to do about this very answer, where the check's own advice would not help. */
  toDo?: string
}

export type Sent = { what: string; answer: Answer }

export const ok = (why: string): Verdict => ({ outcome: 'Ok', why })
export const broken = (why: string): Verdict => ({ outcome: 'Broken', why })
export const notSeen = (why: string, question?: string): Verdict => ({
  outcome: 'NotSeen',
  why,
  ...(question !== undefined && { question }),
})

export const isTaken = ({ status }: Answer): boolean =>
  status !== null && status >= 200 && status < 300
const isRedirect = ({ status }: Answer): boolean => status !== null && status >= 300 && status < 400
const tooMany = 429

/** Every one of these is a call that a right endpoint takes. */
export function judgeAccepted(calls: Sent[]): Verdict {
  const wrong = calls.find(({ answer }) => !isTaken(answer))
  if (!wrong) return ok(`answered ${statusesOf(calls)} in ${slowestMs(calls)} ms`)
  const { what, answer } = wrong
  if (isRedirect(answer))
    return {
      ...broken(`${what} was answered ${answer.status}: no redirect is followed`),
      toDo: 'Set the address that it leads to as your endpoint.',
    }
  const verdict = broken(`${what}: ${writeAnswer(answer)}; so it would be sent again and again`)
  return answer.status === null ? { ...verdict, toDo: answerFirst } : verdict
}

const answerFirst =
  'Let the address be right and your server run, and answer before you work: the service waits 15 seconds.'

/** This is a call that a right endpoint turns down. */
export function judgeRefused({ what, answer }: Sent): Verdict {
  if (isTaken(answer))
    return broken(`${what} was answered ${answer.status}: anybody could send that`)
  const { status } = answer
  if (status === tooMany) return notSeen(`${what}: answered 429, which says nothing of the call`)
  if (status !== null && status >= 400 && status < 500) return ok(`refused by ${status}`)
  return broken(`${what}: ${writeAnswer(answer)}; that is a failure and no refusal`)
}

/** Goes on from calls that were accepted to what only the merchant knows. */
export function judgeDone(
  taken: Verdict,
  echo: Echo | null,
  judge: (echo: Echo) => Verdict,
  question: string,
): Verdict {
  if (taken.outcome !== 'Ok') return taken
  return echo
    ? judge(echo)
    : notSeen(`${taken.why}; what it did is seen at your side only`, question)
}

export const judgeOnce =
  ({ eventId }: SentEvent) =>
  ({ handled }: Echo): Verdict => {
    const times = handled.filter((id) => id === eventId).length
    if (times === 1) return ok('acted on once')
    return times === 0
      ? notSeen(`the echo does not name the event ${eventId} as handled`)
      : broken(`acted on ${times} times`)
  }

export const judgeNewest =
  (newest: number) =>
  ({ sequence }: Echo): Verdict => {
    if (sequence === newest) return ok(`the resource stands at its newest event, ${newest}`)
    return sequence === null
      ? notSeen('the echo does not say at which sequence the resource stands')
      : broken(`the resource stands at sequence ${sequence}, and ${newest} had come`)
  }

const statusesOf = (calls: Sent[]): string =>
  [...new Set(calls.map(({ answer }) => answer.status))].join(', ')
const slowestMs = (calls: Sent[]): number =>
  Math.max(...calls.map(({ answer }) => answer.durationMs))
