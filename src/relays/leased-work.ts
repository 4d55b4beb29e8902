/**
 * Work on claimed rows that takes longer than a lease may: the leases are extended until it ends, for as
 * long as this process lives.
 */
import { startPulse, stepWithOthers } from '../shared/pulse.ts'
import type { Database } from '../store/database.ts'
import { extendLeases } from '../store/engine/outbox.ts'
import { wait } from '../shared/time.ts'

/** No other process may claim a row for this long, unless its lease is extended. */
export const leaseMs = 9_000
export const extendEveryMs = 3_000
const stopTimeoutMs = 3_000

/** Writes when the work goes on. */
export type PutOff = () => Promise<void>

export type LeasedWork = {
  /** Counts the rows that are worked on. */
  readonly size: number
  /**
   * Starts to work on a row, unless that is under way: after a pause of this process, or a jump of the database's clock, the
   * lease may be over and the row be claimed again, by whoever works on it. What the work returns is done after the last extension of the lease, which would
   * otherwise overwrite the moment that it writes.
   */
  start(rowId: string, work: () => Promise<PutOff | void>): void
  /** Waits for what is under way, at most 3 s. */
  stop(): Promise<void>
}

/** Takes on work; `onEnd` is called whenever a row's has ended, by an error or not. */
export function takeOnWork(
  database: Database,
  { onEnd, onError }: { onEnd: (rowId: string) => void; onError: (error: unknown) => void },
): LeasedWork {
  const underWay = new Map<string, Promise<void>>()
  const leased = new Set<string>()
  let extension = Promise.resolve()
  const extendAll = () => {
    extension = extendLeases(database, [...leased], leaseMs)
    return extension.then(() => false)
  }
  const extending = startPulse(extendAll, {
    what: 'extending leases',
    everyMs: extendEveryMs,
    onError,
  })
  const leaveOthers = stepWithOthers({
    what: 'leased work under way',
    step: () => Promise.all(underWay.values()).then(() => undefined),
  })

  async function carryOut(rowId: string, work: () => Promise<PutOff | void>): Promise<void> {
    leased.add(rowId)
    const putOff = await work().finally(() => leased.delete(rowId))
    if (!putOff) return
    await extension.catch(() => undefined)
    await putOff()
  }

  return {
    get size() {
      return underWay.size
    },
    start(rowId, work) {
      if (underWay.has(rowId)) return
      const end = () => {
        underWay.delete(rowId)
        onEnd(rowId)
      }
      underWay.set(rowId, carryOut(rowId, work).catch(onError).then(end))
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
