/** The parts of the statement that writes a batch: each table's rows as columns, and its write. */
import type { Kind } from '../shared/stored-actor.ts'
import type { Batch } from './turn-rows.ts'

/** One array parameter: a column of the rows to write. */
export type Column = {
  name: string
  type: 'text' | 'integer' | 'bigint'
  values: string[] | number[]
}

const text = (name: string, values: string[]): Column => ({ name, type: 'text', values })
const integer = (name: string, values: number[]): Column => ({ name, type: 'integer', values })

export const actorRows = ({ actors }: Batch): Column[] => [
  text(
    'kind',
    actors.map(({ actor }) => actor.kind),
  ),
  text(
    'id',
    actors.map(({ actor }) => actor.id),
  ),
  text(
    'merchant_id',
    actors.map(({ actor }) => actor.merchantId),
  ),
  text(
    'network',
    actors.map(({ actor }) => actor.network),
  ),
  text(
    'status',
    actors.map(({ actor }) => actor.status),
  ),
  text(
    'phase',
    actors.map(({ actor }) => actor.phase),
  ),
  integer(
    'read_revision',
    actors.map(({ readRevision }) => readRevision),
  ),
  integer(
    'revision',
    actors.map(({ actor }) => actor.revision),
  ),
  integer(
    'machine_version',
    actors.map(({ actor }) => actor.machineVersion),
  ),
  text(
    'snapshot',
    actors.map(({ snapshotText }) => snapshotText),
  ),
]

export const updateActors = (kind: Kind) => `
  update ${kind} e set status = a.status, phase = a.phase, revision = a.revision,
    machine_version = a.machine_version, snapshot = a.snapshot::jsonb, updated_at = now()
  from a where a.kind = '${kind}' and a.read_revision > 0
    and e.id = a.id and e.revision = a.read_revision returning e.id`

export const insertActors = (kind: Kind) => `
  insert into ${kind} (id, merchant_id, network, status, phase, revision, machine_version,
    snapshot, created_at, updated_at)
  select id, merchant_id, network, status, phase, revision, machine_version, snapshot::jsonb,
    now(), now()
  from a where kind = '${kind}' and read_revision = 0
  on conflict (id) do nothing returning id`

export const wonActors = (updated: Kind[], inserted: Kind[]) =>
  [
    ...updated.map((kind) => `select '${kind}' as kind, id from u_${kind}`),
    ...inserted.map((kind) => `select '${kind}' as kind, id from n_${kind}`),
  ].join(' union all ')

export const journalRows = ({ journal }: Batch): Column[] => [
  text(
    'kind',
    journal.map(({ kind }) => kind),
  ),
  text(
    'entity_id',
    journal.map(({ entityId }) => entityId),
  ),
  integer(
    'seq',
    journal.map(({ seq }) => seq),
  ),
  text(
    'message_id',
    journal.map(({ messageId }) => messageId),
  ),
  text(
    'merchant_id',
    journal.map(({ merchantId }) => merchantId),
  ),
  text(
    'network',
    journal.map(({ network }) => network),
  ),
  text(
    'event',
    journal.map(({ event }) => JSON.stringify(event)),
  ),
  text(
    'from_state',
    journal.map(({ fromState }) => fromState),
  ),
  text(
    'to_state',
    journal.map(({ toState }) => toState),
  ),
  text(
    'cause',
    journal.map(({ cause }) => JSON.stringify(cause)),
  ),
  text(
    'at',
    journal.map(({ at }) => at),
  ),
]

export const insertJournal = (table: string) => `
  insert into journal (kind, entity_id, seq, message_id, merchant_id, network, event, from_state,
    to_state, cause, at)
  select r.kind, entity_id, seq, message_id, merchant_id, network, event::jsonb, from_state,
    to_state, cause::jsonb, at::timestamptz
  from ${table} r join won on won.kind = r.kind and won.id = r.entity_id`

