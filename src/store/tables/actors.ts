/**
 * One table for each kind of actor. The columns after `snapshot` are Postgres
 * generated columns: projections of the snapshot that can be listed, filtered and
 * indexed, and that cannot disagree with it.
 */
import { defineEntity, p } from '@mikro-orm/core'
import {
  chargeableSubscriptions,
  deliveriesOnTheirWay,
  expectingSubscriptions,
  lostCharges,
  openPayments,
  unendedTransactions,
} from '../../core/states.ts'
import {
  actorColumns,
  amount,
  field,
  flag,
  metadataHash,
  monthlyAmount,
  paidAmount,
  text,
  walletKey,
  whole,
} from './actor-columns.ts'
import {
  chargeableIndexes,
  chargeIndexes,
  deliveryIndexes,
  paymentIndexes,
  subscriptionIndexes,
} from './list-index.ts'
import { arrayOf, isOneOf, partialIndex } from './partial-index.ts'

const PlanSchema = defineEntity({
  name: 'Plan',
  tableName: 'plan',
  indexes: [{ properties: ['merchantId', 'network', 'status'] }],
  properties: {
    ...actorColumns<'plan'>(),
    name: text('name'),
    asset: text('asset'),
    amount: amount('amount'),
    decimals: whole('decimals'),
    tags: p
      .json<string[]>()
      .nullable()
      .generated("((snapshot->'context'->'tags')) stored")
      .ignoreSchemaChanges('extra'),
  },
})
export class Plan extends PlanSchema.class {}
PlanSchema.setClass(Plan)

const SubscriptionSchema = defineEntity({
  name: 'Subscription',
  tableName: 'subscription',
  indexes: [
    ...subscriptionIndexes,
    ...chargeableIndexes(isOneOf(chargeableSubscriptions)),
    { properties: ['merchantId', 'network', 'payer'] },
    { properties: ['blockchain', 'status'] },
    { properties: ['blockchain', 'payer'] },
    { properties: ['blockchain', 'createdAt'] },
    partialIndex(
      'subscription_due',
      ['merchantId', 'blockchain', 'nextChargeAt'],
      isOneOf(chargeableSubscriptions),
    ),
    partialIndex(
      'subscription_waiting',
      ['blockchain', 'payer'],
      `((phase = 'Overdue'::text) OR is_at_risk OR (reason IS NOT NULL) OR ((status = 'Draft'::text) AND (allowance <> (0)::numeric)))`,
    ),
    partialIndex(
      'subscription_short_draft',
      ['blockchain'],
      `((status = 'Draft'::text) AND (reason = 'InsufficientBalance'::text))`,
    ),
    partialIndex(
      'subscription_withdrawn',
      ['merchantId', 'network', 'planId'],
      '(withdrawn_at IS NOT NULL)',
    ),
    partialIndex(
      'subscription_expecting',
      ['blockchain'],
      `((status = ANY (${arrayOf(expectingSubscriptions)})) OR ((status = 'Active'::text) AND (phase <> 'Current'::text)))`,
    ),
  ],
  properties: {
    ...actorColumns<'subscription'>(),
    planId: text('planId'),
    customerId: text('customerId'),
    payer: text('payer'),
    blockchain: text('blockchain'),
    asset: text('asset'),
    token: text('token'),
    /** ISO 8601 in UTC, so that text order is time order. */
    nextChargeAt: text('nextChargeAt'),
    chargesMade: whole('chargesMade'),
    amount: amount('amount'),
    decimals: whole('decimals'),
    reason: text('reason'),
    isAtRisk: flag('isAtRisk'),
    allowance: amount('allowance'),
    periodDays: whole('periodDays'),
    maxPeriods: whole('maxPeriods'),
    isToEnd: flag('isToEnd'),
    /** The chain, token and payer that pay for it, in one text; payers' funds have the same. */
    wallet: walletKey(),
    /** It brings this in a month of 30.4375 days, cut off to base units. */
    monthly: monthlyAmount(),
    metadataHash: metadataHash(),
    withdrawnAt: text('withdrawnAt'),
    /** ISO 8601 in UTC, so that text order is time order; null where it grants no access. */
    accessUntil: p
      .text()
      .nullable()
      .generated(`((snapshot->'access'->>'until')) stored`)
      .ignoreSchemaChanges('extra'),
  },
})
export class Subscription extends SubscriptionSchema.class {}
SubscriptionSchema.setClass(Subscription)

const ChargeSchema = defineEntity({
  name: 'Charge',
  tableName: 'charge',
  indexes: [
    ...chargeIndexes,
    { properties: ['contractAddress', 'period'] },
    { properties: ['merchantId', 'network', 'customerId'] },
  ],
  uniques: [
    {
      name: 'charge_one_for_each_period',
      properties: ['contractAddress', 'period'],
      // Postgres writes it back like this; otherwise every comparison of schemas would find a difference.
      where: `(status <> ALL (${arrayOf(lostCharges)}))`,
    },
  ],
  properties: {
    ...actorColumns<'charge'>(),
    contractAddress: text('contractAddress'),
    customerId: text('customerId'),
    period: whole('period'),
    dueAt: text('dueAt'),
    /** When it was charged, or else is due; ISO 8601 in UTC. */
    chargeDate: p
      .text()
      .nullable()
      .generated(
        "(COALESCE(snapshot->'context'->>'chargedAt', snapshot->'context'->>'dueAt')) stored",
      )
      .ignoreSchemaChanges('extra'),
    metadataHash: metadataHash(),
    asset: text('asset'),
    amount: amount('amount'),
    decimals: whole('decimals'),
    reason: text('reason'),
    transactionId: text('transactionId'),
    transactionHash: text('transactionHash'),
  },
})
export class Charge extends ChargeSchema.class {}
ChargeSchema.setClass(Charge)

