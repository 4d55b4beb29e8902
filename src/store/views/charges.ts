import type { Address } from 'viem'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import { Charge } from '../tables/actors.ts'
import { type Owner, type Page, toStoredActor } from './stored-actor.ts'

/** Lists the charges of one of the owner's subscriptions, the newest first. */
export async function listCharges(
  { orm }: Database,
  owner: Owner,
  contractAddress: Address,
  page: Page,
): Promise<StoredActor[]> {
  const found = await orm.em
    .fork()
    .find(Charge, { ...owner, contractAddress }, { orderBy: { id: 'desc' }, ...page })
  return found.map((charge) => toStoredActor('charge', charge))
}
