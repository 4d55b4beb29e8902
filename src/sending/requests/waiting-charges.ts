/** How charges wait for the chain or its nodes, and when that is told: no failure of the payer's, and never in silence for long. */
import type { Clock } from '../../shared/clock.ts'
import type { ChargeRequest } from './charge-requests.ts'
import { createHeldBackMessages, rowsOf } from '../hold-back.ts'
import { isRefusedOtherwise, type Verdict, type Wait } from './pre-check.ts'
import type { SendingDependencies } from '../dependencies.ts'
import { postponeRequests } from '../finish-requests.ts'

/** Of the grace; whoever waits longer than that is told why. */
const quietPart = 1 / 4

/** Keeps the requests that wait, and tells those why that have waited long, or that nodes contradict about. */
export async function postponeWaiting(
  dependencies: SendingDependencies,
  requests: ChargeRequest[],
  verdicts: Verdict[],
): Promise<void> {
  for (const wait of new Set(verdicts)) {
    if (wait.kind !== 'wait') continue
    const waiting = requests.filter((_, index) => verdicts[index] === wait)
    const told = waiting.filter((request) => isWorthTelling(dependencies.clock, request, wait))
    const quiet = waiting.filter((request) => !told.includes(request))
    await postponeRequests(dependencies, rowsOf(quiet), wait.delayMs, wait.why)
    const messages = createHeldBackMessages(told, wait.reason)
    await postponeRequests(dependencies, rowsOf(told), wait.delayMs, wait.why, messages)
  }
}

/** Nodes may be a block apart, and the watcher a moment behind: the first look is never told. */
const isWorthTelling = (clock: Clock, request: ChargeRequest, wait: Wait): boolean =>
  (wait === isRefusedOtherwise && request.row.lastError === wait.why) ||
  (request.row.attempts > 1 && isLate(request, clock.now().getTime()))

function isLate({ dueAt, graceUntil }: ChargeRequest, nowMs: number): boolean {
  const graceMs = graceUntil.getTime() - dueAt.getTime()
  return nowMs > dueAt.getTime() + graceMs * quietPart
}
