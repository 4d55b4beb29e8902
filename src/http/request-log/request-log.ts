/**
 * The request log's way into the database: requests wait in memory and are written together, so that no
 * answer waits for the log or fails with it. Where more wait than there is space for, the rest is left out,
 * counted and said.
 */
import { errorText } from '../../shared/errors.ts'
import { type Log, warnTogether } from '../../shared/log.ts'
import type { Database } from '../../store/database.ts'
import { logRequests, type RequestToLog } from '../../store/request-log/write.ts'
import { WindowCounter } from '../routing/window-counter.ts'
import { stepWithOthers } from '../../shared/pulse.ts'
import { every, type Scheduled } from '../../shared/time.ts'

const waitingMax = 10_000
const writtenAtOnceMax = 1_000
const writeEveryMs = 500
/** For each key whose name was shown without proof, which anybody can do, and for each person. */
const limitedPerMinuteMax = 60

export class RequestLog {
  readonly #database: Database
  readonly #log: Log
  readonly #writing: Scheduled
  readonly #leaveOthers: () => void
  readonly #limited = new WindowCounter(60_000)
  #waiting: RequestToLog[] = []
  #leftOut = 0
  #underWay: Promise<void> = Promise.resolve()

  constructor(database: Database, log: Log) {
    this.#database = database
    this.#log = log
    this.#writing = every(writeEveryMs, () => void this.write())
    this.#leaveOthers = stepWithOthers({ what: 'the request log', step: () => this.write() })
  }

  /** Does not wait. */
  note(request: RequestToLog, { isLimited }: { isLimited: boolean }): void {
    const whose = request.keyName ?? `person ${request.account}`
    if (isLimited && this.#limited.count(whose).count > limitedPerMinuteMax) return
    if (this.#waiting.length < waitingMax) this.#waiting.push(request)
    else this.#leftOut++
  }

  /** Writes what waits; what cannot be written now is tried again, as long as there is space for it. */
  write(): Promise<void> {
    this.#underWay = this.#underWay.then(() => this.#writeWaiting())
    return this.#underWay
  }

  async close(): Promise<void> {
    this.#writing.cancel()
    this.#leaveOthers()
    await this.write()
  }

  async #writeWaiting(): Promise<void> {
    this.#sayLeftOut()
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, writtenAtOnceMax)
      try {
        await logRequests(this.#database, some)
      } catch (error) {
        const space = Math.max(0, waitingMax - this.#waiting.length)
        this.#waiting = [...some.slice(0, space), ...this.#waiting]
        this.#leftOut += Math.max(0, some.length - space)
        const waiting = this.#waiting.length
        warnTogether(
          this.#log,
          { waiting, error: errorText(error) },
          'the request log waits for the database',
        )
        return
      }
    }
  }

  #sayLeftOut(): void {
    if (this.#leftOut === 0) return
    const text = 'requests are missing in the request log: more came than it takes'
    this.#log.warn({ leftOut: this.#leftOut, waitingMax }, text)
    this.#leftOut = 0
  }
}
