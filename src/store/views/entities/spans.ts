/** The statuses of several actors over time, from their journals. */
import type { Owner } from '../../../shared/owner.ts'
import type { ActorKind, StoredActor } from '../../../shared/stored-actor.ts'
import type { Database } from '../../database.ts'

/** Changes of status that are read for one axis; more of them could not be told apart on it. */
const changesMax = 5_000

/** A status, from when, and until when; null where it is still so. */
export type Span = { status: string; from: string; until: string | null }

type Change = { kind: ActorKind; id: string; status: string; at: number }

/** Returns the spans of each actor by `kind/id`, the earliest first. */
export async function readSpans(
  database: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
  actors: Pick<StoredActor, 'kind' | 'id'>[],
): Promise<Map<string, Span[]>> {
  const { rows } = await database.pool.query<Change>(
    `select j.kind, j.entity_id as id, split_part(j.to_state, '.', 1) as status,
       round(extract(epoch from j.at) * 1000)::float8 as at
     from unnest($1::text[], $2::text[]) as wanted(kind, id)
     join journal_turn j on j.kind = wanted.kind and j.entity_id = wanted.id
     where j.kind = any($1) and j.entity_id = any($2) and j.merchant_id = $3 and j.network = $4
       and split_part(j.from_state, '.', 1) <> split_part(j.to_state, '.', 1)
     order by j.kind, j.entity_id, j.revision limit $5`,
    [actors.map(({ kind }) => kind), actors.map(({ id }) => id), merchantId, network, changesMax],
  )
  const changes = Map.groupBy(rows, ({ kind, id }) => `${kind}/${id}`)
  return new Map([...changes].map(([key, ofActor]) => [key, toSpans(ofActor)]))
}

const toSpans = (changes: Change[]): Span[] =>
  changes.map(({ status, at }, index) => {
    const next = changes[index + 1]
    return {
      status,
      from: new Date(at).toISOString(),
      until: next ? new Date(next.at).toISOString() : null,
    }
  })
