/**
 * The parts of the statement that writes a batch: each table's rows as columns, and its write. Rows
 * name their actor by its place `n` among the batch's actors, so that owner and kind come from the
 * actor alone, and the joins are on integers.
 */
import type { ActorKind } from '../../shared/stored-actor.ts'
import type { Batch } from '../../core/turn/turn-rows.ts'
import { insertIntoAudit } from '../people/audit.ts'
import { isMessage } from './origins.ts'

/** One array parameter: a column of the rows to write. */
export type Column = {
  name: string
  type: 'text' | 'integer' | 'bigint'
  values: string[] | number[]
}

/** The place of an actor in the batch, from 1, by its kind and id. */
export type PlaceOf = (kind: ActorKind, id: string) => number

const text = <Row>(name: string, rows: Row[], read: (row: Row) => string): Column => ({
  name,
  type: 'text',
  values: rows.map(read),
})
const integer = <Row>(name: string, rows: Row[], read: (row: Row) => number): Column => ({
  name,
  type: 'integer',
  values: rows.map(read),
})

export const actorRows = ({ actors }: Batch): Column[] => [
  { name: 'n', type: 'integer', values: actors.map((_, index) => index + 1) },
  text('kind', actors, ({ actor }) => actor.kind),
  text('id', actors, ({ actor }) => actor.id),
  text('merchant_id', actors, ({ actor }) => actor.merchantId),
  text('network', actors, ({ actor }) => actor.network),
  text('status', actors, ({ actor }) => actor.status),
  text('phase', actors, ({ actor }) => actor.phase),
  integer('read_revision', actors, ({ readRevision }) => readRevision),
  integer('revision', actors, ({ actor }) => actor.revision),
  integer('machine_version', actors, ({ actor }) => actor.machineVersion),
  text('snapshot', actors, ({ snapshotText }) => snapshotText),
]

/**
 * Selects the actors with a message of which the outbox holds no row with the same event: nothing of
 * them is written, and their messages are checked again.
 */
export const unfoundedActors = `
  select a.n from c join j using (n, message_id) join a using (n)
  where (c.message_id, a.kind, a.id, a.merchant_id, a.network, j.event) not in (
    select id, kind, entity_id, merchant_id, network, payload::text from outbox
    where id = any(array(select message_id from c)) and ${isMessage('outbox')})`

/**
 * Selects the actors with a command whose key is not reserved for it: nothing of them is written. A crash of Postgres
 * can take a reservation back that was not on the disk yet, while its command is on its way. Decision 0097.
 */
export const unreservedActors = `
  select a.n from k join a using (n)
  where not exists (select 1 from idempotency i where i.merchant_id = a.merchant_id
    and i.network = a.network and i.key = k.key and i.seed_id = k.seed_id)`

const unlessUnfounded = (isGuarded: boolean) =>
  isGuarded ? 'and a.n not in (select n from unfounded)' : ''

export const updateActors = (kind: ActorKind, isGuarded: boolean) => `
  update ${kind} e set status = a.status, phase = a.phase, revision = a.revision,
    machine_version = a.machine_version, snapshot = a.snapshot::jsonb, updated_at = now()
  from a where a.kind = '${kind}' and a.read_revision > 0
    and e.id = a.id and e.revision = a.read_revision ${unlessUnfounded(isGuarded)}
  returning a.n, a.kind, a.id, a.merchant_id, a.network`

export const insertActors = (kind: ActorKind, isGuarded: boolean) => `
  insert into ${kind} (id, merchant_id, network, status, phase, revision, machine_version,
    snapshot, created_at, updated_at)
  select id, merchant_id, network, status, phase, revision, machine_version, snapshot::jsonb,
    now(), now()
  from a where kind = '${kind}' and read_revision = 0 ${unlessUnfounded(isGuarded)}
  on conflict (id) do nothing returning id`

/** `is true` has the ids hashed: as a join, of which the planner expects one row, each would be compared with each. */
export const wonActors = (updated: ActorKind[], inserted: ActorKind[]) =>
  [
    ...updated.map((kind) => `select * from u_${kind}`),
    ...inserted.map(
      (kind) => `select n, kind, id, merchant_id, network
        from a where kind = '${kind}' and (id in (select id from n_${kind})) is true`,
    ),
  ].join(' union all ')

/** The rows of the journal; `head`, where there are repeats, is the revision of the row that a turn becomes a part of. */
export const journalRows = (
  { journal }: Batch,
  placeOf: PlaceOf,
  hasRepeats: boolean,
): Column[] => [
  integer('n', journal, ({ kind, entityId }) => placeOf(kind, entityId)),
  integer('revision', journal, ({ revision }) => revision),
  text('message_id', journal, ({ messageId }) => messageId),
  text('event', journal, ({ event }) => JSON.stringify(event)),
  text('from_state', journal, ({ fromState }) => fromState),
  text('to_state', journal, ({ toState }) => toState),
  text('cause', journal, ({ cause }) => JSON.stringify(cause)),
  text('at', journal, ({ at }) => at),
  ...(hasRepeats ? [{ name: 'head', type: 'integer', values: headsOf(journal) } as const] : []),
]

/** A row of its own; a part of the row that stands last in the journal already. */
const itself = 0
const lastStored = -1

function headsOf(journal: Batch['journal']): number[] {
  const heads = new Map<string, number>()
  return journal.map(({ kind, entityId, revision, isRepeat }) => {
    const key = `${kind}/${entityId}`
    if (isRepeat) return heads.get(key) ?? lastStored
    heads.set(key, revision)
    return itself
  })
}

