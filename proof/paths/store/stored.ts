/** Reads what is stored of one actor, all at one moment: its row, its timers, its last turn, and what that turn asked for. */
import type { Cause, Message, MessageEvent } from '../../../src/shared/message.ts'
import type { StoredActor } from '../../../src/shared/stored-actor.ts'
import type { Database } from '../../../src/store/database.ts'

/** Moments are Unix milliseconds. */
export type Stored = {
  actor: StoredActor
  timers: { timerId: string; armedAtRevision: number; dueAt: number }[]
  /** The newest turn of the journal. */
  journal: {
    revision: number
    messageId: string
    event: MessageEvent
    fromState: string
    toState: string
    cause: Cause
    at: number
  }
  /** Lists the requests of the actor's newest turn, in their order. */
  outbox: { id: string; channel: string; name: string; payload: object; at: number }[]
  /** Whether the outbox still holds the message that the turn took. */
  isMessageLeft: boolean
}

const momentOf = (column: string) => `round(extract(epoch from ${column}) * 1000)`

export async function readStored({ pool }: Database, { kind, entityId, id }: Message) {
  const { rows } = await pool.query<{ stored: Stored }>(
    `select json_build_object(
      'actor', json_build_object('kind', $1::text, 'id', a.id, 'merchantId', a.merchant_id, 'network', a.network,
        'status', a.status, 'phase', a.phase, 'revision', a.revision, 'machineVersion', a.machine_version,
        'snapshot', a.snapshot),
      'timers', (select coalesce(json_agg(json_build_object('timerId', timer_id,
          'armedAtRevision', armed_at_revision, 'dueAt', ${momentOf('due_at')})
          order by timer_id collate "C"), '[]')
        from timer where kind = $1 and entity_id = $2),
      'journal', (select json_build_object('revision', revision, 'messageId', message_id, 'event', event,
          'fromState', from_state, 'toState', to_state, 'cause', cause, 'at', ${momentOf('at')})
        from journal_turn where kind = $1 and entity_id = $2 order by revision desc limit 1),
      'outbox', (select coalesce(json_agg(json_build_object('id', id, 'merchantId', merchant_id,
          'network', network, 'cause', cause, 'at', ${momentOf('at')}, 'channel', channel, 'kind', kind,
          'entityId', entity_id, 'lane', lane, 'name', name, 'payload', payload)
          order by split_part(id, '/', 4)::int), '[]')
        from outbox where id like $1 || '/' || $2 || '/' || a.revision || '/%'),
      'isMessageLeft', exists (select 1 from outbox where id = $3)) as stored
    from ${kind} a where a.id = $2`,
    [kind, entityId, id],
  )
  return rows[0]?.stored
}
