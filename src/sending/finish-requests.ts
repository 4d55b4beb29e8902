/** Finishes or postpones the requests of the chain relay, in one commit with the messages that report it. */
import { RetryableError } from '../shared/errors.ts'
import type { Message } from '../shared/message.ts'
import { type ClaimedRow, finishRows, postponeRows } from '../store/engine/outbox.ts'
import type { RowWait } from '../core/reasons/wait-reasons.ts'
import type { SendingDependencies, LaneWork } from './dependencies.ts'
import { elapsedMs, wait } from '../shared/time.ts'

/** The lease on the rows has run out: another process may have claimed them. */
class LeaseOver extends RetryableError {
  override name = 'LeaseOver'
}

/** Time that a commit must have before the lease ends. */
const commitMarginMs = 2_000

/**
 * Finishes rows, and publishes the messages that report their results.
 *
 * @throws `LeaseOver` where the lease is about to end
 */
export async function finishRequests(
  { database, bus }: SendingDependencies,
  { leaseEndsAt }: LaneWork,
  rows: ClaimedRow[],
  messages: Message[],
): Promise<void> {
  if (elapsedMs() > leaseEndsAt - commitMarginMs)
    throw new LeaseOver('the lease on the requests has run out')
  if (!rows.length && !messages.length) return
  await finishRows(database, idsOf(rows), messages)
  await bus.publish(messages)
}

/** Postpones rows, and publishes the messages that report what they wait for. */
export async function postponeRequests(
  { database, bus }: SendingDependencies,
  rows: ClaimedRow[],
  delayMs: number,
  why: RowWait,
  messages: Message[] = [],
): Promise<void> {
  if (!rows.length) return
  await postponeRows(database, idsOf(rows), delayMs, why, messages)
  await bus.publish(messages)
}

const insistEveryMs = 500

/** Writes as soon as the database is there again: nobody else takes the rows until their lease ends, and that is too long to wait. */
export async function insist(
  work: LaneWork,
  stopping: AbortSignal,
  write: () => Promise<void>,
): Promise<void> {
  for (;;)
    try {
      return await write()
    } catch (error) {
      if (stopping.aborted || elapsedMs() + insistEveryMs > work.leaseEndsAt) throw error
      await wait(insistEveryMs, stopping)
    }
}

const idsOf = (rows: ClaimedRow[]): string[] => rows.map(({ id }) => id)