export const outboxRows = ({ outbox }: Batch): Column[] => [
  text(
    'id',
    outbox.map(({ id }) => id),
  ),
  text(
    'channel',
    outbox.map(({ channel }) => channel),
  ),
  text(
    'name',
    outbox.map(({ name }) => name),
  ),
  text(
    'kind',
    outbox.map(({ kind }) => kind),
  ),
  text(
    'entity_id',
    outbox.map(({ entityId }) => entityId),
  ),
  text(
    'merchant_id',
    outbox.map(({ merchantId }) => merchantId),
  ),
  text(
    'network',
    outbox.map(({ network }) => network),
  ),
  text(
    'lane',
    outbox.map(({ lane }) => lane),
  ),
  text(
    'payload',
    outbox.map(({ payload }) => JSON.stringify(payload)),
  ),
  text(
    'cause',
    outbox.map(({ cause }) => JSON.stringify(cause)),
  ),
  text(
    'at',
    outbox.map(({ at }) => at),
  ),
  integer(
    'delay_ms',
    outbox.map(({ channel }) => (channel === 'actor' ? sweepAfterMs : 0)),
  ),
  text(
    'source_kind',
    outbox.map(({ id }) => sourceOf(id).kind),
  ),
  text(
    'source_id',
    outbox.map(({ id }) => sourceOf(id).entityId),
  ),
]

/** How long a message may be on its way before the sweeper sends it again. */
export const sweepAfterMs = 2_000

/** An outbox id begins with the actor that asked: `kind/entity/seq/index`. */
function sourceOf(id: string): { kind: string; entityId: string } {
  const [kind = '', entityId = ''] = id.split('/', 2)
  return { kind, entityId }
}

export const insertOutbox = (table: string) => `
  insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload,
    cause, at, available_at)
  select r.id, channel, name, r.kind, entity_id, merchant_id, network, lane, payload::jsonb,
    cause::jsonb, at::timestamptz, now() + delay_ms * interval '1 millisecond'
  from ${table} r join won on won.kind = r.source_kind and won.id = r.source_id`

export const consumedRows = ({ consumed }: Batch): Column[] => [
  text(
    'kind',
    consumed.map(({ kind }) => kind),
  ),
  text(
    'entity_id',
    consumed.map(({ entityId }) => entityId),
  ),
  text(
    'message_id',
    consumed.map(({ messageId }) => messageId),
  ),
]

export const deleteConsumed = (table: string) => `
  delete from outbox o using ${table} r, won
  where o.id = r.message_id and won.kind = r.kind and won.id = r.entity_id`

export const armedRows = ({ armed }: Batch): Column[] => [
  text(
    'kind',
    armed.map(({ kind }) => kind),
  ),
  text(
    'entity_id',
    armed.map(({ entityId }) => entityId),
  ),
  text(
    'timer_id',
    armed.map(({ timerId }) => timerId),
  ),
  integer(
    'armed_seq',
    armed.map(({ armedSeq }) => armedSeq),
  ),
  text(
    'merchant_id',
    armed.map(({ merchantId }) => merchantId),
  ),
  text(
    'network',
    armed.map(({ network }) => network),
  ),
  { name: 'due_ms', type: 'bigint', values: armed.map(({ dueAt }) => dueAt) },
]

export const armTimers = (table: string) => `
  insert into timer (kind, entity_id, timer_id, armed_seq, merchant_id, network, due_at)
  select r.kind, entity_id, timer_id, armed_seq, merchant_id, network,
    to_timestamp(due_ms / 1000.0)
  from ${table} r join won on won.kind = r.kind and won.id = r.entity_id
  on conflict (kind, entity_id, timer_id) do update
    set armed_seq = excluded.armed_seq, due_at = excluded.due_at, sent_at = null`

export const cancelledRows = ({ cancelled }: Batch): Column[] => [
  text(
    'kind',
    cancelled.map(({ kind }) => kind),
  ),
  text(
    'entity_id',
    cancelled.map(({ entityId }) => entityId),
  ),
  text(
    'timer_id',
    cancelled.map(({ timerId }) => timerId),
  ),
]

export const cancelTimers = (table: string) => `
  delete from timer t using ${table} r, won
  where t.kind = r.kind and t.entity_id = r.entity_id and t.timer_id = r.timer_id
    and won.kind = r.kind and won.id = r.entity_id`
