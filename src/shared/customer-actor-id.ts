import { derivedId } from './ids.ts'
import type { Owner } from './owner.ts'

/** Returns the id of the actor of a customer: the one that belongs to the merchant's name for them. */
export const customerActorId = ({ merchantId, network }: Owner, customerId: string): string =>
  derivedId(new Date(0), `customer/${merchantId}/${network}/${customerId}`)
