/** A customer as merchants see it: whether this customer may use the product, until when, and why not. */
import { z } from 'zod'
import type { StatusOf } from '../../../machines/actors.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { ChainAddress, Time } from './fields.ts'
import { AccessReasonField } from '../reasons/reason-fields.ts'

export const customerStatuses = [
  'WithoutAccess',
  'WithAccess',
] as const satisfies readonly StatusOf['customer'][]

export const CustomerResource = z
  .strictObject({
    customerId: z.string().meta({
      description: "The merchant's own name for the customer",
      examples: ['customer-17'],
    }),
    hasAccess: z.boolean().meta({ description: 'Whether the customer may use the product' }),
    accessUntil: Time.nullable().meta({
      description:
        'Until when, if nothing more is paid: the end of the paid time, and of the grace after it where ' +
        'another charge follows. Renewals move it without an event. Null without access',
    }),
    reason: AccessReasonField.nullable().meta({
      description: 'Why there is no access, or why it will end; null where it goes on by itself',
    }),
    since: Time.nullable().meta({
      description: 'When access began or ended; null where that was never, or is being found out',
    }),
    contractAddress: ChainAddress.nullable().meta({
      description: 'The subscription that the answer comes from',
    }),
  })
  .meta({ id: 'Customer', description: 'A customer, by all subscriptions under this name.' })
export type CustomerResource = z.infer<typeof CustomerResource>

/** Makes the resource of an event: the customer as it was when access began or ended. */
export function toCustomerResource({
  status,
  snapshot: { context },
}: StoredActor<'customer'>): CustomerResource {
  const { customerId, accessUntil, reason, since, contractAddress } = context
  return {
    customerId,
    hasAccess: status === 'WithAccess',
    accessUntil,
    reason: reason as CustomerResource['reason'],
    since,
    contractAddress,
  }
}

export const CustomerSummary = z
  .strictObject({
    ...CustomerResource.pick({ customerId: true, hasAccess: true, accessUntil: true }).shape,
    subscriptionCount: z.int().positive(),
    activeSubscriptionCount: z.int().nonnegative().meta({ description: 'Those `Active`' }),
    payers: z.array(ChainAddress),
    firstSeenAt: Time.meta({ description: 'When the first subscription was created' }),
  })
  .meta({ id: 'CustomerSummary', description: 'A customer in a list.' })

export function toCustomerSummary(
  { accessUntil, firstSeenAt, ...customer }: FoundCustomer,
  now: Date,
): z.infer<typeof CustomerSummary> {
  const hasAccess = accessUntil !== null && Date.parse(accessUntil) > now.getTime()
  return {
    ...customer,
    hasAccess,
    accessUntil: hasAccess ? accessUntil : null,
    firstSeenAt: firstSeenAt.toISOString(),
  }
}

export type FoundCustomer = {
  customerId: string
  subscriptionCount: number
  activeSubscriptionCount: number
  payers: string[]
  firstSeenAt: Date
  /** The latest of its subscriptions; null where none grants access. */
  accessUntil: string | null
}