const PaymentSchema = defineEntity({
  name: 'Payment',
  tableName: 'payment',
  indexes: [
    { properties: ['merchantId', 'network', 'status', 'phase'] },
    ...paymentIndexes,
    { properties: ['merchantId', 'network', 'depositAddress'] },
    { properties: ['merchantId', 'network', 'amount', 'createdAt', 'id'] },
    { properties: ['blockchain', 'createdAt'] },
    { name: 'payment_metadata', properties: ['metadata'], type: 'gin' },
    partialIndex('payment_open', ['blockchain'], isOneOf(openPayments)),
    partialIndex(
      'payment_paid_otherwise',
      ['merchantId', 'network', 'paid', 'createdAt', 'id'],
      '((paid > (0)::numeric) AND (paid <> amount))',
    ),
    partialIndex(
      'payment_with_other_tokens',
      ['merchantId', 'network'],
      "(jsonb_array_length(((snapshot -> 'context'::text) -> 'others'::text)) > 0)",
    ),
  ],
  uniques: [{ properties: ['blockchain', 'depositAddress'] }],
  properties: {
    ...actorColumns<'payment'>(),
    blockchain: text('blockchain'),
    depositAddress: text('depositAddress'),
    asset: text('asset'),
    token: text('token'),
    amount: amount('amount'),
    paid: paidAmount(),
    decimals: whole('decimals'),
    /** ISO 8601 in UTC, so that text order is time order. */
    expiresAt: text('expiresAt'),
    metadata: p
      .json<unknown>()
      .nullable()
      .generated(field('metadata', '::jsonb'))
      .ignoreSchemaChanges('extra'),
  },
})
export class Payment extends PaymentSchema.class {}
PaymentSchema.setClass(Payment)

const TransactionSchema = defineEntity({
  name: 'Transaction',
  tableName: 'transaction',
  indexes: [
    { properties: ['blockchain', 'wallet', 'status'] },
    partialIndex('transaction_open', ['blockchain'], isOneOf(unendedTransactions)),
  ],
  properties: {
    ...actorColumns<'transaction'>(),
    blockchain: text('blockchain'),
    wallet: text('wallet'),
    purpose: text('purpose'),
    nonce: whole('nonce'),
  },
})
export class Transaction extends TransactionSchema.class {}
TransactionSchema.setClass(Transaction)

const DeliverySchema = defineEntity({
  name: 'Delivery',
  tableName: 'delivery',
  indexes: [
    ...deliveryIndexes,
    partialIndex('delivery_on_its_way', ['lane', 'sequence'], isOneOf(deliveriesOnTheirWay)),
    partialIndex('delivery_waiting', ['endpointId', 'apiKey', 'id'], isOneOf(deliveriesOnTheirWay)),
    { properties: ['eventId'] },
    { properties: ['merchantId', 'network', 'resourceId'] },
  ],
  properties: {
    ...actorColumns<'delivery'>(),
    lane: text('lane'),
    sequence: whole('sequence'),
    eventId: text('eventId'),
    eventType: text('eventType'),
    apiKey: text('apiKey'),
    endpointId: text('endpointId'),
    /** The payment, subscription … that the event is about: the second part of the lane. */
    resourceId: p
      .text()
      .nullable()
      .generated("(split_part((snapshot->'context'->>'lane'), '/', 2)) stored")
      .ignoreSchemaChanges('extra'),
  },
})
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery)

const CustomerSchema = defineEntity({
  name: 'Customer',
  tableName: 'customer',
  properties: { ...actorColumns<'customer'>(), customerId: text('customerId') },
})
export class Customer extends CustomerSchema.class {}
CustomerSchema.setClass(Customer)

const DestinationSchema = defineEntity({
  name: 'Destination',
  tableName: 'destination',
  indexes: [{ properties: ['merchantId', 'network', 'status'] }],
  uniques: [{ properties: ['endpointId', 'apiKey'] }],
  properties: {
    ...actorColumns<'destination'>(),
    endpointId: text('endpointId'),
    apiKey: text('apiKey'),
    failingLane: text('failingLane'),
  },
})
export class Destination extends DestinationSchema.class {}
DestinationSchema.setClass(Destination)

const VerificationSchema = defineEntity({
  name: 'Verification',
  tableName: 'verification',
  indexes: [{ properties: ['status'] }],
  properties: actorColumns<'verification'>(),
})
export class Verification extends VerificationSchema.class {}
VerificationSchema.setClass(Verification)

const GasWalletLevelSchema = defineEntity({
  name: 'GasWalletLevel',
  // Postgres reads the kind like this where it stands in a query; `gas_wallet` holds the keys.
  tableName: 'gaswallet',
  properties: actorColumns<'gasWallet'>(),
})
export class GasWalletLevel extends GasWalletLevelSchema.class {}
GasWalletLevelSchema.setClass(GasWalletLevel)
