/**
 * One table for each kind of actor. The columns after `snapshot` are Postgres
 * generated columns: projections of the snapshot that can be listed, filtered and
 * indexed, and that cannot disagree with it.
 */
import { defineEntity, p } from '@mikro-orm/core'
import { deliveriesOnTheirWay, expectingSubscriptions, lostCharges } from '../states.ts'
import type { PhaseOf, StatusOf } from '../../../machines/actors.ts'
import { networks } from '../../shared/network.ts'
import type { ActorKind, StoredSnapshot } from '../../shared/stored-actor.ts'

/** As Postgres writes a list of texts back. */
const arrayOf = (statuses: readonly string[]): string =>
  `ARRAY[${statuses.map((status) => `'${status}'::text`).join(', ')}]`

const actorColumns = <K extends ActorKind>() => ({
  id: p.text().primary(),
  merchantId: p.text(),
  network: p.enum(networks),
  status: p.text().$type<StatusOf[K]>(),
  phase: p.text().$type<PhaseOf[K]>(),
  revision: p.integer(),
  machineVersion: p.integer(),
  snapshot: p.json<StoredSnapshot<K>>(),
  createdAt: p.datetime(),
  updatedAt: p.datetime(),
})

const field = (name: string, cast = '') =>
  `((snapshot->'context'->>'${name}')${cast}) stored` as const
const text = (name: string) =>
  p.text().nullable().generated(field(name)).ignoreSchemaChanges('extra')
const whole = (name: string) =>
  p.integer().nullable().generated(field(name, '::integer')).ignoreSchemaChanges('extra')
const amount = (name: string) =>
  p
    .decimal('string')
    .precision(78)
    .scale(0)
    .nullable()
    .generated(field(name, '::numeric(78,0)'))
    .ignoreSchemaChanges('extra')
const flag = (name: string) =>
  p.boolean().nullable().generated(field(name, '::boolean')).ignoreSchemaChanges('extra')

const PlanSchema = defineEntity({
  name: 'Plan',
  tableName: 'plan',
  indexes: [{ properties: ['merchantId', 'network', 'status'] }],
  properties: {
    ...actorColumns<'plan'>(),
    name: text('name'),
    asset: text('asset'),
    amount: amount('amount'),
  },
})
export class Plan extends PlanSchema.class {}
PlanSchema.setClass(Plan)

const SubscriptionSchema = defineEntity({
  name: 'Subscription',
  tableName: 'subscription',
  indexes: [
    { properties: ['merchantId', 'network', 'status'] },
    { properties: ['merchantId', 'network', 'customerId'] },
    { properties: ['merchantId', 'network', 'payer'] },
    { properties: ['blockchain', 'status'] },
    { properties: ['blockchain', 'payer'] },
    { properties: ['blockchain', 'createdAt'] },
    {
      name: 'subscription_expecting',
      properties: ['blockchain'],
      // As Postgres writes it back, or every comparison of schemas finds a difference.
      where: `((status = ANY (${arrayOf(expectingSubscriptions)})) OR ((status = 'Active'::text) AND (phase <> 'Current'::text)))`,
    },
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
    isAtRisk: flag('isAtRisk'),
  },
})
export class Subscription extends SubscriptionSchema.class {}
SubscriptionSchema.setClass(Subscription)

const ChargeSchema = defineEntity({
  name: 'Charge',
  tableName: 'charge',
  indexes: [
    { properties: ['merchantId', 'network', 'status'] },
    { properties: ['contractAddress', 'period'] },
  ],
  uniques: [
    {
      name: 'charge_one_for_each_period',
      properties: ['contractAddress', 'period'],
      // As Postgres writes it back, or every comparison of schemas finds a difference.
      where: `(status <> ALL (${arrayOf(lostCharges)}))`,
    },
  ],
  properties: {
    ...actorColumns<'charge'>(),
    contractAddress: text('contractAddress'),
    customerId: text('customerId'),
    period: whole('period'),
    dueAt: text('dueAt'),
    amount: amount('amount'),
    transactionId: text('transactionId'),
  },
})
export class Charge extends ChargeSchema.class {}
ChargeSchema.setClass(Charge)

const PaymentSchema = defineEntity({
  name: 'Payment',
  tableName: 'payment',
  indexes: [
    { properties: ['merchantId', 'network', 'status', 'phase'] },
    { properties: ['merchantId', 'network', 'createdAt'] },
    { properties: ['blockchain', 'createdAt'] },
    {
      name: 'payment_with_other_tokens',
      properties: ['merchantId', 'network'],
      // As Postgres writes it back, or every comparison of schemas finds a difference.
      where: "(jsonb_array_length(((snapshot -> 'context'::text) -> 'others'::text)) > 0)",
    },
  ],
  uniques: [{ properties: ['blockchain', 'depositAddress'] }],
  properties: {
    ...actorColumns<'payment'>(),
    blockchain: text('blockchain'),
    depositAddress: text('depositAddress'),
    asset: text('asset'),
    token: text('token'),
    amount: amount('amount'),
    /** ISO 8601 in UTC, so that text order is time order. */
    expiresAt: text('expiresAt'),
  },
})
export class Payment extends PaymentSchema.class {}
PaymentSchema.setClass(Payment)

const TransactionSchema = defineEntity({
  name: 'Transaction',
  tableName: 'transaction',
  indexes: [{ properties: ['blockchain', 'wallet', 'status'] }],
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
    { properties: ['merchantId', 'network', 'status'] },
    {
      name: 'delivery_on_its_way',
      properties: ['lane', 'sequence'],
      // As Postgres writes it back, or every comparison of schemas finds a difference.
      where: `(status = ANY (${arrayOf(deliveriesOnTheirWay)}))`,
    },
    { properties: ['eventId'] },
  ],
  properties: {
    ...actorColumns<'delivery'>(),
    lane: text('lane'),
    sequence: whole('sequence'),
    eventId: text('eventId'),
    eventType: text('eventType'),
    apiKey: text('apiKey'),
  },
})
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery)

const VerificationSchema = defineEntity({
  name: 'Verification',
  tableName: 'verification',
  indexes: [{ properties: ['status'] }],
  properties: actorColumns<'verification'>(),
})
export class Verification extends VerificationSchema.class {}
VerificationSchema.setClass(Verification)
