/**
 * The statement that one would write by hand for one move of one actor: an update by
 * compare-and-set with its inserts, in one round trip and one commit. It is the fastest plain form;
 * with a `begin`, four statements and a `commit` it takes twice as long.
 */
import type { Batch } from '../../src/store/turn-rows.ts'

export type Statement = { name: string; text: string; values: (string | number)[] }

export function singleRowStatement(batch: Batch): Statement {
  const { actor, snapshotText, readRevision } = batch.actors[0]!
  const values: (string | number)[] = []
  const set = (value: string | number) => `$${values.push(value)}`
  const parts = [
    `with u as (update ${actor.kind} set status = ${set(actor.status)}, phase = ${set(actor.phase)},
      revision = ${set(actor.revision)}, machine_version = ${set(actor.machineVersion)},
      snapshot = ${set(snapshotText)}, updated_at = now()
      where id = ${set(actor.id)} and revision = ${set(readRevision)}
      returning id, merchant_id, network)`,
    ...batch.journal.map(
      (
        row,
      ) => `j as (insert into journal (kind, entity_id, revision, message_id, merchant_id, network,
        event, from_state, to_state, cause, at)
        select '${row.kind}', id, ${set(row.revision)}::int, ${set(row.messageId)}, merchant_id, network,
        ${set(JSON.stringify(row.event))}::jsonb, ${set(row.fromState)}, ${set(row.toState)},
        ${set(JSON.stringify(row.cause))}::jsonb, ${set(row.at)}::timestamptz from u)`,
    ),
    ...batch.outbox.map(
      (row, index) => `o${index} as (insert into outbox (id, channel, name, kind, entity_id,
        merchant_id, network, lane, payload, cause, at, available_at)
        select ${set(row.id)}, ${set(row.channel)}, ${set(row.name)}, '${row.kind}', id,
        merchant_id, network, ${set(row.lane)}, ${set(JSON.stringify(row.payload))}::json,
        ${set(JSON.stringify(row.cause))}::json, ${set(row.at)}::timestamptz, now() from u)`,
    ),
    ...batch.armed.map(
      (
        row,
        index,
      ) => `t${index} as (insert into timer (kind, entity_id, timer_id, armed_at_revision,
        merchant_id, network, due_at)
        select '${row.kind}', id, ${set(row.timerId)}, ${set(row.armedAtRevision)}::int, merchant_id,
        network, ${set(new Date(row.dueAt).toISOString())}::timestamptz from u)`,
    ),
    ...batch.cancelled.map(
      (row, index) => `x${index} as (delete from timer where kind = '${row.kind}'
        and entity_id = ${set(row.entityId)}
        and timer_id = ${set(row.timerId)} and exists (select from u))`,
    ),
  ]
  const shape = [batch.outbox, batch.armed, batch.cancelled].map((rows) => rows.length).join('-')
  return {
    name: `single-${actor.kind}-${shape}`,
    text: `${parts.join(',\n')} select id from u`,
    values,
  }
}
