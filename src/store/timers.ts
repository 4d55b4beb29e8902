/** Timers that are due: claimed for a while, published as messages, deleted by the turn that takes them. */
import type { Message } from '../shared/message.ts'
import type { Network } from '../shared/network.ts'
import type { ActorKind } from '../shared/stored-actor.ts'
import type { Database } from './database.ts'

type DueRow = {
  kind: ActorKind
  entity_id: string
  timer_id: string
  armed_at_revision: number
  merchant_id: string
  network: Network
  is_repeat: boolean
}

/** Claims up to `limit` timers that are due at the business time `now` and were not sent within `resendMs`. */
export async function claimDueTimers(
  database: Database,
  now: Date,
  { limit, resendMs }: { limit: number; resendMs: number },
): Promise<Message[]> {
  const { rows } = await database.pool.query<DueRow>({
    name: 'timer-claim',
    text: `with due as (
        select kind, entity_id, timer_id, sent_at is not null as is_repeat from timer
        where due_at <= $1::timestamptz
          and (sent_at is null or sent_at < now() - $3 * interval '1 millisecond')
        order by due_at limit $2 for update skip locked)
      update timer t set sent_at = now() from due
      where t.kind = due.kind and t.entity_id = due.entity_id and t.timer_id = due.timer_id
      returning t.kind, t.entity_id, t.timer_id, t.armed_at_revision, t.merchant_id, t.network, due.is_repeat`,
    values: [now.toISOString(), limit, resendMs],
  })
  return rows.map(toTimerMessage)
}

/** Reads when the next timer is due that has not been sent, in business time. */
export async function nextTimerAt(database: Database): Promise<Date | null> {
  const { rows } = await database.pool.query<{ due_at: string | null }>(
    'select min(due_at) as due_at from timer where sent_at is null',
  )
  return rows[0]?.due_at ? new Date(rows[0].due_at) : null
}

/** Whether this timer was sent since it was armed. */
export async function wasTimerSent(
  { pool }: Database,
  { kind, entityId, event, armedAtRevision }: Message,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select 1 from timer where kind = $1 and entity_id = $2 and timer_id = $3 and armed_at_revision = $4
       and sent_at is not null`,
    [kind, entityId, event.type, armedAtRevision],
  )
  return rowCount === 1
}

type Timer = Pick<Message, 'kind' | 'entityId' | 'merchantId' | 'network'> & {
  timerId: string
  armedAtRevision: number
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

/** Makes the message of a fired timer; all of it follows from the timer. */
export function timerMessage(timer: Timer, isRepeat: boolean): Message {
  const { kind, entityId, timerId, armedAtRevision, merchantId, network } = timer
  return {
    id: `${kind}/${entityId}/${timerId}/${armedAtRevision}`,
    kind,
    entityId,
    merchantId,
    network,
    event: { type: timerId },
    armedAtRevision,
    cause: { type: 'timer', timer: timerId.split('.')[2] ?? timerId },
    ...(isRepeat ? { isRepeat: true as const } : {}),
  }
}
