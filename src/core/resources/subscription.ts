/** A subscription as merchants see it, in API answers and inside webhooks. */
import { z } from 'zod'
import type { StatusOf } from '../../../machines/actors.ts'
import type { ChargeReason } from '../../../machines/reasons.ts'
import {
  CancellationDetails,
  CancellationFeedback,
} from '../../../machines/subscription/subscription.events.ts'
import { formatMoney } from '../../shared/money.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { listAccepted } from '../accepted/accepted-commands.ts'
import { ChainAddress, exampleId, Money, Time } from './fields.ts'
import { ChargeReasonField } from '../reasons/reason-fields.ts'
import { mayUnfreeze } from '../../../machines/subscription/subscription.pausing.ts'
import {
  pausableUntil,
  resumesAtOf,
  withdrawUntilOf,
} from '../../../machines/subscription/subscription.schedule.ts'
import { findSwitchTimes, switchTimes } from '../accepted/switch-times.ts'
import { endsAt, isAtRisk, willChargeAt } from './subscription-outlook.ts'

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

const CancellationDetailsField = CancellationDetails.extend({
  feedback: CancellationFeedback.meta({ description: 'Why, in one word' }),
  comment: z
    .string()
    .nullable()
    .meta({
      description: 'In the payer’s own words',
      examples: ['I use it twice a year'],
    }),
}).meta({ id: 'CancellationDetails', description: 'Why a payer left, as the payer said it.' })

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
    atRisk: z.boolean().meta({
      description:
        'Whether the next charge will fail unless somebody acts, or has failed already. Before it is tried there is no ' +
        'reason yet: the payer allows too little for it',
    }),
    actions: z.array(z.string()).meta({
      description:
        'The commands accepted now, each the call of its name, but: `pauseUntil` is `pause` with `until`, ' +
        '`cancelAtPeriodEnd` is `cancel` with `PaidPeriodEnd`, and `switch` comes with its `switchTimes`. ' +
        'What is asked for and is so already, as by a second `cancel`, is not listed, and answered 200 all the same. In a pause ' +
        'that is to end by itself, `pause` without `until` takes its end away',
      examples: [['activate', 'cancel']],
    }),
    switchTimes: z.array(z.enum(switchTimes)).meta({
      description:
        'At which `when` it can be left for another plan, by `switch`; empty where it cannot: a draft, or replaced ' +
        'already. After its end each of them begins the new one, once what is paid for has run out or, with `KeepBoth`, at once',
      examples: [['PaidPeriodEnd', 'Now', 'KeepBoth']],
    }),
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
        'nothing will be taken: a draft, paused, being ended, ended, after the last charge, or waiting for the one that it replaces. ' +
        'A draft whose `reason` is `InsufficientBalance` is approved, and begins by itself as soon as the payer has the amount',
    }),
    lapsesAt: Time.nullable().meta({
      description:
        'Until when an overdue or suspended subscription can be saved; it ends then. The last ' +
        'attempt of an overdue one begins ten minutes before. Null where nothing is late',
    }),
    endsAt: Time.nullable().meta({
      description:
        'When it ends, where that is decided: with the time that is paid for, after a cancellation at its end or ' +
        'at once, or after the last charge. Null where it goes on, and where nothing paid for is left',
    }),
    resumesAt: Time.nullable().meta({
      description: 'When a pause ends by itself; null where nobody said so, and outside a pause',
    }),
    pausableUntil: Time.nullable().meta({
      description:
        'Until when a pause by you or on the page can be undone by you or on the page, before it begins and while it ' +
        'lasts: resume it by then, or let it end by itself. That is a quarter of the grace, and at most six hours, before ' +
        'the grace of the next charge is over, from when on the contract lets nobody but the payer resume, as ' +
        '`OnlyPayerMayResume` then says. A pause earlier in the period does not move it, so that it can be near, or over: ' +
        'then it cannot be paused before the next charge. Null where it cannot be paused, and where only the payer can end the pause',
    }),
    replaces: ChainAddress.nullable().meta({
      description: 'The subscription whose place it takes: that one ends once this one is approved',
    }),
    replacedBy: ChainAddress.nullable().meta({
      description: 'The subscription that takes its place, once the payer has approved that one',
    }),
    agreedAt: Time.nullable().meta({
      description:
        'When the payer’s approval put it in force: a withdrawal is counted from it. Null where nothing was agreed yet',
    }),
    withdrawUntil: Time.nullable().meta({
      description:
        'Until when the payer may withdraw from the contract: counted from the approval, by the setting of the ' +
        'merchant when it was created. Null where there is no such right, nothing was agreed yet, or the customer or ' +
        'payer has withdrawn from the same plan; a webhook says it as if there were no other subscription',
    }),
    withdrawnAt: Time.nullable().meta({
      description: 'When the payer withdrew: what was taken has to be returned, by the merchant',
    }),
    cancellationDetails: CancellationDetailsField.nullable().meta({
      description: 'What the payer said about leaving; null where nothing was said',
    }),
    maxPeriods: z.int().positive(),
    chargesMade: z.int().nonnegative(),
    activation: z.enum(['automatic', 'manual']).meta({ description: 'Your choice at creation' }),
    metadata: z.string().nullable().meta({ description: 'Your text from the creation' }),
    createdAt: Time,
  })
  .meta({ id: 'Subscription', description: 'One plan, one customer, one paying address.' })
