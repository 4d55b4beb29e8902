/**
 * Sets the clock of this process from Postgres, again and again: the database's time, and the offset
 * of the test clock, which every process follows.
 */
import type { Clock } from '../shared/clock.ts'
import { errorText } from '../shared/errors.ts'
import { type Log, warnTogether } from '../shared/log.ts'
import type { Database } from './database.ts'
import { elapsedMs, every } from '../shared/time.ts'

const everyMs = 1_000

/** `hasTestClock`: whether the test clock counts; beside a real chain business time is real time. */
type Following = { hasTestClock: boolean }
const followed: Following = { hasTestClock: true }

/** Sets the clock before it returns, and then every few seconds until it is stopped. */
export async function followClock(
  database: Database,
  clock: Clock,
  log: Log,
  following = followed,
): Promise<{ stop(): Promise<void> }> {
  const aheadMs = await setClock(database, clock, following)
  if (aheadMs > 0 && !following.hasTestClock)
    log.warn(
      { aheadSeconds: Math.round(aheadMs / 1000) },
      'the test clock was moved ahead on local chains: it is not followed, because not every chain is local',
    )
  const timer = every(everyMs, () => {
    setClock(database, clock, following).catch((error: unknown) =>
      warnTogether(
        log,
        { error: errorText(error) },
        'the time could not be read from the database: the clock runs on by itself',
      ),
    )
  })
  return {
    stop() {
      timer.cancel()
      return Promise.resolve()
    },
  }
}

/** Reads database time and the test clock's offset, which it returns in milliseconds. */
export async function setClock(
  database: Database,
  clock: Clock,
  { hasTestClock } = followed,
): Promise<number> {
  const startedAt = elapsedMs()
  const { rows } = await database.pool.query<{ time: string; offset_ms: string | null }>({
    name: 'read-clock',
    text: `select clock_timestamp() as time, (select offset_ms from test_clock where id = 1)`,
  })
  const { time, offset_ms } = rows[0]!
  clock.setDatabaseTime(new Date(time), elapsedMs() - startedAt)
  const offsetMs = Number(offset_ms ?? 0)
  if (hasTestClock) clock.setTestOffset(offsetMs)
  return offsetMs
}

/**
 * Business time as SQL, for whoever has only a connection. `isLocal` is the parameter that says whether the
 * test clock counts: on local chains alone.
 */
export const businessTimeSql = (isLocal: string): string =>
  `now() + coalesce((select offset_ms from test_clock where id = 1 and ${isLocal}::boolean), 0)
    * interval '1 millisecond'`

/** Moves the test clock's offset forward; it never goes back. */
export async function saveTestOffset(database: Database, offsetMs: number): Promise<void> {
  await database.pool.query(
    `insert into test_clock (id, offset_ms) values (1, $1)
     on conflict (id) do update set offset_ms = greatest(test_clock.offset_ms, excluded.offset_ms)`,
    [Math.round(offsetMs)],
  )
}
