/**
 * Whether anything waits for those who take rows from the database, asked in one statement for all of them: with nothing
 * to do, finding that out is all that a service costs. What waits for later may count as well, so that "no" is certain.
 */
import type { Database } from '../database.ts'
import { isSendingTo, waitingDestinations } from '../engine/webhook-queue.ts'
import { elapsedMs } from '../../shared/time.ts'

export type Work = 'actor' | 'event' | 'chain' | 'webhook' | 'receiver'

type DueWork = Record<Work, boolean> & {
  /** The first timer's, in business time, whether it was sent or not; null where there is none. */
  timerAt: string | null
}

/**
 * An answer is shared by those who ask within this time: the beats of one moment. While each relay asked by itself an idle
 * service sent 63 statements a second, this way 18. `LISTEN` would take a connection for each process, and what it loses
 * would have to be asked for all the same.
 */
const sharedMs = 50

type Shared = { at: number; answer: Promise<DueWork> }
const answers = new WeakMap<Database['pool'], Shared>()

export const isWorkDue = async (database: Database, work: Work): Promise<boolean> =>
  (await findDueWork(database))[work]

/** Reads when the first timer is due, in business time. */
export async function firstTimerAt(database: Database): Promise<Date | null> {
  const { timerAt } = await findDueWork(database)
  return timerAt === null ? null : new Date(timerAt)
}

function findDueWork({ pool }: Pick<Database, 'pool'>): Promise<DueWork> {
  const last = answers.get(pool)
  if (last && elapsedMs() - last.at < sharedMs) return last.answer
  const asked = { at: elapsedMs(), answer: readDueWork(pool) }
  answers.set(pool, asked)
  return asked.answer
}

/** Rows of a destination that is down are parked, and may be many for long: so of each only whether one is due is asked. */
const areWebhooksDue = `(exists (select from outbox
      where channel = 'webhook' and name <> 'sendWebhook' and available_at <= now())
    or exists (
      with recursive waiting as (${waitingDestinations})
      select from waiting where exists (select from outbox where ${isSendingTo('waiting')}
        and available_at <= now())))`

async function readDueWork(pool: Database['pool']): Promise<DueWork> {
  const { rows } = await pool.query<DueWork>({
    name: 'due-work',
    text: `select
      exists (select from outbox where channel = 'actor' and available_at <= now()) as actor,
      exists (select from outbox where channel = 'event') as event,
      exists (select from outbox where channel = 'chain') as chain,
      ${areWebhooksDue} as webhook,
      exists (select from pending_receiver) as receiver,
      (select min(due_at) from timer) as "timerAt"`,
  })
  return rows[0]!
}
