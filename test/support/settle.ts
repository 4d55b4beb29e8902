/**
 * Steps in place of waits: `settle` has every part of this process do what is to be done until a round moves nothing, and
 * `passTime` moves the one Time, the database's too, so that a lease of 9 s ends at once.
 */
import { setImmediate as nextTick } from 'node:timers/promises'
import { moveTime, stopTime, wait } from '../../src/shared/time.ts'
import { describeSteps, stepAll } from '../../src/shared/pulse.ts'
import type { Clock } from '../../src/shared/clock.ts'
import type { Database } from '../../src/store/database.ts'
import { openDatabases, unmovedDatabases } from './database.ts'
import { setClock } from '../../src/store/clock-follower.ts'

type World = { database: Pick<Database, 'pool'> }

/** The statement that moves a database's time, and it alone. */
export const movingDatabase = 'update moved.moved_time set by_ms = by_ms + $1'

/** A world that still moves after this many rounds never comes to rest. */
const roundsMax = 400
/** A round sees what the others began while it ran only in the next one. */
export const stillRounds = 3
/** A step that takes longer, by the clock on the wall, waits for something that does not come. */
const stepLimitMs = 60_000

/** What parts write when they do something; that they looked, and found nothing, is not in it. */
const marks = `select
  (select count(*) from journal) as turns,
  (select coalesce(sum(hashtextextended(concat(id, '/', attempts, '/', refusals, '/', available_at), 0)), 0) from outbox) as outbox,
  (select coalesce(sum(hashtextextended(concat(entity_id, '/', timer_id, '/', sent_at), 0)), 0) from timer) as timers,
  (select coalesce(sum(hashtextextended(concat(id, '/', status, '/', attempts), 0)), 0) from mail) as mails,
  (select count(*) from merchant_event) as events,
  (select coalesce(sum(hashtextextended(concat(block_hash, '/', block_number), 0)), 0) from chain_cursor) as blocks,
  (select coalesce(sum(hashtextextended(concat(block_hash, '/', log_index, '/', status), 0)), 0) from chain_log) as logs,
  (select coalesce(sum(hashtextextended(concat(block_hash, '/', log_index, '/', status), 0)), 0) from deposit_log) as deposits`

/**
 * Returns when nothing in this process has anything left to do at this time: messages are consumed, events logged, calls
 * ended, blocks read. What waits for a later time stays: pass that first.
 *
 * @throws with what waits, where the world never comes to rest
 */
export async function settle(world: World): Promise<void> {
  let last = await readMarks(world)
  for (let round = 0, still = 0; still < stillRounds; round++) {
    if (round > roundsMax) throw new Error(`never at rest: ${await describeWork(world)}`)
    await stepInTime(world)
    const marked = await readMarks(world)
    still = marked === last ? still + 1 : 0
    last = marked
  }
}

async function stepInTime(world: World): Promise<void> {
  const limit = AbortSignal.timeout(stepLimitMs)
  const tooLong = new Promise<never>((_resolve, reject) => {
    limit.onabort = () =>
      void describeWork(world).then(
        (work) => reject(new Error(`no end of ${describeSteps()}: ${work}`)),
        reject,
      )
  })
  await Promise.race([stepAll(), tooLong])
  limit.onabort = null
}

/** Moves the one Time on, here and in the world's database, which has to be a fresh one (`freshDatabase`). */
export async function passTime(
  { database, clock }: World & { clock?: Clock },
  ms: number,
): Promise<void> {
  await database.pool.query(movingDatabase, [ms])
  // Clocks go by the same Time, so that what is due sees them moved.
  moveTime(ms)
  if (clock) await setClock(database as Database, clock)
}

/** Moves the one Time on, here and in all databases of this process, or waits where one of them has a time of its own. */
export async function passEverywhere(ms: number): Promise<void> {
  if (unmovedDatabases.size) return wait(ms)
  await Promise.all([...openDatabases].map((pool) => pool.query(movingDatabase, [ms])))
  moveTime(ms)
}

/** Lets time stand still, here and in the world's database, but for what is passed; what it returns lets it go on. */
export async function holdTime({ database }: World): Promise<() => Promise<void>> {
  await database.pool.query('update moved.moved_time set stopped_at = pg_catalog.now()')
  const goOn = stopTime()
  return async () => {
    goOn()
    await database.pool.query('update moved.moved_time set stopped_at = null')
  }
}

/** So often is looked where no time passes: a look takes a question to the database. */
const looksMax = 20_000

/**
 * Passes time in small steps until what is read is true, and returns it; fails when `limitMs` have passed. With steps of
 * no length, which is for what takes no time, it fails after so many looks: work takes longer on a busy machine, and time
 * that passes meanwhile would end what the test is about.
 */
export async function passUntil<Seen>(
  world: World & { clock?: Clock },
  what: string,
  read: () => Promise<Seen | false | null | undefined> | Seen | false | null | undefined,
  { byMs = 20, limitMs = 60_000 } = {},
): Promise<Seen> {
  for (let looks = 0; ; looks++) {
    const seen = await read()
    if (seen) return seen
    if (byMs ? looks * byMs >= limitMs : looks >= looksMax) throw new Error(`never: ${what}`)
    if (byMs) await passTime(world, byMs)
    else await nextTick()
  }
}

async function readMarks({ database }: World): Promise<string> {
  return JSON.stringify((await database.pool.query(marks)).rows[0])
}

async function describeWork({ database }: World): Promise<string> {
  const { rows } = await database.pool.query(
    `select channel, name, id, attempts, refusals, available_at, last_error from outbox order by at limit 5`,
  )
  return JSON.stringify({ marks: await readMarks({ database }), outbox: rows })
}
