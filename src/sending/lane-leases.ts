/**
 * The leases on the rows of a lane are short, so that what a process had claimed when it was killed is soon
 * claimed by another; they are extended for as long as it works on them.
 */
import { errorText } from '../shared/errors.ts'
import { type Log, warnTogether } from '../shared/log.ts'
import type { Database } from '../store/database.ts'
import { extendLeasesOfLane } from '../store/engine/chain-queue.ts'
import type { LaneWork } from './dependencies.ts'
import { elapsedMs, wait } from '../shared/time.ts'

/** No other process may claim a row for this long, unless its lease is extended. */
export const leaseMs = 9_000
const extendEveryMs = 3_000
/** Two minutes: whatever takes longer hangs, and its rows are claimed again. */
const extensionsMax = 40

/** Works on the rows of a lane, and extends their leases meanwhile. */
export async function underLease(
  dependencies: { database: Database; log: Log },
  work: LaneWork,
  run: () => Promise<void>,
): Promise<void> {
  const ended = new AbortController()
  void extendUntil(dependencies, work, ended.signal)
  try {
    await run()
  } finally {
    ended.abort()
  }
}

/** Extends leases until the work has ended, or they have. */
async function extendUntil(
  { database, log }: { database: Database; log: Log },
  work: LaneWork,
  ended: AbortSignal,
): Promise<void> {
  for (let times = 0; times < extensionsMax; times++) {
    await wait(extendEveryMs, ended)
    if (ended.aborted) return
    try {
      if (!(await extendLease(database, work))) return
    } catch (error) {
      warnTogether(log, { error: errorText(error) }, 'leases of chain requests not extended')
    }
  }
}

/** Extends the leases of those rows of a lane that are neither done nor put off, and says whether there are any. */
export async function extendLease(database: Database, work: LaneWork): Promise<boolean> {
  const askedAt = elapsedMs()
  const extended = await extendLeasesOfLane(database, work.rows, leaseMs)
  const untilOf = new Map(extended.map(({ id, leasedUntil }) => [id, leasedUntil]))
  for (const row of work.rows) row.leasedUntil = untilOf.get(row.id) ?? row.leasedUntil
  if (extended.length) work.leaseEndsAt = askedAt + leaseMs
  return extended.length > 0
}
