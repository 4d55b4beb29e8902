/**
 * Work on claimed rows that takes longer than a lease may: the leases are extended until it ends, for as
 * long as this process lives.
 */
import { startPulse, stepWithOthers } from '../shared/pulse.ts'
import type { Database } from '../store/database.ts'
import { extendLeases } from '../store/outbox.ts'
import { wait } from '../shared/time.ts'

/** No other process may claim a row for this long, unless its lease is extended. */
export const leaseMs = 9_000
export const extendEveryMs = 3_000
const stopTimeoutMs = 3_000

export type LeasedWork = {
  /** Starts to work on a row. */
  start(rowId: string, work: () => Promise<void>): void
  /** Waits for what is under way, at most 3 s. */
  stop(): Promise<void>
}

/** Takes on work; `onEnd` is called whenever some of it has ended, by an error or not. */
export function takeOnWork(
  database: Database,
  { onEnd, onError }: { onEnd: () => void; onError: (error: unknown) => void },
): LeasedWork {
  const underWay = new Map<string, Promise<void>>()
  const extendAll = () => extendLeases(database, [...underWay.keys()], leaseMs).then(() => false)
  const extending = startPulse(extendAll, { everyMs: extendEveryMs, onError })
  const leaveOthers = stepWithOthers({
    step: () => Promise.all(underWay.values()).then(() => undefined),
  })
  return {
    start(rowId, work) {
      const end = () => {
        underWay.delete(rowId)
        onEnd()
      }
      underWay.set(rowId, work().catch(onError).then(end))
    },
    async stop() {
      leaveOthers()
      const ended = new AbortController()
      const allEnded = Promise.all(underWay.values()).then(() => ended.abort())
      await Promise.race([allEnded, wait(stopTimeoutMs, ended.signal)])
      await extending.stop()
    },
  }
}
