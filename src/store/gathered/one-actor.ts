/** Reads single actors, each within its merchant and network. */
import type { Pool, QueryResult } from 'pg'
import type { Owner } from '../../shared/owner.ts'
import { type ActorKind, actorKinds, type StoredActor } from '../../shared/stored-actor.ts'
import { type ActorRow, toStoredActor } from '../actor-row.ts'
import { textArray } from '../binary-array.ts'
import { gather } from './gather.ts'

export type AskedActor = Owner & { id: string }
/** The snapshot as text: parsed here, it costs less than by the driver. */
type FoundRow = Omit<ActorRow, 'snapshot'> & { n: number; snapshot: string }

/** The columns of an actor, of the table `t`. */
export const actorColumns = `t.id, t.merchant_id as "merchantId", t.network, t.status, t.phase, t.revision,
  t.machine_version as "machineVersion", t.snapshot::text as snapshot`

/** Selects the questions as the table `asked`, with the condition by which nobody is answered with another's. */
export const askedOwned = `unnest($1::text[], $2::text[], $3::text[]) with ordinality as asked(id, merchant_id, network, n)`
export const isOwned = 't.merchant_id = asked.merchant_id and t.network = asked.network'
export const ownedValues = (asked: AskedActor[]): Buffer[] => [
  textArray(asked.map(({ id }) => id)),
  textArray(asked.map(({ merchantId }) => merchantId)),
  textArray(asked.map(({ network }) => network)),
]

export const toActor = <K extends ActorKind>(kind: K, row: Omit<FoundRow, 'n'>): StoredActor<K> =>
  toStoredActor(kind, { ...row, snapshot: JSON.parse(row.snapshot) } as ActorRow as ActorRow<K>)

const readings = new Map(actorKinds.map((kind) => [kind, gather(readingOf(kind))]))

/** Returns the actor, or null where there is none or it belongs to another owner. */
export function readActor<K extends ActorKind>(
  pool: Pool,
  kind: K,
  asked: AskedActor,
): Promise<StoredActor<K> | null> {
  // The reading of a kind reads the table of that kind.
  return readings.get(kind)!(pool, asked) as Promise<StoredActor<K> | null>
}

function readingOf(kind: ActorKind) {
  return async (pool: Pool, asked: AskedActor[]): Promise<(StoredActor | null)[]> => {
    const { rows }: QueryResult<FoundRow> = await pool.query({
      name: `one-${kind}`,
      text: `select asked.n::int as n, ${actorColumns} from ${askedOwned}
        join ${kind} t on t.id = asked.id and ${isOwned}`,
      values: ownedValues(asked),
    })
    const found = asked.map((): StoredActor | null => null)
    for (const { n, ...row } of rows) found[n - 1] = toActor(kind, row)
    return found
  }
}
