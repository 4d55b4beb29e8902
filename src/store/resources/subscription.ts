/** A subscription as merchants see it, in API answers and inside webhooks. */
import { z } from 'zod'
import type { StatusOf } from '../../../machines/actors.ts'
import { formatMoney } from '../../shared/money.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { ChainAddress, exampleId, Money, Time } from './fields.ts'

export const subscriptionStatuses = [
  'Draft',
  'Pending',
  'Active',
  'Suspended',
  'PendingPause',
  'Paused',
  'PendingUnPause',
  'PendingCancel',
  'Cancelled',
  'Finished',
  'Error',
] as const satisfies readonly StatusOf['subscription'][]

export const SubscriptionResource = z
  .strictObject({
    contractAddress: ChainAddress.meta({
      description: 'The charging contract; the payer approves it',
    }),
    planId: z.string().meta({ examples: [exampleId] }),
    customerId: z.string().meta({ description: "The merchant's own name for the customer" }),
    status: z.enum(subscriptionStatuses),
    phase: z.string().meta({ description: "The machine's inner state, for people" }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it is where it is', examples: ['InsufficientAllowance'] }),
    actions: z
      .array(z.string())
      .meta({ description: 'The commands accepted now', examples: [['activate', 'cancel']] }),
    asset: z.string().meta({ examples: ['ltUSDC'] }),
    blockchain: z.string().meta({ examples: ['LocalTestNet'] }),
    amount: Money.meta({ description: 'What one period costs' }),
    allowance: Money.meta({ description: 'What the payer allows the contract to take' }),
    payer: ChainAddress,
    startFrom: Time.meta({ description: 'The expected start' }),
    nextChargeAt: Time.meta({ description: 'When the next charge is due' }),
    maxPeriods: z.int().positive(),
    chargesMade: z.int().nonnegative(),
    metadata: z.string().nullable().meta({ description: 'As given at creation' }),
    createdAt: Time,
  })
  .meta({ id: 'Subscription', description: 'One plan, one customer, one paying address.' })
export type SubscriptionResource = z.infer<typeof SubscriptionResource>

export function toSubscriptionResource(actor: StoredActor<'subscription'>): SubscriptionResource {
  const it = actor.snapshot.context
  return {
    contractAddress: it.contractAddress,
    planId: it.planId,
    customerId: it.customerId,
    status: actor.status,
    phase: actor.phase || actor.status,
    reason: it.reason,
    actions: actor.snapshot.acceptedCommands,
    asset: it.asset,
    blockchain: it.blockchain,
    amount: formatMoney(it.amount, it.decimals, it.asset),
    allowance: formatMoney(it.allowance ?? '0', it.decimals, it.asset),
    payer: it.payer,
    startFrom: it.startFrom,
    nextChargeAt: it.nextChargeAt ?? it.startFrom,
    maxPeriods: it.maxPeriods,
    chargesMade: it.chargesMade,
    metadata: it.metadata,
    createdAt: it.createdAt,
  }
}
