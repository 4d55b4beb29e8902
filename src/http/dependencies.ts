/** The dependencies of the HTTP role. It never imports the workers: commands go over the bus. */
import type { Bus } from '../bus/bus.ts'
import type { Readiness } from '../operating/readiness.ts'
import type { ChainDirectory } from '../shared/chain-directory.ts'
import type { Log } from '../shared/log.ts'
import type { HttpSettings } from './http-settings.ts'
import type { MerchantDependencies } from '../store/parts.ts'
import type { ClockMove } from '../shared/clock.ts'

type ClockAnswer = { now: string } & (
  | { settled: true }
  | {
      settled: false
      stoppedAt: string
      reason: string
      pending: Partial<Record<string, number>>
    }
)

/** The test clock, where every chain of the test network is a local one. */
export type TestClockControl = {
  read(): Promise<{ now: string }>
  /** Whether it is being moved, and why the last move did not arrive. */
  readMoves(): { isMoving: boolean; lastStop: string | null }
  /**
   * Moves the clock, once for each request, and answers when the service is idle again; `report` hears
   * each step. A repeat is of a request that was made at the moment `at`.
   */
  advance(
    move: ClockMove,
    request: { id: string; at: Date; isRepeat: boolean },
    report?: (step: unknown) => void,
  ): Promise<ClockAnswer>
}

export type HttpDependencies = MerchantDependencies & {
  bus: Bus
  directory: ChainDirectory
  log: Log
  settings: HttpSettings
  testClock: TestClockControl | null
  readiness: Readiness
}
