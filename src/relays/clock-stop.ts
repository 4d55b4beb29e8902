/** Says why the test clock stopped before the moment that it was asked for, and what to do about it. */
import type { Pending } from './idle-wait.ts'

/** The answer of the test clock where it did not get there. */
export type ClockStop = { stoppedAt: string; reason: string; pending: Partial<Pending> }

const words: { [Kind in keyof Pending]: [one: string, many: string] } = {
  timers: ['timer is due', 'timers are due'],
  messages: ['message between actors is not taken', 'messages between actors are not taken'],
  deposits: ['payment or transfer is not reported', 'payments or transfers are not reported'],
  chain: ['request to a chain is not done', 'requests to a chain are not done'],
  events: ['event is not logged', 'events are not logged'],
  webhooks: ['webhook is not sent', 'webhooks are not sent'],
  unsentTransactions: ['transaction is not sent', 'transactions are not sent'],
  transactions: ['transaction is not final', 'transactions are not final'],
  unreadChains: [
    'chain is not read up to its newest block',
    'chains are not read up to their newest block',
  ],
}

/** Describes the stop in numbers and in words. */
export function describeStop(now: Date, pending: Pending, waitedMs: number): ClockStop {
  const kinds = (Object.keys(words) as (keyof Pending)[]).filter((kind) => pending[kind] > 0)
  const list = kinds.map((kind) => `${pending[kind]} ${words[kind][pending[kind] === 1 ? 0 : 1]}`)
  return {
    stoppedAt: now.toISOString(),
    reason:
      `After ${waitedMs / 1000} s of real time something was still moving: ${list.join(', ')}. ` +
      'Advance again to go on from here; if it stops here again, GET /dashboard/api/operator/stuck and the log of the service say what hangs.',
    pending: Object.fromEntries(kinds.map((kind) => [kind, pending[kind]])),
  }
}
