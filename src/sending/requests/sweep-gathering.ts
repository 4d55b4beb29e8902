/**
 * Lets sweeps wait for others, because together they cost less: until the oldest has waited for
 * `sweepAfterSeconds`, by the database's own time, or until enough wait to fill a batch. What a merchant orders waits for none.
 */
import type { ConnectedChain } from '../../chain/clients.ts'
import { sweepsMax } from '../../chain/gas/gas-limits.ts'
import { partition } from '../../shared/partition.ts'
import { findWaitingForOthers, releaseWaitingForOthers } from '../../store/engine/chain-queue.ts'
import type { ClaimedRow } from '../../store/engine/outbox.ts'
import { waitFor } from '../../core/reasons/wait-reasons.ts'
import type { SendingDependencies } from '../dependencies.ts'
import { postponeRequests } from '../finish-requests.ts'
import { backoffMs } from '../../shared/time.ts'

/** Delay after the first failure, which doubles with each further one, and the longest. */
const failedWaitMs = 2_000
const failedWaitMsMax = 6 * 60 * 60_000

/** Returns the rows that need not wait for others any more; postpones the rest. */
export async function gatherSweeps(
  dependencies: SendingDependencies,
  { sweepAfterSeconds }: ConnectedChain,
  rows: ClaimedRow[],
): Promise<ClaimedRow[]> {
  const [failed, fresh] = partition(rows, isAfterFailure)
  await postponeFailed(dependencies, failed)
  const young = fresh.filter(isToWait)
  if (sweepAfterSeconds === 0 || !young.length) return fresh
  const { lane } = young[0]!
  const { count, untilMs } = await findWaitingForOthers(dependencies.database, lane)
  const isFull = count + young.length >= sweepsMax
  const delayMs = isFull ? 0 : (untilMs ?? sweepAfterSeconds * 1000)
  await postponeRequests(dependencies, young, delayMs, waitFor('Others'))
  if (isFull) {
    await releaseWaitingForOthers(dependencies.database, lane)
    dependencies.bus.wake('chain')
  }
  return fresh.filter((row) => !young.includes(row))
}

/** A row at its second try has waited, and one that the merchant ordered leaves at once. */
const isToWait = ({ attempts, payload }: ClaimedRow): boolean =>
  attempts === 1 && payload['isOrdered'] !== true

/** Requested again because the last sweep failed, and not postponed for it yet. */
const isAfterFailure = ({ attempts, payload }: ClaimedRow): boolean =>
  attempts === 1 && failuresOf(payload) > 0

const failuresOf = (payload: ClaimedRow['payload']): number => Number(payload['failures'] ?? 0)

/** Postpones sweeps that failed before, the longer the more often they did. */
async function postponeFailed(
  dependencies: SendingDependencies,
  rows: ClaimedRow[],
): Promise<void> {
  for (const row of rows) {
    const delayMs = backoffMs(failuresOf(row.payload), failedWaitMs, failedWaitMsMax)
    await postponeRequests(dependencies, [row], delayMs, waitFor('FailedSweep'))
  }
}
