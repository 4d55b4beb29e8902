/** The journal of one actor: what came, in the order of its turns. */
import type { Cause, MessageEvent } from '../../shared/message.ts'
import type { Network } from '../../shared/network.ts'
import type { ActorKind, StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'

export type JournalledTurn = {
  kind: ActorKind
  entityId: string
  merchantId: string
  network: Network
  revision: number
  event: MessageEvent
  fromState: string
  toState: string
  cause: Cause
  /** Business time in Unix milliseconds. */
  at: number
}

/** Reads the turns of the actor after one of them, at most `limit`, the earliest first. */
export async function readJournal(
  { pool }: { pool: Pick<Database['pool'], 'query'> },
  { kind, id, merchantId, network }: Pick<StoredActor, 'kind' | 'id' | 'merchantId' | 'network'>,
  { after, limit }: { after: number; limit: number },
): Promise<JournalledTurn[]> {
  const { rows } = await pool.query<JournalledTurn>(
    `select kind, entity_id as "entityId", merchant_id as "merchantId", network, revision, event,
       from_state as "fromState", to_state as "toState", cause,
       round(extract(epoch from at) * 1000)::float8 as at
     from journal
     where kind = $1 and entity_id = $2 and merchant_id = $3 and network = $4 and revision > $5
     order by revision limit $6`,
    [kind, id, merchantId, network, after, limit],
  )
  return rows
}
