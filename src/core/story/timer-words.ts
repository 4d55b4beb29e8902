/** Says what each timer does when its moment comes, in words that fit before a date. */
import type { ActorKind, StoredActor } from '../../shared/stored-actor.ts'

const withoutTimers = {}

/** By kind and by the name of the delay. */
export const timerWords: Record<ActorKind, Record<string, string>> = {
  subscription: {
    untilDraftExpires: 'The draft is given up',
    untilCheckGivenUp: 'The question to the chain is given up',
    untilTriedAgain: 'The chain is asked whether the first charge can be made now',
    untilStart: 'The agreed start, with the first charge',
    untilDue: 'The next charge is due, or the paid time ends',
    untilRiskWindow: 'The chain is asked whether the payer allows enough for the next charge',
    untilGraceEnds: 'The grace is over, and it ends without a charge',
    untilLapseIsNear: 'The warning that it ends soon',
    untilEndIsDue: 'The contract is cancelled, as the paid time ends',
    untilPaidTimeEnds: 'What was paid for is over',
    untilCancelRetried: 'The cancellation is asked for again',
    untilResumed: 'The pause ends by itself',
    untilResumeIsDue: 'The warning that soon only the payer may resume',
    untilOnlyPayerMayResume: 'From then on only the payer may resume',
  },
  charge: {
    untilNextAttempt: 'The next attempt',
    untilGraceEnds: 'The grace is over, and it fails for good',
  },
  payment: { untilExpired: 'The time to pay is over' },
  transaction: { untilSentAgain: 'It is sent once more' },
  delivery: { untilNextAttempt: 'The next attempt' },
  permit: {
    untilDeadline: 'Its deadline',
    untilFinalAtLatest: 'The latest moment at which its block is waited for',
  },
  plan: withoutTimers,
  customer: withoutTimers,
  destination: withoutTimers,
  verification: withoutTimers,
  gasWallet: withoutTimers,
}

/** Longer than anybody waits: a timer that stands for «never». */
const neverFromMs = Date.parse('2100-01-01T00:00:00.000Z')

/** A timer that is armed: what happens, and when. */
export type ArmedTimer = { timer: string; what: string; at: string }

/** Lists the armed timers of an actor, the next one first; those that stand for «never» are left out. */
export const armedTimersOf = ({ kind, snapshot }: StoredActor): ArmedTimer[] =>
  Object.entries(snapshot.timers)
    .filter(([, { dueAt }]) => dueAt < neverFromMs)
    .map(([timer, { dueAt }]) => {
      const name = delayOf(timer)
      return { timer, what: timerWords[kind][name] ?? name, at: new Date(dueAt).toISOString() }
    })
    .toSorted((one, other) => one.at.localeCompare(other.at))

/** Returns the name of the delay: `untilDue` of `xstate.after.untilDue.Current`. */
export const delayOf = (timer: string): string =>
  /^xstate\.after\.([^.]+)\./.exec(timer)?.[1] ?? timer
