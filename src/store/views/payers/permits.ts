/** Reads the permits of subscriptions. */
import type { StoredActor } from '../../../shared/stored-actor.ts'
import { type ActorRow, toStoredActor } from '../../actor-row.ts'
import type { Database } from '../../database.ts'

type NewestPermit = ActorRow<'permit'> & { contractAddress: string }

/**
 * Finds the newest permit of each of these contracts; one without any is left out. Only that one is
 * read: a customer may have handed in any number.
 */
export async function findNewestPermits(
  { pool }: Database,
  contractAddresses: string[],
): Promise<Map<string, StoredActor<'permit'>>> {
  if (!contractAddresses.length) return new Map()
  const { rows } = await pool.query<NewestPermit>({
    name: 'newest-permits',
    text: `select asked.address as "contractAddress", newest.*
      from unnest($1::text[]) as asked (address), lateral (
        select id, merchant_id as "merchantId", network, status, phase, revision,
          machine_version as "machineVersion", snapshot
        from permit where contract_address = asked.address
        order by created_at desc, id desc limit 1
      ) newest`,
    values: [contractAddresses],
  })
  return new Map(rows.map((row) => [row.contractAddress, toStoredActor('permit', row)]))
}
