/** Says how long each wait is: what it is counted by, in words without numbers, and how long it takes in an example. */
import { actorDefinitions } from '../turn/actor-definitions.ts'
import type { ActorKind } from '../../shared/stored-actor.ts'
import { delayName } from './chart.ts'
import type { Way } from './model.ts'
import { findStories, neverFromMs } from './stories/find-stories.ts'
import { durationWords } from './words.ts'

const withoutRules = {}

/** By kind and by the name of the delay; a wait of one length needs none. They fit after «it lasts». */
export const waitRules: Record<ActorKind, Record<string, string>> = {
  subscription: {
    untilDraftExpires: 'until a fixed time after the agreed start',
    untilTriedAgain:
      'longer after each failed first charge; before the first one, and where money is missing, for ever',
    untilStart: 'until the agreed start; after a switch, until the time paid for before it is over',
    untilDue: 'until the paid period ends',
    untilRiskWindow:
      'until a fixed time before the next charge is due; where that is due within a minute, for ever',
    untilGraceEnds:
      'until the grace ends: that of the plan, or at least what the contract tolerates; of the first charge, until the contract takes it no more',
    untilLapseIsNear: 'until shortly before the grace ends: earlier, the longer the grace is',
    untilEndIsDue: 'until shortly before the paid period ends',
    untilPaidTimeEnds: 'until the paid period ends',
    untilResumed: 'until the moment that was asked for; without one, for ever',
    untilResumeIsDue:
      'until some days before only the payer may resume; where it ends by itself before, for ever',
    untilOnlyPayerMayResume:
      'as long as the contract lets the service resume; where the payer froze it, for ever',
  },
  charge: {
    untilNextAttempt:
      'until the next moment of the schedule, which is counted from when it was due',
    untilGraceEnds: 'until the grace ends',
  },
  payment: { untilExpired: 'until the agreed end' },
  delivery: { untilNextAttempt: 'longer after each failed attempt, and a little by chance' },
  permit: {
    untilDeadline: 'until the deadline that the payer has signed',
    untilFinalAtLatest: 'until a fixed time after the deadline that the payer has signed',
  },
  transaction: withoutRules,
  plan: withoutRules,
  customer: withoutRules,
  destination: withoutRules,
  verification: withoutRules,
  gasWallet: withoutRules,
}

/** Says how long a wait lasts: one length, or a rule, with what the stories say. */
export function waitLength(kind: ActorKind, { eventType }: Way): string {
  const name = delayName(eventType)
  const delay: unknown = actorDefinitions[kind].machine.implementations.delays[name]
  if (typeof delay === 'number') return durationWords(delay)
  const exampleMs = exampleLength(kind, eventType)
  const example = exampleMs === null ? '' : ` (in its story: ${roughly(exampleMs)})`
  return `${waitRules[kind][name] ?? ''}${example}`
}

/** Returns how long the wait is where a story arms it first; null where none does. */
function exampleLength(kind: ActorKind, timer: string): number | null {
  for (const turns of findStories(kind).values())
    for (const [index, { at, timers }] of turns.entries()) {
      const armed = timers[timer]
      const isNew = armed?.armedAtRevision === index + 1
      if (armed && isNew && armed.dueAt < neverFromMs) return armed.dueAt - at
    }
  return null
}

const unitsMs = [86_400_000, 3_600_000, 60_000, 1000] as const

/** In its two largest units: `5 days 21 hours`. */
function roughly(ms: number): string {
  const largest = unitsMs.findIndex((unitMs) => ms >= unitMs)
  if (largest === -1) return 'no time'
  const unitMs = unitsMs[largest]!
  const partMs = unitsMs[largest + 1] ?? unitMs
  const rounded = Math.round(ms / partMs) * partMs
  const rest = rounded % unitMs
  const whole = durationWords(rounded - rest)
  return rest === 0 ? whole : `${whole} ${durationWords(rest)}`
}