export type SubscriptionResource = z.infer<typeof SubscriptionResource>

/** Describes it to its merchant, with what is accepted `now`. */
export function toSubscriptionResource(
  actor: StoredActor<'subscription'>,
  now: Date,
): SubscriptionResource {
  const it = actor.snapshot.context
  const actions = listAccepted('merchant', actor, now)
  return {
    contractAddress: it.contractAddress,
    planId: it.planId,
    customerId: it.customerId,
    status: actor.status,
    phase: actor.phase || actor.status,
    reason: it.reason as ChargeReason | null,
    atRisk: isAtRisk({ status: actor.status, phase: actor.phase, context: it }),
    actions,
    switchTimes: findSwitchTimes(actor, now),
    asset: it.asset,
    blockchain: it.blockchain,
    amount: formatMoney(it.amount, it.decimals, it.asset),
    allowance: formatMoney(it.allowance ?? '0', it.decimals, it.asset),
    payer: it.payer,
    startFrom: it.startFrom,
    nextChargeAt: it.nextChargeAt ?? it.startFrom,
    willChargeAt: willChargeAt({ status: actor.status, phase: actor.phase, context: it }),
    lapsesAt: isLate(actor) ? (it.charge?.graceUntil ?? null) : null,
    ...plannedOf(actor, actions, now),
    maxPeriods: it.maxPeriods,
    chargesMade: it.chargesMade,
    activation: it.activation ?? 'automatic',
    metadata: it.metadata,
    createdAt: it.createdAt,
  }
}

/** Returns what people have planned or decided about it, beyond its schedule. */
function plannedOf(
  { status, phase, snapshot: { context } }: StoredActor<'subscription'>,
  actions: string[],
  now: Date,
) {
  const isPaused = status === 'PendingPause' || status === 'Paused'
  const isPausable = isPaused
    ? mayUnfreeze({ ...context, now: now.getTime() })
    : actions.includes('pause')
  return {
    endsAt: endsAt({ status, phase, context }),
    resumesAt: isPaused ? resumesAtOf(context) : null,
    pausableUntil: isPausable ? pausableUntil(context) : null,
    replaces: context.replaces?.contractAddress ?? null,
    replacedBy: context.successor,
    agreedAt: context.agreedAt,
    withdrawUntil: withdrawUntilOf(context),
    withdrawnAt: context.withdrawnAt,
    cancellationDetails: context.cancellationDetails,
  }
}

const isLate = ({ status, phase }: StoredActor<'subscription'>): boolean =>
  status === 'Suspended' || phase === 'Overdue'
