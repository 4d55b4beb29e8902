import { expect } from 'vitest'
import type { Parts } from '../../test/turns/parts.ts'

/** Waits until every message has been consumed, by whichever process. */
export async function untilQuiet({ database }: Parts, timeoutMs = 15_000): Promise<void> {
  const query = `select id, attempts, last_error from outbox where channel = 'actor' limit 3`
  const look = async () => (await database.pool.query(query)).rows
  await expect.poll(look, { timeout: timeoutMs, interval: 50 }).toEqual([])
}
