import type { Address } from 'viem'
import { z } from 'zod'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { findActor } from '../../store/views/actors.ts'
import type { Owner } from '../../shared/owner.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { AnyCaseAddress } from '../schemas/fields.ts'
import { unknownId } from '../unknown-id.ts'

export const ContractParams = z.strictObject({
  contractAddress: AnyCaseAddress.meta({ description: 'In any letter case' }),
})

/** Returns the caller's subscription; somebody else's is as unknown as a random address. */
export async function requireSubscription(
  { database }: Pick<HttpDependencies, 'database'>,
  owner: Owner,
  contractAddress: Address,
): Promise<StoredActor<'subscription'>> {
  const found = await findActor(database, 'subscription', contractAddress, owner)
  if (!found) throw unknownId(owner, 'subscription', contractAddress)
  return found
}
