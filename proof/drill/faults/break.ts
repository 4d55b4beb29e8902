/** Breaks one part after another, and waits each time until all that was open is done, so that each fault has its own figure. */
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorText } from '../../../src/shared/errors.ts'
import type { Ledger, Work } from '../ledger.ts'
import { faultsByKind } from './catalogue.ts'
import type { Breakable } from './fault.ts'
import type { FaultKind } from './kinds.ts'
import type { PlannedFault } from './schedule.ts'

export type FaultRecord = {
  kind: FaultKind
  target: string
  at: number
  /** From here on only the service has something left to do. */
  mendedAt: number
  /** Null: something was still open when it was no longer waited for. */
  recoverySeconds: number | null
  recoverySecondsMax: number
  /** Counts what was open then or began soon after; `last` took longest, or still is open. */
  open: number
  last: string | null
  /** Counts the processes of the machine that wanted to run in the minute before. */
  machineLoad: number
}

/** Work that begins so soon after a fault counts as well: it may meet what the fault left behind. */
const lookBackMs = 3_000
const lookEveryMs = 250
/** Work that is open so long after a fault is reported as stuck; the drill goes on. */
const stuckAfterMs = 120_000

export class Breaking {
  readonly records: FaultRecord[] = []
  readonly troubles: string[] = []
  readonly #parts: Breakable & { ledger: Ledger; recoverySecondsMax: number }
  readonly #tell: (line: string) => void

  constructor(
    parts: Breakable & { ledger: Ledger; recoverySecondsMax: number },
    tell: (line: string) => void,
  ) {
    this.#parts = parts
    this.#tell = tell
  }

  /** Breaks what is planned until the time is over. */
  async run(plan: Iterable<PlannedFault>, durationMs: number): Promise<void> {
    const end = performance.now() + durationMs
    for (const { kind, choice, pauseMs } of plan) {
      if (performance.now() + pauseMs >= end) return
      await sleep(pauseMs)
      try {
        const record = await this.#breakOne(kind, choice)
        this.records.push(record)
        this.#tell(lineOf(this.records.length, record))
      } catch (error) {
        // The next faults are tried all the same; the report says that this one was not.
        this.troubles.push(`${kind}: ${errorText(error)}`)
        this.#tell(this.troubles.at(-1)!)
      }
    }
  }

  async #breakOne(kind: FaultKind, choice: number): Promise<FaultRecord> {
    const { ledger, processes } = this.#parts
    const fault = faultsByKind[kind]
    const at = performance.now()
    const target = await fault.run(this.#parts, choice)
    const mendedAt = performance.now()
    await sleep(lookBackMs)
    const waited = ledger.livedBetween(mendedAt, performance.now())
    const recovered = await this.#untilDone(waited, mendedAt)
    await Promise.all(processes.map((process) => process.untilReady()))
    await fault.tidyUp?.(this.#parts)
    const recoverySecondsMax = fault.recoverySecondsMax ?? this.#parts.recoverySecondsMax
    const open = waited.length
    const [machineLoad = 0] = loadavg()
    return { kind, target, at, mendedAt, open, recoverySecondsMax, machineLoad, ...recovered }
  }

  async #untilDone(
    works: Work[],
    mendedAt: number,
  ): Promise<{ recoverySeconds: number | null; last: string | null }> {
    const { ledger } = this.#parts
    let waited = works
    while (waited.some(({ doneAt }) => doneAt === null)) {
      if (performance.now() > mendedAt + stuckAfterMs)
        return { recoverySeconds: null, last: waited.find(({ doneAt }) => doneAt === null)!.sign }
      await sleep(lookEveryMs)
      // Work that was taken back meanwhile is not waited for.
      const known = new Set(ledger.all)
      waited = waited.filter((work) => known.has(work))
    }
    const tookMs = ({ begunAt, doneAt }: Work) => doneAt! - Math.max(begunAt, mendedAt)
    const last = waited.toSorted((a, b) => tookMs(b) - tookMs(a))[0]
    return { recoverySeconds: last ? tookMs(last) / 1_000 : 0, last: last?.sign ?? null }
  }
}

function lineOf(number: number, record: FaultRecord): string {
  const { kind, target, recoverySeconds, open, last } = record
  const lasted = ((record.mendedAt - record.at) / 1_000).toFixed(1)
  const recovery =
    recoverySeconds === null ? 'NOT RECOVERED' : `recovered in ${recoverySeconds.toFixed(1)} s`
  return `${number}. ${kind} (${target}), ${lasted} s: ${recovery}, of ${open} things the slowest was ${last ?? 'none'}`
}
