/** A subscription as merchants see it, in API answers and inside webhooks. */
import { z } from 'zod'
import type { StatusOf } from '../../../machines/actors.ts'
import type { ChargeReason } from '../../../machines/reasons.ts'
import { formatMoney } from '../../shared/money.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { ChainAddress, exampleId, Money, Time } from './fields.ts'
import { ChargeReasonField } from './reasons.ts'
import { willChargeAt } from './subscription-outlook.ts'

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
    reason: ChargeReasonField.nullable().meta({ description: 'Why it is where it is' }),
    actions: z
      .array(z.string())
      .meta({ description: 'The commands accepted now', examples: [['activate', 'cancel']] }),
    asset: z.string().meta({ examples: ['ltUSDC'] }),
    blockchain: z.string().meta({ examples: ['LocalTestNet'] }),
    amount: Money.meta({ description: 'What one period costs' }),
    allowance: Money.meta({ description: 'What the payer allows the contract to take' }),
    payer: ChainAddress,
    startFrom: Time.meta({ description: 'The expected start' }),
    nextChargeAt: Time.meta({
      description:
        'When the next charge is due by the schedule: also the end of the time that is paid for. It keeps a ' +
        'moment where nothing will be taken any more; see `willChargeAt`',
    }),
    willChargeAt: Time.nullable().meta({
      description:
        'When money will be taken next if nobody does anything: past where that is being tried, and null where ' +
        'nothing will be taken: a draft, paused, being ended, ended, or after the last charge',
    }),
    lapsesAt: Time.nullable().meta({
      description:
        'Until when an overdue or suspended subscription can be saved; it ends then. The last ' +
        'attempt of an overdue one begins ten minutes before. Null where nothing is late',
    }),
    maxPeriods: z.int().positive(),
    chargesMade: z.int().nonnegative(),
    activation: z.enum(['automatic', 'manual']).meta({ description: 'As given at creation' }),
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
    reason: it.reason as ChargeReason | null,
    actions: actor.snapshot.acceptedCommands,
    asset: it.asset,
    blockchain: it.blockchain,
    amount: formatMoney(it.amount, it.decimals, it.asset),
    allowance: formatMoney(it.allowance ?? '0', it.decimals, it.asset),
    payer: it.payer,
    startFrom: it.startFrom,
    nextChargeAt: it.nextChargeAt ?? it.startFrom,
    willChargeAt: willChargeAt({ status: actor.status, phase: actor.phase, context: it }),
    lapsesAt: isLate(actor) ? (it.charge?.graceUntil ?? null) : null,
    maxPeriods: it.maxPeriods,
    chargesMade: it.chargesMade,
    activation: it.activation ?? 'automatic',
    metadata: it.metadata,
    createdAt: it.createdAt,
  }
}

const isLate = ({ status, phase }: StoredActor<'subscription'>): boolean =>
  status === 'Suspended' || phase === 'Overdue'
