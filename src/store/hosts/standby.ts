/**
 * A standby that lists, exports and metrics are read from, as long as it is known how old it is at most:
 * where the primary's log of writes stood a moment ago is noted, and once the standby has passed that
 * place it shows what the primary showed then. No clocks of two machines are compared.
 */
import type { Pool } from 'pg'
import { wait } from '../../shared/retry.ts'

const noteIntervalMs = 500

type Note = { place: string; at: number }
type Progress = { isStandby: boolean; hasPassed: boolean | null }

export class Standby {
  readonly pool: Pool
  #primary: Pool
  #lagMaxMs: number
  #shownAt = Number.NEGATIVE_INFINITY
  #stopping = new AbortController()
  #running: Promise<void>

  constructor(pool: Pool, primary: Pool, lagMaxMs: number) {
    this.pool = pool
    this.#primary = primary
    this.#lagMaxMs = lagMaxMs
    this.#running = this.#run()
  }

  /** Whether what it shows is young enough: a standby that lags by more than the limit, or is away, is not read. */
  get isFresh(): boolean {
    return performance.now() - this.#shownAt <= this.#lagMaxMs
  }

  /** Has it pass a place again before it is read. */
  doubt(): void {
    this.#shownAt = Number.NEGATIVE_INFINITY
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    await this.pool.end()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    for (let note: Note | null = null; !signal.aborted; await wait(noteIntervalMs, signal))
      try {
        note ??= await this.#notePlace()
        if (!(await this.#hasPassed(note))) continue
        this.#shownAt = note.at
        note = null
      } catch {
        // Either is away: lists are read from the primary until this has worked again.
        note = null
      }
  }

  async #notePlace(): Promise<Note> {
    const at = performance.now()
    const { rows } = await this.#primary.query<{ place: string }>(
      'select pg_current_wal_lsn()::text as place',
    )
    return { place: rows[0]!.place, at }
  }

  async #hasPassed({ place }: Note): Promise<boolean> {
    const { rows } = await this.pool.query<Progress>(
      `select pg_is_in_recovery() as "isStandby",
         pg_last_wal_replay_lsn() >= $1::pg_lsn as "hasPassed"`,
      [place],
    )
    const { isStandby, hasPassed } = rows[0]!
    return isStandby && hasPassed === true
  }
}
