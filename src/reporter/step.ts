/**
 * A step of a poll: it has read and decided, and now writes, in one commit under the cursor's revision. If two watchers
 * both believe to lead, one fails here and writes nothing.
 */
import type { PoolClient } from 'pg'
import type { Cursor } from '../chain/rows/cursor.ts'
import type { Reporting } from './reporting.ts'
import type { Message } from '../shared/message.ts'
import { runInOneCommit } from '../store/commit.ts'
import { enqueueAndPublish, enqueueMessages } from '../store/engine/outbox.ts'
import { holdCursor, moveCursor } from '../chain/rows/cursor.ts'
import type { Header } from '../chain/rows/blocks.ts'

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
  { database, bus, chain }: Pick<Reporting, 'database' | 'bus' | 'chain'>,
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

/** Enqueues messages in a commit of their own, and publishes them: their ids say that they count once. */
export const tellActors = (
  { database, bus }: Pick<Reporting, 'database' | 'bus'>,
  messages: Message[],
): Promise<void> => enqueueAndPublish({ database, bus }, messages)

/** Enqueues messages where there is no bus: the actor relay of the service sends them. */
export const leaveToRelay = (
  { pool }: Pick<Reporting['database'], 'pool'>,
  messages: Message[],
): Promise<void> => enqueueMessages(pool, messages, 0)
