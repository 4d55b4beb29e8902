/** Checks an endpoint: sends it what the service may send and what a forger would, and says which rules it keeps. */
import { type Check } from './check.ts'
import { checkOfRealEvents, checks } from './checks.ts'
import { Endpoint, type Target } from './endpoint.ts'
import type { SentEvent } from './events.ts'
import { type Pace, pace as pacesOfTheService } from './pace.ts'
import type { Rule } from './rules.ts'
import { notSeen, type Verdict } from './verdicts.ts'

export type Result = Verdict & { check: string; rule: Rule; says: string }

type Options = {
  signal: AbortSignal
  /** The merchant's own events, where they are to be sent, too. */
  realEvents?: SentEvent[] | null
  pace?: Pace
  /** Only these; without it, all. */
  only?: readonly string[]
}

/** Makes the checks one after the other, and yields each result when it is there. */
export async function* checkWebhook(
  target: Target,
  options: Options,
): AsyncGenerator<Result, void> {
  const { signal, realEvents = null, pace = pacesOfTheService, only } = options
  const endpoint = new Endpoint(target, pace, signal)
  let isInVain = false
  for (const [name, check] of checksFor(realEvents)) {
    if (only && !only.includes(name)) continue
    const { toDo, ...verdict } = isInVain ? notSeen(inVain) : await check.run(endpoint)
    const advice = verdict.outcome === 'Broken' ? { toDo: toDo ?? check.toDo } : {}
    yield { check: name, rule: check.rule, says: check.says, ...verdict, ...advice }
    // An endpoint that rejects every call also rejects forged ones; that proves nothing.
    isInVain ||= name === 'signedEvent' && verdict.outcome !== 'Ok'
  }
}

const inVain = 'the endpoint did not take an event as the service sends it: mend that first'

function checksFor(realEvents: SentEvent[] | null): [string, Check][] {
  const all: [string, Check][] = Object.entries(checks)
  return realEvents === null ? all : [...all, ['realEvents', checkOfRealEvents(realEvents)]]
}
