/** The journal of one actor: what came, in the order of its turns. */
import type { StoredActor } from '../../../shared/stored-actor.ts'
import type { Database } from '../../database.ts'
import type { JournalledTurn } from '../../../core/story/replay.ts'

type Reading = Pick<Database, 'pool'>
type OwnedActor = Pick<StoredActor, 'kind' | 'id' | 'merchantId' | 'network'>

/** Reads the turns of the actor after one of them, at most `limit`, the earliest first. */
export async function readJournal(
  database: Reading,
  { kind, id, merchantId, network }: OwnedActor,
  { after, limit }: { after: number; limit: number },
): Promise<JournalledTurn[]> {
  const { rows } = await database.pool.query<JournalledTurn>(
    `select kind, entity_id as "entityId", merchant_id as "merchantId", network, revision, event,
       from_state as "fromState", to_state as "toState", cause,
       round(extract(epoch from at) * 1000)::float8 as at
     from journal_turn turn
     where kind = $1 and entity_id = $2 and merchant_id = $3 and network = $4 and revision > $5
     order by revision limit $6`,
    [kind, id, merchantId, network, after, limit],
  )
  return rows
}

/** Shows where an actor was after a turn, and the states and ways that led there, as paths: `Active.Current`. */
export type Walk = { at: string; states: string[]; ways: { from: string; to: string }[] }

/**
 * Reads how an actor came to where it was after a turn; null where the journal has no such turn. Where it is now is
 * known, too, when the months of its turns are kept elsewhere.
 */
export async function readWalk(
  database: Reading,
  { kind, id, merchantId, network, revision, status, phase }: StoredActor,
  turn: number,
): Promise<Walk | null> {
  const { rows } = await database.pool.query<{ from: string; to: string; last: number }>(
    `select from_state as "from", to_state as "to", max(revision) as last from journal_turn turn
       where kind = $1 and entity_id = $2 and merchant_id = $3 and network = $4 and revision <= $5
       group by 1, 2 order by last`,
    [kind, id, merchantId, network, turn],
  )
  const end = rows.at(-1)
  if (!end && turn === revision && turn > 0) {
    const at = phase === '' ? status : `${status}.${phase}`
    return { at, states: [at], ways: [] }
  }
  if (end?.last !== turn) return null
  const states = new Set(rows.flatMap(({ from, to }) => [from, to]))
  states.delete('')
  const ways = rows.filter(({ from, to }) => from !== '' && from !== to)
  return { at: end.to, states: [...states], ways: ways.map(({ from, to }) => ({ from, to })) }
}

/** Finds the turn that brought a reason: the last that reported it, else the last that changed the state. */
export async function findCausingTurn(
  database: Reading,
  { kind, id, merchantId, network, revision }: StoredActor,
  reason: string | null,
): Promise<number> {
  const { rows } = await database.pool.query<{ turn: number | null }>(
    `select coalesce(max(revision) filter (where event->>'reason' = $5),
       max(revision) filter (where from_state <> to_state)) as turn
     from journal_turn turn
     where kind = $1 and entity_id = $2 and merchant_id = $3 and network = $4 and revision <= $6`,
    [kind, id, merchantId, network, reason, revision],
  )
  return rows[0]?.turn ?? revision
}

/**
 * Finds the transactions of ours that the journal of an actor names, by their ids or by their hashes, the latest
 * first, and how many there are.
 */
export async function findTransactionIds(
  database: Reading,
  { kind, id, merchantId, network }: OwnedActor,
  limit: number,
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await database.pool.query<{ id: string; total: number }>(
    `select coalesce(j.event->>'transactionId', s.transaction_id) as id, count(*) over ()::int as total
     from journal_turn j left join signed_transaction s on s.hash = j.cause->>'hash'
     where j.kind = $1 and j.entity_id = $2 and j.merchant_id = $3 and j.network = $4
       and coalesce(j.event->>'transactionId', s.transaction_id) is not null
     group by 1 order by max(j.revision) desc limit $5`,
    [kind, id, merchantId, network, limit],
  )
  return { ids: rows.map((row) => row.id), total: rows[0]?.total ?? 0 }
}
