/** How the rows of the chain room end or wait; always with what is told in the same commit. */
import { RetryableError } from '../shared/errors.ts'
import type { Message } from '../shared/message.ts'
import { type ClaimedRow, postpone, settle, tell } from '../store/outbox.ts'
import type { ChainRelayRoom, LaneWork } from './dependencies.ts'

/** The lease on the rows has run out: they are left to whoever takes them next. */
class LeaseOver extends RetryableError {
  override name = 'LeaseOver'
}

/** Time to commit before the lease ends. */
const commitMarginMs = 2_000

/** Ends rows and tells what came of them. */
export async function end(
  { database, bus }: ChainRelayRoom,
  { leaseEndsAt }: LaneWork,
  rows: ClaimedRow[],
  messages: Message[],
): Promise<void> {
  if (performance.now() > leaseEndsAt - commitMarginMs)
    throw new LeaseOver('the rows were held for too long')
  if (!rows.length && !messages.length) return
  await settle(database, idsOf(rows), messages)
  await bus.publish(messages)
}

/** Keeps rows for later, and tells meanwhile what they wait for. */
export async function keep(
  { database, bus }: ChainRelayRoom,
  rows: ClaimedRow[],
  delayMs: number,
  why: string,
  messages: Message[] = [],
): Promise<void> {
  if (!rows.length) return
  await tell(database.pool, messages)
  await postpone(database, idsOf(rows), delayMs, why)
  await bus.publish(messages)
}

const idsOf = (rows: ClaimedRow[]): string[] => rows.map(({ id }) => id)
