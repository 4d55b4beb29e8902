import type { Address } from 'viem'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import { Charge } from '../tables/actors.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Page } from '../../shared/page.ts'
import { toStoredActor } from '../actor-row.ts'

/** Lists the charges of one of the owner's subscriptions, the newest first. */
export async function listCharges(
  { orm }: Database,
  owner: Owner,
  contractAddress: Address,
  page: Page,
): Promise<StoredActor<'charge'>[]> {
  const found = await orm.em
    .fork()
    .find(Charge, { ...owner, contractAddress }, { orderBy: { id: 'desc' }, ...page })
  return found.map((charge) => toStoredActor('charge', charge))
}
