/**
 * Laws that hold of a whole database at any moment, whatever was sent, lost, killed or restarted
 * before: each law is a sentence and a query for the rows that break it. The worlds of `test/chain/`, `test/flow/`
 * and `test/turns/` hold their databases to them when they close; tests of any folder may end with
 *
 *     expect(await findBreaches(database)).toEqual([])
 */
import { isDeepStrictEqual } from 'node:util'
import type { ActorDefinitions } from '../../src/core/turn/actor-definitions.ts'
import type { Database } from '../../src/store/database.ts'
import { actorKinds, type StoredActor } from '../../src/shared/stored-actor.ts'
import { type ReplayedEntry, replay } from '../../src/core/story/replay.ts'
import type { Channel } from '../../src/core/turn/consequences.ts'
import { channels } from '../../src/core/turn/consequences.ts'

/** A database, or a transaction in it. */
type Pool = { pool: Pick<Database['pool'], 'query'> }
/** The channels in which nothing may be left, and the machines on which journals are replayed, where they are others. */
type Held = { empty?: readonly Channel[]; definitions?: ActorDefinitions }

const actors = actorKinds
  .map(
    (kind) => `select '${kind}' as kind, id, merchant_id, network, status, phase, revision,
      machine_version, snapshot from ${kind}`,
  )
  .join(' union all ')

/** Each query answers with the `culprit`s. */
const laws: Record<string, string> = {
  'the turns of an actor are numbered without a gap': `
    select kind || '/' || entity_id as culprit from journal_turn group by kind, entity_id
    having min(revision) <> 1 or max(revision) <> count(*)`,

  'an actor stands at the last turn of its journal': `
    select coalesce(a.kind || '/' || a.id, j.kind || '/' || j.entity_id) as culprit
    from (${actors}) a full join
      (select kind, entity_id, max(revision) as revision from journal_turn group by kind, entity_id) j
      on j.kind = a.kind and j.entity_id = a.id
    where a.revision is distinct from j.revision`,

  'the timers that wait are those of the snapshot': `
    select coalesce(s.culprit, t.kind || '/' || t.entity_id || ' ' || t.timer_id) as culprit
    from (select kind, id, key as timer_id, (value->>'armedAtRevision')::int as revision, value->>'dueAt' as due_ms,
        kind || '/' || id || ' ' || key as culprit
      from (${actors}) a, jsonb_each(snapshot->'timers')) s
    full join timer t on t.kind = s.kind and t.entity_id = s.id and t.timer_id = s.timer_id
    where t.armed_at_revision is distinct from s.revision
      or round(extract(epoch from t.due_at) * 1000)::text is distinct from s.due_ms`,

  'no two charges of a contract succeed for one period': `
    select contract_address || ' ' || period as culprit from charge where status = 'Succeeded'
    group by contract_address, period having count(*) > 1`,

  'the events of a resource are numbered without a hole': `
    select resource_kind || '/' || resource_id as culprit from merchant_event
    group by merchant_id, network, resource_kind, resource_id
    having min(sequence) <> 1 or max(sequence) <> count(*)`,

  'what a turn has consumed is not in the outbox': `
    select o.id as culprit from outbox o join journal_turn j on j.message_id = o.id`,

  'a message with an open anomaly is parked': `
    select o.id as culprit from outbox o join anomaly a on a.message_id = o.id
    where a.resolved_at is null and o.available_at < '9999-12-31Z'`,

  'what is asked for was asked for by a turn that happened': `
    select o.id as culprit from outbox o
    where split_part(o.id, '/', 1) = any(array['${actorKinds.join("','")}'])
      and o.id ~ '^[^/]+/[^/]+/[0-9]+/' and not exists (
        select 1 from journal_turn j where j.kind = split_part(o.id, '/', 1)
          and j.entity_id = split_part(o.id, '/', 2) and j.revision::text = split_part(o.id, '/', 3))`,
}

/**
 * Returns a sentence for everything that breaks a law; an empty list means that all laws hold.
 * `empty` names the channels of the outbox in which nothing may be left: all of them by default,
 * for a database on which every relay is idle.
 */
export async function findBreaches(
  database: Pool,
  { empty = channels, definitions }: Held = {},
): Promise<string[]> {
  const breaches: string[] = []
  for (const [law, query] of Object.entries(laws))
    for (const culprit of await culpritsOf(database, query)) breaches.push(`${law}: ${culprit}`)
  const leftovers = 'select id as culprit from outbox where channel = any($1)'
  for (const id of await culpritsOf(database, leftovers, [empty]))
    breaches.push(`nothing is left to happen: ${id}`)
  return [...breaches, ...(await findUnreplayable(database, definitions))]
}

/** A breach often has hundreds of rows; so many are told. */
const toldBreachesMax = 3

/**
 * Throws the first breaches, each as a sentence: for the end of a test whose parts are stopped, while messages may
 * be left. Everything is read at one moment.
 */
export async function requireLaws({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const breaches = await findBreaches({ pool: client }, { empty: [] })
    if (breaches.length === 0) return
    const told = breaches.slice(0, toldBreachesMax).join('\n')
    throw new Error(`${breaches.length} breaches of the laws of test/support/laws.ts:\n${told}`)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function culpritsOf({ pool }: Pool, query: string, values: unknown[] = []) {
  const { rows } = await pool.query<{ culprit: string }>(query, values)
  return rows.map(({ culprit }) => culprit)
}

/** Finds actors that differ from the replay of their journal. */
async function findUnreplayable(database: Pool, definitions?: ActorDefinitions): Promise<string[]> {
  const [stored, journal] = [await readActors(database), await readJournal(database)]
  const journals = Map.groupBy(journal, ({ kind, entityId }) => `${kind}/${entityId}`)
  return stored.flatMap((actor) => {
    const name = `${actor.kind}/${actor.id}`
    try {
      const replayed = replay(journals.get(name) ?? [], definitions)
      if (isDeepStrictEqual(replayed, actor)) return []
      return `an actor is what its journal makes of it: ${name} is ${JSON.stringify(actor)}, not ${JSON.stringify(replayed)}`
    } catch (error) {
      return `a journal can be replayed: ${name}: ${String(error)}`
    }
  })
}

export async function readActors({ pool }: Pool): Promise<StoredActor[]> {
  const { rows } = await pool.query<StoredActor>(
    `select kind, id, merchant_id as "merchantId", network, status, phase, revision,
      machine_version as "machineVersion", snapshot from (${actors}) a order by kind, id`,
  )
  return rows
}

/** Reads the whole journal, or one actor's, each actor's turns in order. */
export async function readJournal({ pool }: Pool, entityId?: string): Promise<ReplayedEntry[]> {
  const { rows } = await pool.query<ReplayedEntry>(
    `select kind, entity_id as "entityId", revision, merchant_id as "merchantId", network, event,
      from_state as "fromState", to_state as "toState",
      round(extract(epoch from at) * 1000)::float8 as at
     from journal_turn where $1::text is null or entity_id = $1 order by kind, entity_id, revision`,
    [entityId ?? null],
  )
  return rows
}
