/**
 * Says in the database, every few seconds, that this process is there and what it runs. That is a write which has to be
 * committed, so it also tells whether the database stores anything.
 */
import { hostname } from 'node:os'
import { errorText } from '../shared/errors.ts'
import { newId } from '../shared/ids.ts'
import type { Log } from '../shared/log.ts'
import type { Role } from '../shared/nats-settings.ts'
import { startPulse } from '../shared/pulse.ts'
import { notePresence, removePresence } from '../store/operators/processes.ts'
import { readRelease } from './release.ts'
import { elapsedMs } from '../shared/time.ts'
import type { WithLog } from '../store/parts.ts'

export type Presence = {
  /** Says at once which roles run now. */
  announce(roles: readonly Role[]): Promise<void>
  /** Whether the last write was committed, not long ago, and soon enough for commands. */
  mayWrite(): boolean
  /** Takes this process out of the list. */
  stop(): Promise<void>
}

/** A process that has missed so many beats counts as gone. */
const beatsMissedMax = 4
/** A command is given five seconds for its commit and all else: where one takes so long, commands cannot be accepted. */
const commitTooSlowMs = 4_000
/** On a disk that is as it should be a commit takes some milliseconds. */
const commitUnsuspiciousMs = 500
/** At most so many reasons of one outage are logged. */
const reasonsMax = 5
/** Clocks differ by less where anything keeps them. */
const clockAheadUnsuspiciousMs = 5_000

/** Says so once before it returns, without any role, and from then on; where that fails, it goes on trying. */
export async function startPresence(
  { database, clock, log }: WithLog,
  { beatMs }: { beatMs: number },
): Promise<Presence> {
  const id = newId(clock.now())
  const identity = { id, release: await readRelease(), host: hostname(), pid: process.pid }
  const writing = new Writing(beatMs * beatsMissedMax, log)
  const warnOfClock = clockWarning(log)
  let roles: readonly Role[] = []
  const write = async () => {
    const clockAheadMs = Math.round(clock.aheadOfDatabaseMs)
    warnOfClock(clockAheadMs)
    const staysMs = beatMs * beatsMissedMax
    await writing.note(() =>
      notePresence(database.pool, identity, { roles, clockAheadMs, staysMs }),
    )
  }
  // One after another: an earlier one must not be the last to say which roles run.
  let writes = write()
  const beat = () => (writes = writes.then(write))
  await writes
  const pulse = startPulse(() => beat().then(() => false), {
    what: 'the presence',
    everyMs: beatMs,
    onError: (error) => log.error({ error: errorText(error) }, 'a heartbeat went wrong'),
  })
  return {
    async announce(running) {
      roles = running
      await beat()
      writing.judgeTimes()
    },
    mayWrite: () => writing.isWell(),
    async stop() {
      await pulse.stop()
      await removePresence(database.pool, id).catch((error: unknown) =>
        log.debug({ error: errorText(error) }, 'the row of this process stays until it is old'),
      )
    },
  }
}

/** Keeps the outcome of the last writes; says in the log when it changes, and why, each reason once. */
class Writing {
  /** Why the writes since the last good one failed. */
  readonly #reasons = new Set<string>()
  #committedAt = -Infinity
  #tookMs = 0
  #isSlow = false
  #judgesTimes = false
  /** The beginning of the write under way. */
  #beganAt = Infinity
  readonly #lateMs: number
  readonly #log: Log

  constructor(lateMs: number, log: Log) {
    this.#lateMs = lateMs
    this.#log = log
  }

  /** From now on the time of a commit is that of the database: during a start connections are made and code is loaded. */
  judgeTimes(): void {
    this.#judgesTimes = true
  }

  isWell(): boolean {
    const now = elapsedMs()
    const tookMs = Math.max(this.#tookMs, now - this.#beganAt)
    return (
      this.#reasons.size === 0 && now - this.#committedAt < this.#lateMs && tookMs < commitTooSlowMs
    )
  }

  async note(write: () => Promise<void>): Promise<void> {
    this.#beganAt = elapsedMs()
    try {
      await write()
      if (this.#judgesTimes) this.#noteTime(elapsedMs() - this.#beganAt)
      if (this.#reasons.size > 0) this.#log.info({}, 'the database stores again')
      this.#reasons.clear()
      this.#committedAt = elapsedMs()
    } catch (error) {
      const reason = errorText(error)
      if (this.#reasons.has(reason) || this.#reasons.size === reasonsMax) return
      this.#reasons.add(reason)
      this.#log.error(
        { error: reason },
        'the database stores nothing: this process is not ready until it does',
      )
    } finally {
      this.#beganAt = Infinity
    }
  }

  #noteTime(tookMs: number): void {
    this.#tookMs = tookMs
    const wasSlow = this.#isSlow
    this.#isSlow = tookMs > commitUnsuspiciousMs
    if (this.#isSlow === wasSlow) return
    const text = this.#isSlow
      ? 'commits take long: see whether the disk of the database is busy, or its synchronous standby'
      : 'commits are quick again'
    this.#log[this.#isSlow ? 'warn' : 'info']({ tookMs: Math.round(tookMs) }, text)
  }
}

/** Warns when the clock of this machine leaves that of the database, and says when it is back. */
function clockWarning(log: Log): (aheadMs: number) => void {
  let isOff = false
  return (aheadMs) => {
    const wasOff = isOff
    isOff = Math.abs(aheadMs) > clockAheadUnsuspiciousMs
    if (isOff === wasOff) return
    const aheadSeconds = Math.round(aheadMs / 1_000)
    if (isOff)
      log.warn(
        { aheadSeconds },
        'the clock of this machine differs from that of the database, which counts: set it right (NTP)',
      )
    else log.info({ aheadSeconds }, 'the clock of this machine is right again')
  }
}
