/** The events of a customer, all from the subscriptions under the merchant's name for them. */
import { z } from 'zod'
import { Address, Id, Moment, ownerFields, Reason } from '../primitives.ts'

export const CustomerInput = z.strictObject({
  id: Id,
  ...ownerFields,
  /** The merchant's own name for the customer. */
  customerId: z.string(),
  createdAt: Moment,
})
export type CustomerInput = z.infer<typeof CustomerInput>

export const CustomerEvent = z.discriminatedUnion('type', [
  /** One subscription more lets the customer in; until `until`, if nothing more is paid. */
  z.strictObject({
    type: z.literal('customer.accessGranted'),
    contractAddress: Address,
    until: Moment,
  }),
  /** One subscription fewer lets the customer in. */
  z.strictObject({
    type: z.literal('customer.accessEnded'),
    contractAddress: Address,
    reason: Reason,
  }),
])
export type CustomerEvent = z.infer<typeof CustomerEvent>
