/** Timers that are due: claimed for a while, published as messages, deleted by the turn that takes them. */
import type { Message } from '../../shared/message.ts'
import type { Network } from '../../shared/network.ts'
import type { Owner } from '../../shared/owner.ts'
import type { ActorKind } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import { type AwaitedReading, isUnreadExpiry } from '../waiting/unread-expiries.ts'
import { timerMessage, nameOf } from '../../core/turn/message-check.ts'

/** So often it is asked which timer is next; of one that is due sooner the relay has to be told. */
export const timersKnownMs = 500

type DueRow = {
  kind: ActorKind
  entity_id: string
  timer_id: string
  armed_at_revision: number
  merchant_id: string
  network: Network
  is_repeat: boolean
}

/**
 * Claims up to `limit` timers that are due at the business time `now` and were not sent within `resendMs`: the earliest
 * first, and of those of one moment in the order of their names, so that whoever reads two reads the same each time.
 */
export async function claimDueTimers(
  database: Database,
  now: Date,
  { limit, resendMs, reading }: { limit: number; resendMs: number; reading: AwaitedReading },
): Promise<Message[]> {
  const { rows } = await database.pool.query<DueRow>({
    name: 'timer-claim',
    text: `with due as (
        select kind, entity_id, timer_id, sent_at is not null as is_repeat from timer t
        where due_at <= $1::timestamptz
          and (sent_at is null or sent_at < now() - $3 * interval '1 millisecond')
          and not ${isUnreadExpiry({ now: '$1', chains: '$4', isWaitNew: '$5' })}
        order by due_at limit $2 for update skip locked
      ), sent as (
        update timer t set sent_at = now() from due
        where t.kind = due.kind and t.entity_id = due.entity_id and t.timer_id = due.timer_id
        returning t.kind, t.entity_id, t.timer_id, t.armed_at_revision, t.merchant_id, t.network, t.due_at,
          due.is_repeat)
      select kind, entity_id, timer_id, armed_at_revision, merchant_id, network, is_repeat from sent
      order by due_at, timer_id collate "C"`,
    values: [now.toISOString(), limit, resendMs, reading.chains, reading.isWaitNew],
  })
  return rows.map(toTimerMessage)
}

/** Workers with so many messages between actors before them are behind. */
const messagesMax = 500

/**
 * Whether workers have yet to take the timer that was sent last, or many messages between actors. Timers that no turn
 * could take the first time do not count: they may wait for minutes.
 */
export async function areWorkersBehind(
  { pool }: Database,
  { kind, entityId, event, armedAtRevision }: Message,
): Promise<boolean> {
  const { rows } = await pool.query<{ areBehind: boolean }>({
    name: 'workers-behind',
    text: `select exists (${sentTimer})
        or (select count(*) from (
          select from outbox where channel = 'actor' and attempts = 0 limit $5) as waiting) = $5 as "areBehind"`,
    values: [kind, entityId, event.type, armedAtRevision, messagesMax],
  })
  return rows[0]!.areBehind
}

/** Reads when the next timer is due that has not been sent, in business time. */
export async function nextTimerAt(database: Database): Promise<Date | null> {
  const { rows } = await database.pool.query<{ due_at: string | null }>(
    'select min(due_at) as due_at from timer where sent_at is null',
  )
  return rows[0]?.due_at ? new Date(rows[0].due_at) : null
}

/**
 * Reads up to when timers may fire together: from the first that is due, and not sent, those within
 * `togetherMs`, in business time. It ends before the second timer of one actor, which may follow from the
 * first; null where no timer is due by `until`.
 */
export async function nextTimersTogetherAt(
  { pool }: Pick<Database, 'pool'>,
  until: Date,
  togetherMs: number,
): Promise<Date | null> {
  const { rows } = await pool.query<{ due_at: string | null }>({
    name: 'next-timers-together',
    text: `with first as (
        select min(due_at) as due_at from timer where sent_at is null
      ), near as (
        select t.due_at, row_number() over (partition by kind, entity_id order by t.due_at) as nr
        from timer t cross join first
        where sent_at is null and t.due_at <= $1::timestamptz
          and t.due_at <= first.due_at + $2 * interval '1 millisecond'
      )
      select greatest(min(due_at), max(due_at) filter (
        where due_at < coalesce((select min(due_at) from near where nr > 1), 'infinity')
      )) as due_at from near`,
    values: [until.toISOString(), togetherMs],
  })
  return rows[0]?.due_at ? new Date(rows[0].due_at) : null
}

/** Selects the timer of a message, if it was sent since it was armed and no turn has taken it. */
const sentTimer = `select from timer where kind = $1 and entity_id = $2 and timer_id = $3
  and armed_at_revision = $4 and sent_at is not null`

/** Whether this timer was sent since it was armed. */
export async function wasTimerSent(
  { pool }: Database,
  { kind, entityId, event, armedAtRevision }: Message,
): Promise<boolean> {
  const { rowCount } = await pool.query(sentTimer, [kind, entityId, event.type, armedAtRevision])
  return rowCount === 1
}

const toTimerMessage = (row: DueRow): Message =>
  timerMessage(
    {
      kind: row.kind,
      entityId: row.entity_id,
      timerId: row.timer_id,
      armedAtRevision: row.armed_at_revision,
      merchantId: row.merchant_id,
      network: row.network,
    },
    row.is_repeat,
  )
/** A timer as its owner may see it: whose it is, and its name in the machine. */
export type OwnTimer = { kind: ActorKind; id: string; timer: string; dueAt: string }

/** Lists the owner's timers that are due by a moment in business time and have not been sent, the earliest first. */
export async function listTimersDue(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
  { until, limit }: { until: Date; limit: number },
): Promise<OwnTimer[]> {
  const { rows } = await pool.query<DueRow & { due_at: string }>({
    name: 'timers-of-owner-due',
    text: `select kind, entity_id, timer_id, due_at from timer
      where due_at <= $3::timestamptz and sent_at is null and merchant_id = $1 and network = $2
      order by due_at, entity_id limit $4`,
    values: [merchantId, network, until.toISOString(), limit],
  })
  return rows.map(({ kind, entity_id: id, timer_id, due_at }) => ({
    kind,
    id,
    timer: nameOf(timer_id),
    dueAt: new Date(due_at).toISOString(),
  }))
}

/** Reads when the next charge of the owner comes due, in business time; null where none will. */
export async function nextChargeDueAt(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
): Promise<Date | null> {
  const { rows } = await pool.query<{ due_at: string | null }>(
    `select min(due_at) as due_at from timer
     where kind = 'subscription' and split_part(timer_id, '.', 3) in ('untilStart', 'untilDue')
       and sent_at is null and merchant_id = $1 and network = $2`,
    [merchantId, network],
  )
  return rows[0]?.due_at ? new Date(rows[0].due_at) : null
}
