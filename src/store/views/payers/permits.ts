/** Reads the permits of subscriptions. */
import type { StoredActor } from '../../../shared/stored-actor.ts'
import { toStoredActor } from '../../actor-row.ts'
import type { Database } from '../../database.ts'
import { Permit } from '../../tables/permits.ts'

/** Finds the newest permit of each of these contracts; one without any is left out. */
export async function findNewestPermits(
  { orm }: Database,
  contractAddresses: string[],
): Promise<Map<string, StoredActor<'permit'>>> {
  if (!contractAddresses.length) return new Map()
  const rows = await orm.em
    .fork()
    .find(
      Permit,
      { contractAddress: { $in: contractAddresses } },
      { orderBy: { createdAt: 'asc', id: 'asc' } },
    )
  return new Map(rows.map((row) => [row.contractAddress!, toStoredActor('permit', row)]))
}
