/** One step of the test clock fires the timers due within moments, and of one actor never two. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../src/store/database.ts'
import { nextTimersTogetherAt } from '../../src/store/engine/timers.ts'
import { freshDatabase } from '../support/database.ts'

let database: Database
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

const first = new Date('2027-01-01T12:00:00Z')
const farAway = new Date('2028-01-01T12:00:00Z')
const togetherMs = 5_000
const after = (ms: number) => new Date(first.getTime() + ms)

/** Arms timers, each a name of its actor and when it is due after the first. */
async function arm(...timers: [actor: string, afterMs: number][]): Promise<void> {
  for (const [index, [actor, afterMs]] of timers.entries())
    await database.pool.query(
      `insert into timer (kind, entity_id, timer_id, armed_at_revision, merchant_id, network, due_at)
       values ('charge', $1, $2, 1, 'm', 'TestNet', $3)`,
      [actor, `xstate.after.${index}`, after(afterMs)],
    )
}

test('timers of several actors fire together, at the moment of the last that is near the first', async () => {
  await arm(['one', 0], ['two', 2_000], ['three', 5_000], ['four', 5_001])
  expect(await nextTimersTogetherAt(database, farAway, togetherMs)).toEqual(after(5_000))
})

test('none beyond the moment asked for is among them', async () => {
  await arm(['one', 0], ['two', 2_000], ['three', 4_000])
  expect(await nextTimersTogetherAt(database, after(3_000), togetherMs)).toEqual(after(2_000))
  expect(await nextTimersTogetherAt(database, after(-1), togetherMs)).toBeNull()
})

test('the second timer of an actor waits until the first has had its effect', async () => {
  await arm(['one', 0], ['two', 1_000], ['one', 2_000], ['three', 3_000])
  expect(await nextTimersTogetherAt(database, farAway, togetherMs)).toEqual(after(1_000))
})

test('two timers of an actor at one moment do not stop the clock', async () => {
  await arm(['one', 0], ['one', 0], ['two', 1_000])
  expect(await nextTimersTogetherAt(database, farAway, togetherMs)).toEqual(first)
})

test('timers that were sent are no longer waited for', async () => {
  await arm(['one', 0], ['two', 60_000])
  await database.pool.query(`update timer set sent_at = now() where entity_id = 'one'`)
  expect(await nextTimersTogetherAt(database, farAway, togetherMs)).toEqual(after(60_000))
})
