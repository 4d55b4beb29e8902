/** The columns of the lists' exports: the fields of the resources, one value in each. */
import { toChargeResource } from '../../../core/resources/charge.ts'
import { toCustomerSummary, type FoundCustomer } from '../../../core/resources/customer.ts'
import { toDeliveryResource } from '../../../core/resources/delivery.ts'
import { toPaymentResource } from '../../../core/resources/payment.ts'
import { toPlanResource } from '../../../core/resources/plan.ts'
import { toSubscriptionResource } from '../../../core/resources/subscription.ts'
import type { ListedEvent } from '../../../store/lists/event-list.ts'
import type { ListedRequest } from '../../../store/lists/request-list.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import type { PaidPlan } from '../../../store/views/entities/paid-plans.ts'
import type { Cell } from './csv.ts'

/** The names of columns, and the cells of a row under them. */
export type Columns<Row> = {
  names: readonly string[]
  toCells(row: Row, now: Date): Cell[]
  /** Columns of what rows name but do not hold: read for many of them at once. */
  plan?: { names: readonly (keyof PaidPlan)[]; contractOf: (row: Row) => string }
}

/** Columns of some of the values of a row. */
export const columnsOf =
  <Row>() =>
  <Name extends string>(
    names: readonly Name[],
    toValues: (row: Row, now: Date) => { [One in Name]: Cell },
  ): Columns<Row> => ({
    names,
    toCells(row, now) {
      const values = toValues(row, now)
      return names.map((name) => values[name])
    },
  })

/** `10 ltUSDC` without its asset, which has a column of its own. */
const amountOf = (money: string): string => money.split(' ', 1)[0]!

export const paymentColumns = columnsOf<StoredActor<'payment'>>()(
  [
    ...(['id', 'status', 'phase', 'reason', 'exception', 'amount', 'paidAmount'] as const),
    ...(['seenAmount', 'dueAmount', 'excessAmount', 'refundedAmount', 'settledAmount'] as const),
    ...(['asset', 'settlement', 'settlementReason', 'blockchain', 'depositAddress'] as const),
    ...(['receiver', 'transactionHash', 'description', 'checkoutUrl', 'expiresAt'] as const),
    'createdAt',
  ],
  (actor) => {
    const payment = toPaymentResource(actor)
    return {
      ...payment,
      amount: payment.amount.value,
      paidAmount: payment.paidAmount.value,
      seenAmount: payment.seenAmount.value,
      dueAmount: payment.dueAmount.value,
      excessAmount: payment.excessAmount.value,
      refundedAmount: payment.refundedAmount.value,
      settledAmount: payment.settledAmount.value,
    }
  },
)

export const planColumns = columnsOf<StoredActor<'plan'>>()(
  [
    ...(['id', 'name', 'description', 'status', 'amount', 'asset', 'blockchain'] as const),
    ...(['periodSeconds', 'gracePeriodSeconds', 'tags', 'createdAt'] as const),
  ],
  (actor) => {
    const plan = toPlanResource(actor)
    return { ...plan, amount: amountOf(plan.amount), tags: plan.tags.join(' ') }
  },
)

const ownOfSubscription = columnsOf<StoredActor<'subscription'>>()(
  [
    ...(['contractAddress', 'planId', 'customerId', 'status', 'phase', 'reason'] as const),
    ...(['amount', 'allowance', 'asset', 'blockchain', 'payer', 'startFrom'] as const),
    ...(['nextChargeAt', 'willChargeAt', 'lapsesAt', 'endsAt', 'resumesAt', 'replaces'] as const),
    ...(['replacedBy', 'withdrawUntil', 'withdrawnAt', 'leavingFeedback'] as const),
    ...(['leavingComment', 'periodDays', 'maxPeriods', 'chargesMade', 'activation'] as const),
    'createdAt',
  ],
  (actor) => {
    const subscription = toSubscriptionResource(actor, new Date(actor.snapshot.context.now))
    return {
      ...subscription,
      periodDays: actor.snapshot.context.periodDays,
      amount: amountOf(subscription.amount),
      allowance: amountOf(subscription.allowance),
      leavingFeedback: subscription.cancellationDetails?.feedback,
      leavingComment: subscription.cancellationDetails?.comment,
    }
  },
)

const ownOfCharge = columnsOf<StoredActor<'charge'>>()(
  [
    ...(['id', 'contractAddress', 'customerId', 'amount', 'asset', 'status', 'reason'] as const),
    ...(['period', 'attempts', 'chargeDate', 'dueAt', 'chargedAt', 'nextAttemptAt'] as const),
    ...(['transactionHash', 'blockchain', 'createdAt'] as const),
  ],
  (actor) => {
    const charge = toChargeResource(actor)
    const { asset, blockchain, dueAt, chargedAt, createdAt } = actor.snapshot.context
    const beside = { asset, blockchain, dueAt, chargedAt, createdAt }
    return { ...charge, ...beside, amount: amountOf(charge.amount) }
  },
)

export const subscriptionColumns: Columns<StoredActor<'subscription'>> = {
  ...ownOfSubscription,
  plan: { names: ['planName'], contractOf: ({ id }) => id },
}
export const chargeColumns: Columns<StoredActor<'charge'>> = {
  ...ownOfCharge,
  plan: {
    names: ['payer', 'planId', 'planName'],
    contractOf: ({ snapshot }) => snapshot.context.contractAddress,
  },
}

export const customerColumns = columnsOf<FoundCustomer>()(
  [
    ...(['customerId', 'hasAccess', 'accessUntil', 'subscriptionCount'] as const),
    ...(['activeSubscriptionCount', 'payers', 'firstSeenAt'] as const),
  ],
  (row, now) => {
    const customer = toCustomerSummary(row, now)
    return { ...customer, payers: customer.payers.join(' ') }
  },
)

export const requestColumns = columnsOf<ListedRequest>()(
  [
    ...(['id', 'createdAt', 'requestId', 'apiKey', 'account', 'operationId'] as const),
    ...([
      'method',
      'path',
      'status',
      'problemCode',
      'durationMs',
      'isReplayed',
      'address',
      'userAgent',
    ] as const),
  ],
  (request) => request,
)

export const eventColumns = columnsOf<ListedEvent>()(
  [
    ...(['logNumber', 'eventId', 'eventType', 'createdAt', 'resourceKind', 'resourceId'] as const),
    ...(['customerId', 'sequence', 'deliveries', 'delivered'] as const),
  ],
  ({ at, deliveries, ...event }) => ({
    ...event,
    createdAt: at,
    deliveries: deliveries.length,
    delivered: deliveries.filter(({ status }) => status === 'Delivered').length,
  }),
)

export const deliveryColumns = columnsOf<StoredActor<'delivery'>>()(
  [
    ...(['id', 'eventId', 'eventType', 'apiKey', 'sequence', 'status', 'reason'] as const),
    ...(['attempts', 'lastAttemptAt', 'lastHttpStatus', 'lastError', 'lastDurationMs'] as const),
    ...(['nextAttemptAt', 'createdAt'] as const),
  ],
  (actor) => {
    const delivery = toDeliveryResource(actor)
    const { lastAttempt } = delivery
    return {
      ...delivery,
      lastAttemptAt: lastAttempt?.at,
      lastHttpStatus: lastAttempt?.httpStatus,
      lastError: lastAttempt?.error,
      lastDurationMs: lastAttempt?.durationMs,
    }
  },
)
