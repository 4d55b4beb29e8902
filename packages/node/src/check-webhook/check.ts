/** One check: the rule that it is about, what a right endpoint does, and what to do where this one does not. */
import type { Endpoint, Twist } from './endpoint.ts'
import type { SentEvent } from './events.ts'
import type { Rule } from './rules.ts'
import type { Sent, Verdict } from './verdicts.ts'

export type Check = {
  rule: Rule
  says: string
  toDo: string
  run(endpoint: Endpoint): Promise<Verdict>
}

/** Sends an event, and remembers in words what it was. */
export const send = async (
  endpoint: Endpoint,
  what: string,
  event: SentEvent,
  twist: Twist = {},
): Promise<Sent> => ({ what, answer: await endpoint.send(event, twist) })
