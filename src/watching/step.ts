/**
 * A step of a poll: it has read and decided, and now writes, in one commit under the cursor's revision. If two watchers
 * both believe to lead, one fails here and writes nothing.
 */
import type { PoolClient } from 'pg'
import type { Header } from '../chain/blocks.ts'
import type { Cursor } from '../chain/cursor.ts'
import type { ChainDependencies } from '../chain/dependencies.ts'
import type { Message } from '../shared/message.ts'
import { runInOneCommit } from '../store/commit.ts'
import { enqueueMessages } from '../store/outbox.ts'
import { holdCursor, moveCursor } from './cursor-store.ts'

type Step = {
  /** The block that the cursor moves to; left out, it stays at its block, with a new revision. */
  moveTo?: Pick<Header, 'number' | 'hash' | 'timestamp'>
  messages?: Message[]
  write: (client: PoolClient) => Promise<unknown>
}

/**
 * Writes a step and enqueues its messages, then publishes them; returns where the cursor is then.
 *
 * @throws `LostLead` when another watcher has moved the cursor since it was read
 */
export async function commitStep(
  { database, bus, chain }: Pick<ChainDependencies, 'database' | 'bus' | 'chain'>,
  cursor: Cursor,
  { moveTo, messages = [], write }: Step,
): Promise<Cursor> {
  const moved = await runInOneCommit(database.pool, async (client) => {
    const next = moveTo
      ? await moveCursor(client, chain.name, cursor, moveTo)
      : await holdCursor(client, chain.name, cursor)
    await write(client)
    await enqueueMessages(client, messages)
    return next
  })
  await bus.publish(messages)
  return moved
}