/** Selects the repeats by the row that each is a part of, as `journal.repeats` holds them. */
export const repeatedTurns = `
  select r.n, r.head, jsonb_agg(jsonb_build_object('revision', r.revision, 'messageId', r.message_id,
    'event', r.event::jsonb, 'fromState', r.from_state, 'toState', r.to_state, 'cause', r.cause::jsonb,
    'at', r.at) order by r.revision) as repeats
  from j r join won using (n) where r.head <> ${itself} group by r.n, r.head`

export const addRepeats = `
  update journal t set repeats = coalesce(t.repeats, '[]') || f.repeats from f join won using (n)
  where f.head = ${lastStored} and t.kind = won.kind and t.entity_id = won.id and t.revision = (
    select max(l.revision) from journal l where l.kind = won.kind and l.entity_id = won.id)`

export const insertJournal = (hasRepeats: boolean) => `
  insert into journal (kind, entity_id, revision, message_id, merchant_id, network, event, from_state,
    to_state, cause, at ${hasRepeats ? ', repeats' : ''})
  select won.kind, won.id, r.revision, message_id, won.merchant_id, won.network, event::jsonb, from_state,
    to_state, cause::jsonb, at::timestamptz ${hasRepeats ? ', f.repeats' : ''}
  from j r join won using (n) ${hasRepeats ? withRepeats : ''}`

const withRepeats = `left join f on f.n = r.n and f.head = r.revision where r.head = ${itself}`

export const outboxRows = ({ outbox }: Batch, placeOf: PlaceOf): Column[] => [
  integer('n', outbox, ({ source }) => placeOf(source.kind, source.id)),
  text('row_id', outbox, ({ id }) => id),
  text('channel', outbox, ({ channel }) => channel),
  text('name', outbox, ({ name }) => name),
  text('row_kind', outbox, ({ kind }) => kind),
  text('entity_id', outbox, ({ entityId }) => entityId),
  text('lane', outbox, ({ lane }) => lane),
  text('payload', outbox, ({ payload }) => JSON.stringify(payload)),
  text('cause', outbox, ({ cause }) => JSON.stringify(cause)),
  text('at', outbox, ({ at }) => at),
  integer('delay_ms', outbox, ({ channel }) => (channel === 'actor' ? sweepAfterMs : 0)),
]

/** The time that a message may be on its way before the actor relay sends it again. */
export const sweepAfterMs = 2_000

export const insertOutbox = (table: string) => `
  insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload,
    cause, at, available_at)
  select row_id, channel, name, row_kind, entity_id, won.merchant_id, won.network, lane,
    payload::json, cause::json, at::timestamptz, now() + delay_ms * interval '1 millisecond'
  from ${table} r join won using (n)`

export const auditedRows = ({ audited }: Batch, placeOf: PlaceOf): Column[] => [
  integer('n', audited, ({ kind, entityId }) => placeOf(kind, entityId)),
  text('deed', audited, ({ deed }) => JSON.stringify(deed)),
  text('before', audited, ({ before }) => JSON.stringify(before)),
  text('after', audited, ({ after }) => JSON.stringify(after)),
]

/** The actor says whose people read it; what is null in JSON is null. */
export const insertAudited = (table: string) => `
  ${insertIntoAudit}
  select d.id, won.merchant_id, d.network, d."accountId", d.email, d.role, d.address, d.call, d.subject, d.asked,
    nullif(r.before, 'null')::jsonb, nullif(r.after, 'null')::jsonb, d.at
  from ${table} r join won using (n), jsonb_to_record(r.deed::jsonb) as d(id text, network text,
    "accountId" text, email text, role text, address text, call text, subject text, asked jsonb, at timestamptz)
  on conflict (id) do nothing`

export const consumedRows = ({ consumed }: Batch, placeOf: PlaceOf): Column[] => [
  integer('n', consumed, ({ kind, entityId }) => placeOf(kind, entityId)),
  text('message_id', consumed, ({ messageId }) => messageId),
]

export const reservedRows = ({ reserved }: Batch, placeOf: PlaceOf): Column[] => [
  integer('n', reserved, ({ kind, entityId }) => placeOf(kind, entityId)),
  text('key', reserved, ({ key }) => key),
  text('seed_id', reserved, ({ seedId }) => seedId),
]

export const deleteConsumed = (table: string) => `
  delete from outbox where id = any(array(select message_id from ${table} join won using (n)))`

export const armedRows = ({ armed }: Batch, placeOf: PlaceOf): Column[] => [
  integer('n', armed, ({ kind, entityId }) => placeOf(kind, entityId)),
  text('timer_id', armed, ({ timerId }) => timerId),
  integer('armed_at_revision', armed, ({ armedAtRevision }) => armedAtRevision),
  { name: 'due_ms', type: 'bigint', values: armed.map(({ dueAt }) => dueAt) },
]

export const armTimers = (table: string) => `
  insert into timer (kind, entity_id, timer_id, armed_at_revision, merchant_id, network, due_at)
  select won.kind, won.id, timer_id, armed_at_revision, won.merchant_id, won.network,
    to_timestamp(due_ms / 1000.0)
  from ${table} r join won using (n)
  on conflict (kind, entity_id, timer_id) do update
    set armed_at_revision = excluded.armed_at_revision, due_at = excluded.due_at, sent_at = null`

export const cancelledRows = ({ cancelled }: Batch, placeOf: PlaceOf): Column[] => [
  integer('n', cancelled, ({ kind, entityId }) => placeOf(kind, entityId)),
  text('timer_id', cancelled, ({ timerId }) => timerId),
]

export const cancelTimers = (table: string) => `
  delete from timer t using ${table} r join won using (n)
  where t.kind = won.kind and t.entity_id = won.id and t.timer_id = r.timer_id`
