/**
 * The outbox: entries for what has still to happen elsewhere. Rows are claimed by lease, never by an
 * id cursor (an `id > last` relay missed 24 % of the rows under eight writers). A row of the channel
 * `actor` is deleted by the turn that consumes it, the others by `finishRows`; so an empty outbox
 * means that everything asked for has happened.
 */
import type { Pool, PoolClient } from 'pg'
import type { Cause, Message } from '../../shared/message.ts'
import type { Network } from '../../shared/network.ts'
import type { ActorKind } from '../../shared/stored-actor.ts'
import { gather } from '../gathered/gather.ts'
import { isAmongRepeats, isMessage } from './origins.ts'
import { runInOneCommit } from '../commit.ts'
import type { Database } from '../database.ts'
import { sweepAfterMs } from './turn-writes.ts'
import type { RowWait, Sighting, Sightings, WaitReason } from '../../core/reasons/wait-reasons.ts'
import type { Channel } from '../../core/turn/consequences.ts'

export type ClaimedRow = {
  id: string
  channel: Channel
  name: string
  kind: ActorKind
  entityId: string
  merchantId: string
  network: Network
  lane: string
  payload: Record<string, unknown>
  cause: Cause
  at: Date
  attempts: number
  refusals: number
  sightings: Sightings
  /** The reason for which it was postponed last, where that has a name, and in words. */
  waitsFor: WaitReason | null
  lastError: string | null
}

export const claimedColumns = `id, channel, name, kind, entity_id as "entityId",
  merchant_id as "merchantId", network, lane, payload, cause, at, attempts, refusals, sightings,
  waits_for as "waitsFor", last_error as "lastError"`

/** Begins a statement, also of another room beside its own tables, that enqueues the rows which follow. */
export const insertIntoOutbox = `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane,
  payload, cause, at, available_at)`

/** A lease grows to so many times the first: whoever is behind is not helped by hearing everything again. */
export const leaseFactorMax = 4

/**
 * Claims up to `limit` rows for `leaseMs`, those that were claimed before for longer; after that any
 * process may claim them again.
 */
