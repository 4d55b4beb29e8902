import { z } from 'zod'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { findActor } from '../../store/views/actors.ts'
import type { Owner } from '../../shared/owner.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { textField } from '../schemas/fields.ts'
import { unknownId } from '../unknown-id.ts'

export const PaymentParams = z.strictObject({ id: textField('a payment id', 100) })

/** Returns the caller's payment; somebody else's is as unknown as a random id. */
export async function requirePayment(
  { database }: Pick<HttpDependencies, 'database'>,
  owner: Owner,
  id: string,
): Promise<StoredActor<'payment'>> {
  const found = await findActor(database, 'payment', id, owner)
  if (!found) throw unknownId(owner, 'payment', id)
  return found
}
