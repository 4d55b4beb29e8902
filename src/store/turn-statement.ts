/**
 * The one statement that writes a batch of turns: snapshots by compare-and-set on the
 * revision, and with those that won, their journal, outbox and timers. One round
 * trip, one commit. Its text depends only on which parts a batch has, so that Postgres
 * plans each shape once.
 */
import type { Kind } from '../shared/stored-actor.ts'
import { bigintArray, integerArray, textArray } from './binary-array.ts'
import type { Batch } from './turn-rows.ts'

export type Statement = { name: string; text: string; values: Buffer[] }

export function turnStatement(batch: Batch): Statement {
  const updated = kindsOf(batch, (readRevision) => readRevision > 0)
  const inserted = kindsOf(batch, (readRevision) => readRevision === 0)
  const parts = new Parts()
  parts.add('a', actorRows(batch))
  for (const kind of updated) parts.cte(`u_${kind}`, updateActors(kind))
  for (const kind of inserted) parts.cte(`n_${kind}`, insertActors(kind))
  parts.cte('won', wonActors(updated, inserted))
  parts.add('j', journalRows(batch), insertJournal)
  if (batch.outbox.length) parts.add('o', outboxRows(batch), insertOutbox)
  if (batch.consumed.length) parts.add('c', consumedRows(batch), deleteConsumed)
  if (batch.armed.length) parts.add('t', armedRows(batch), armTimers)
  if (batch.cancelled.length) parts.add('x', cancelledRows(batch), cancelTimers)
  return {
    name: `turns-${updated.join('+')}-${inserted.join('+')}-${parts.names}`,
    text: `with ${parts.text} select kind, id from won`,
    values: parts.values,
  }
}

type Column = { name: string; type: 'text' | 'integer' | 'bigint'; values: string[] | number[] }

/** Collects common table expressions and the array parameters that they unnest. */
class Parts {
  values: Buffer[] = []
  #ctes: string[] = []
  #names: string[] = []

  get text(): string {
    return this.#ctes.join(',\n')
  }

  get names(): string {
    return this.#names.join('')
  }

  cte(name: string, sql: string): void {
    this.#ctes.push(`${name} as (${sql})`)
  }

  /** Unnests columns as the table `name`, and writes from it. */
  add(name: string, columns: Column[], write?: (table: string) => string): void {
    const parameters = columns.map(({ type, values }) => {
      this.values.push(encode(type, values))
      return `$${this.values.length}::${type}[]`
    })
    const names = columns.map((column) => column.name).join(', ')
    this.cte(name, `select * from unnest(${parameters.join(', ')}) as t(${names})`)
    if (write) this.cte(`w_${name}`, write(name))
    this.#names.push(name)
  }
}

function encode(type: Column['type'], values: string[] | number[]): Buffer {
  if (type === 'text') return textArray(values as string[])
  return type === 'integer' ? integerArray(values as number[]) : bigintArray(values as number[])
}

const text = (name: string, values: string[]): Column => ({ name, type: 'text', values })
const integer = (name: string, values: number[]): Column => ({ name, type: 'integer', values })

function kindsOf(batch: Batch, isWanted: (readRevision: number) => boolean): Kind[] {
  const kinds = batch.actors.filter(({ readRevision }) => isWanted(readRevision))
  return [...new Set(kinds.map(({ actor }) => actor.kind))].sort()
}

const actorRows = ({ actors }: Batch): Column[] => [
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

const updateActors = (kind: Kind) => `
  update ${kind} e set status = a.status, phase = a.phase, revision = a.revision,
    machine_version = a.machine_version, snapshot = a.snapshot::jsonb, updated_at = now()
  from a where a.kind = '${kind}' and a.read_revision > 0
    and e.id = a.id and e.revision = a.read_revision returning e.id`

const insertActors = (kind: Kind) => `
  insert into ${kind} (id, merchant_id, network, status, phase, revision, machine_version,
    snapshot, created_at, updated_at)
  select id, merchant_id, network, status, phase, revision, machine_version, snapshot::jsonb,
    now(), now()
  from a where kind = '${kind}' and read_revision = 0
  on conflict (id) do nothing returning id`

const wonActors = (updated: Kind[], inserted: Kind[]) =>
  [
    ...updated.map((kind) => `select '${kind}' as kind, id from u_${kind}`),
    ...inserted.map((kind) => `select '${kind}' as kind, id from n_${kind}`),
  ].join(' union all ')

const journalRows = ({ journal }: Batch): Column[] => [
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

const insertJournal = (table: string) => `
  insert into journal (kind, entity_id, seq, message_id, merchant_id, network, event, from_state,
    to_state, cause, at)
  select r.kind, entity_id, seq, message_id, merchant_id, network, event::jsonb, from_state,
    to_state, cause::jsonb, at::timestamptz
  from ${table} r join won on won.kind = r.kind and won.id = r.entity_id`

const outboxRows = ({ outbox }: Batch): Column[] => [
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

const insertOutbox = (table: string) => `
  insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload,
    cause, at, available_at)
  select r.id, channel, name, r.kind, entity_id, merchant_id, network, lane, payload::jsonb,
    cause::jsonb, at::timestamptz, now() + delay_ms * interval '1 millisecond'
  from ${table} r join won on won.kind = r.source_kind and won.id = r.source_id`

const consumedRows = ({ consumed }: Batch): Column[] => [
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

const deleteConsumed = (table: string) => `
  delete from outbox o using ${table} r, won
  where o.id = r.message_id and won.kind = r.kind and won.id = r.entity_id`

const armedRows = ({ armed }: Batch): Column[] => [
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

const armTimers = (table: string) => `
  insert into timer (kind, entity_id, timer_id, armed_seq, merchant_id, network, due_at)
  select r.kind, entity_id, timer_id, armed_seq, merchant_id, network,
    to_timestamp(due_ms / 1000.0)
  from ${table} r join won on won.kind = r.kind and won.id = r.entity_id
  on conflict (kind, entity_id, timer_id) do update
    set armed_seq = excluded.armed_seq, due_at = excluded.due_at, sent_at = null`

const cancelledRows = ({ cancelled }: Batch): Column[] => [
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

const cancelTimers = (table: string) => `
  delete from timer t using ${table} r, won
  where t.kind = r.kind and t.entity_id = r.entity_id and t.timer_id = r.timer_id
    and won.kind = r.kind and won.id = r.entity_id`
