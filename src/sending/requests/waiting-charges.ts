/** Postpones charges that wait for the chain or its nodes: that is no failure of the payer's, and it is reported when it lasts. */
import type { Clock } from '../../shared/clock.ts'
import { backoffMs } from '../../shared/time.ts'
import { partition } from '../../shared/partition.ts'
import type { ChargeRequest } from './charge-requests.ts'
import type { ClaimedRow } from '../../store/engine/outbox.ts'
import { createHeldBackMessages, rowsOf } from '../hold-back.ts'
import { refusedDifferently, type PreCheckVerdict, type Wait } from './pre-check.ts'
import type { SendingDependencies } from '../dependencies.ts'
import { postponeRequests } from '../finish-requests.ts'

/** Part of the grace after which a waiting charge gets the reason, at most six hours. */
const quietPart = 1 / 4
const quietMaxMs = 6 * 60 * 60_000

/** Postpones the requests that wait, and reports why to those that have waited long, or that nodes contradict each other about. */
export async function postponeWaiting(
  dependencies: SendingDependencies,
  requests: ChargeRequest[],
  verdicts: PreCheckVerdict[],
): Promise<void> {
  for (const wait of new Set(verdicts)) {
    if (wait.outcome !== 'wait') continue
    const waiting = requests.filter((_, index) => verdicts[index] === wait)
    const [reported, quiet] = partition(waiting, (request) =>
      isWorthReporting(dependencies.clock, request, wait),
    )
    await postponeRequests(dependencies, rowsOf(quiet), wait.delayMs, wait.why)
    for (const [delayMs, requests] of Map.groupBy(reported, ({ row }) => delayOf(wait, row)))
      await postponeRequests(
        dependencies,
        rowsOf(requests),
        delayMs,
        wait.why,
        await createHeldBackMessages(dependencies, requests, wait.reason),
      )
  }
}

const delayOf = ({ delayMs, delayMsMax = delayMs }: Wait, { attempts }: ClaimedRow): number =>
  backoffMs(attempts, delayMs, delayMsMax)

/** Nodes may be a block apart, and the watcher a moment behind, so the first try is never reported. */
const isWorthReporting = (clock: Clock, request: ChargeRequest, wait: Wait): boolean =>
  wait.delayMsMax !== undefined ||
  (wait === refusedDifferently && request.row.waitsFor === wait.why.waitsFor) ||
  (request.row.attempts > 1 && isLate(request, clock.now().getTime()))

function isLate({ dueAt, graceUntil }: ChargeRequest, nowMs: number): boolean {
  const graceMs = graceUntil.getTime() - dueAt.getTime()
  return nowMs > dueAt.getTime() + Math.min(graceMs * quietPart, quietMaxMs)
}
