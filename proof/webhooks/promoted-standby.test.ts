/** A standby that was promoted may have forgotten what merchants were told. */
import { expect, test } from 'vitest'
import { startPostgresPair } from '../../scripts/fleet/postgres-pair.ts'
import { connectDatabase } from '../../src/store/database.ts'
import { beginEpoch } from '../../src/store/event-log/epochs.ts'
import { migrateDatabase } from '../../src/store/starting/start-lock.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'

test('a standby that was promoted begins an epoch, before it gives a number', async () => {
  const pair = await startPostgresPair({ directory: newDirectory('pair'), synchronous: false })
  try {
    const before = await connectDatabase(pair.urlOf(pair.primary))
    await migrateDatabase(before)
    expect(await beginEpoch(before, { now: new Date() })).toEqual({ number: 0, logs: 0 })
    expect(await beginEpoch(before, { now: new Date() })).toBeNull()
    await before.close()
    const replicated = `select number from epoch`
    await expect
      .poll(() => pair.ask(pair.standby, replicated).catch(() => []))
      .toEqual([{ number: 0 }])
    await pair.killPrimary()
    await pair.promote()
    const after = await connectDatabase(pair.urlOf(pair.primary))
    expect(await beginEpoch(after, { now: new Date() })).toEqual({ number: 1, logs: 0 })
    expect(await beginEpoch(after, { now: new Date() })).toBeNull()
    await after.close()
  } finally {
    await pair.stop()
  }
})