export async function claimRows(
  database: Database,
  channel: Channel,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ClaimedRow[]> {
  const { rows } = await database.pool.query<Omit<ClaimedRow, 'at'> & { at: string }>({
    // The channel stands in the text: with a parameter, Postgres could not know that its index serves.
    name: `outbox-claim-${channel}`,
    text: `with due as materialized (
        select id as due_id,
          now() + $2 * least(power(2, attempts), ${leaseFactorMax}) * interval '1 millisecond' as leased_until
        from outbox where channel = '${channel}' and available_at <= now()
        order by available_at limit $1 for update skip locked)
      update outbox set attempts = attempts + 1, available_at = leased_until from due
        where id = due_id and id = any(array(select due_id from due))
      returning ${claimedColumns}`,
    values: [limit, leaseMs],
  })
  return toClaimed(rows)
}

/** Moments come as text from the pool of the ORM; those asked for first come first. */
export const toClaimed = <Row extends Omit<ClaimedRow, 'at'> & { at: string }>(rows: Row[]) =>
  rows
    .map((row) => ({ ...row, at: new Date(row.at) }))
    .sort((one, other) => one.at.getTime() - other.at.getTime())

/**
 * Extends the leases of claimed rows, so that no other process claims them while work on them is under
 * way; those that somebody has asked for anew since are left as they are.
 */
export async function extendLeases(
  { pool }: Database,
  rowIds: string[],
  leaseMs: number,
): Promise<void> {
  if (!rowIds.length) return
  await pool.query({
    name: 'outbox-extend',
    text: `update outbox set available_at = now() + $2 * interval '1 millisecond'
      where id = any($1) and attempts > 0`,
    values: [rowIds, leaseMs],
  })
}

/** Deletes rows that are done and enqueues their results, in one commit. The caller publishes the messages after it. */
export const finishRows = (
  { pool }: Database,
  rowIds: string[],
  messages: Message[],
): Promise<void> => enqueueMessages(pool, messages, sweepAfterMs, { finished: rowIds })

/** Rows that are done, and messages that nobody asked for if none of the rows is there any more. */
export type Finished = { rowIds: string[]; messages: Message[] }

/** Does as `finishRows`, for all that end in the same moment; messages whose rows are gone are not enqueued. */
export const finishTogether = gather(async (pool: Pool, ends: Finished[]) => {
  const tied = ends.flatMap(({ rowIds, messages }) => messages.map(() => rowIds))
  const finished = ends.flatMap(({ rowIds }) => rowIds)
  const messages = ends.flatMap((end) => end.messages)
  await enqueueMessages(pool, messages, sweepAfterMs, { finished, tied })
  return ends.map(() => undefined)
})

/**
 * Releases rows that were tried, to be claimed again after `delayMs`, records why and what was seen, and
 * enqueues what is reported meanwhile, in one commit. The caller publishes the messages after it.
 */
export const postponeRows = (
  { pool }: Database,
  rowIds: string[],
  delayMs: number,
  { waitsFor, text, sighting }: RowWait,
  messages: Message[] = [],
): Promise<void> =>
  runInOneCommit(pool, async (client) => {
    await enqueueMessages(client, messages)
    await client.query(
      `update outbox set available_at = now() + $2 * interval '1 millisecond',
         waits_for = $3, last_error = $4,
         sightings = case when $5::text is null then sightings
           else jsonb_set(coalesce(sightings, '{}'), array[$5], (coalesce((sightings->>$5)::int, 0) + 1)::text::jsonb) end
       where id = any($1)`,
      [rowIds, delayMs, waitsFor, text.slice(0, 1000), sighting ?? null],
    )
  })

/** Tells how often something was seen of a row, this time included. */
export const timesSeen = ({ sightings }: Pick<ClaimedRow, 'sightings'>, what: Sighting): number =>
  (sightings?.[what] ?? 0) + 1

/**
 * Writes messages to actors into the outbox, inside the caller's commit; those that a turn has
 * consumed are left out. The actor relay sends those that are still there after `delayMs`: 0 where the
 * caller may not publish them itself. In the same statement the rows `finished` are deleted; `tied`: the rows of each message,
 * without any of which it is not written.
 */
export async function enqueueMessages(
  client: PoolClient | Pool,
  messages: Message[],
  delayMs = sweepAfterMs,
  { finished = [], tied }: { finished?: string[]; tied?: string[][] } = {},
): Promise<void> {
  if (!messages.length && !finished.length) return
  const rows = messages.map((message, place) => ({
    id: message.id,
    name: message.event.type,
    kind: message.kind,
    entity_id: message.entityId,
    merchant_id: message.merchantId,
    network: message.network,
    payload: message.event,
    cause: message.cause,
    tied_to: tied?.[place],
  }))
  await client.query({
    name: 'outbox-enqueue',
    text: `with finished as (delete from outbox where id = any($3) returning id),
      asked as materialized (
        select * from json_to_recordset($1) as t(id text, name text, kind text, entity_id text,
          merchant_id text, network text, payload json, cause json, tied_to text[])),
      told as materialized (
        select * from asked t
        where t.id not in (
            select message_id from journal where message_id = any(array(select id from asked)))
          and not (t.kind = 'delivery' and ${isAmongRepeats('t')})
          and (t.tied_to is null or exists (select from finished where finished.id = any(t.tied_to))))
      ${insertIntoOutbox}
      select id, 'actor', name, kind, entity_id, merchant_id, network, '', payload, cause,
        now(), now() + $2 * interval '1 millisecond' from told
      on conflict (id) do nothing`,
    values: [JSON.stringify(rows), delayMs, finished],
  })
}

/** Publishes messages: the bus, which this folder does not know. */
type Publisher = { publish(messages: Message[]): Promise<void> }

/** Enqueues messages in a commit of their own, and publishes them. */
export async function enqueueAndPublish(
  { database, bus }: { database: Database; bus: Publisher },
  messages: Message[],
): Promise<void> {
  await enqueueMessages(database.pool, messages)
  await bus.publish(messages)
}

/** Reads the message of a row of the channel `actor`. */
export function toMessage(row: ClaimedRow): Message {
  return {
    id: row.id,
    kind: row.kind,
    entityId: row.entityId,
    merchantId: row.merchantId,
    network: row.network,
    event: row.payload as Message['event'],
    cause: row.cause,
    isFromOutbox: true,
    isRepeat: true,
  }
}

/** A message that a worker did not take, and why. */
export type Untaken = {
  message: Message
  error: string
  /** The version of the actor's machine that the worker knows, if it refused the message for a reason of its own; else null. */
  refusedBy: number | null
}

/**
 * Records why messages were refused, and counts their refusals: once for each time that they were sent, because copies may
 * pile up in the bus, and not where the worker's machine is older than those of the database. Only a message that is as its
 * row says counts. The actor relay sends them again, and parks those that were refused too often.
 */
export async function recordUntaken({ pool }: Database, untaken: Untaken[]): Promise<void> {
  if (!untaken.length) return
  const told = untaken.map(({ message, error, refusedBy }) => ({
    id: message.id,
    kind: message.kind,
    entity_id: message.entityId,
    merchant_id: message.merchantId,
    network: message.network,
    event: JSON.stringify(message.event),
    // Postgres stores no NUL.
    error: error.slice(0, 1000).replaceAll('\0', '?'),
    refused_by: refusedBy,
  }))
  await pool.query({
    name: 'outbox-untaken',
    text: `with told as (
        select t.*, t.refused_by is not null and not exists (
          select from machine_version v where v.kind = t.kind and v.version > t.refused_by) as is_refused
        from json_to_recordset($1) as t(id text, kind text, entity_id text, merchant_id text, network text,
          event text, error text, refused_by integer))
      update outbox o set last_error = told.error,
        refusals = refusals + (is_refused and refused_attempt is distinct from attempts)::int,
        refused_attempt = case when is_refused then attempts else refused_attempt end
      from told where o.id = told.id and o.id = any(array(select id from told))
        and ${isMessage('o')} and o.kind = told.kind and o.entity_id = told.entity_id
        and o.merchant_id = told.merchant_id and o.network = told.network and o.payload::text = told.event`,
    values: [JSON.stringify(told)],
  })
}
