/**
 * The tables of a turn: the journal (what happened), the outbox (what has still to happen
 * elsewhere), the timers (what happens later) and the anomalies (what should not have happened).
 */
import { defineEntity, p } from '@mikro-orm/core'
import { networks } from '../../shared/network.ts'
import { actorKinds } from '../../shared/stored-actor.ts'
import { type Sightings, waitReasons } from '../../core/reasons/wait-reasons.ts'
import { channels } from '../../core/turn/consequences.ts'

const JournalSchema = defineEntity({
  name: 'JournalEntry',
  tableName: 'journal',
  indexes: [
    {
      name: 'journal_failed_attempts',
      expression: `create index journal_failed_attempts on journal (merchant_id, network, at) where ((kind = 'charge'::text) and ((event ->> 'type'::text) = 'charge.attemptFailed'::text))`,
    },
  ],
  properties: {
    kind: p.enum(actorKinds).primary(),
    entityId: p.text().primary(),
    revision: p.integer().primary(),
    /** Unique in each month's partition. */
    messageId: p.text(),
    merchantId: p.text(),
    network: p.enum(networks),
    event: p.json<Record<string, unknown>>(),
    fromState: p.text(),
    toState: p.text(),
    cause: p.json<Record<string, unknown>>(),
    /** Decides which partition it is in. */
    at: p.datetime().primary(),
    /** The turns after it that only tried again, as the view `journal_turn` unfolds them. */
    repeats: p.json<Record<string, unknown>[]>().nullable(),
  },
})
export class JournalEntry extends JournalSchema.class {}
JournalSchema.setClass(JournalEntry)

/**
 * JSON as it was written. An outbox row is read back whole and gone soon, so it is not taken
 * apart: `jsonb` made a batch 8 % dearer for Postgres.
 */
const writtenJson = () => p.json<Record<string, unknown>>().columnType('json')
const OutboxSchema = defineEntity({
  name: 'OutboxRow',
  tableName: 'outbox',
  indexes: [
    // One small index for each channel: each turn writes rows of several, and every index of a table is
    // written with every row that it holds. The conditions are as Postgres writes them back, or every
    // comparison of schemas finds a difference.
    {
      name: 'outbox_messages',
      properties: ['availableAt'],
      where: "(channel = 'actor'::text)",
    },
    // Transactions to be created take places of their wallets: they are few, and counted often.
    {
      name: 'outbox_new_transactions',
      properties: ['entityId'],
      where: "((channel = 'actor'::text) AND (name = 'transaction.create'::text))",
    },
    {
      name: 'outbox_chain_requests',
      properties: ['lane', 'name', 'availableAt', 'at'],
      where: "(channel = 'chain'::text)",
    },
    {
      name: 'outbox_new_requests',
      properties: ['lane', 'name', 'availableAt', 'at'],
      where: "((channel = 'chain'::text) AND (waits_for IS NULL))",
    },
    {
      name: 'outbox_lanes',
      properties: ['lane'],
      where: "(channel = 'event'::text)",
    },
    {
      name: 'outbox_events_by_merchant',
      properties: ['merchantId', 'network', 'availableAt'],
      where: "((channel = 'event'::text) AND (merchant_id > ''::text))",
    },
    {
      name: 'outbox_webhooks_by_lane',
      expression: `create index outbox_webhooks_by_lane on outbox (lane, (((payload ->> 'sequence'::text))::integer)) where ((channel = 'webhook'::text) and (name = 'sendWebhook'::text))`,
    },
    {
      name: 'outbox_webhooks_by_destination',
      expression: `create index outbox_webhooks_by_destination on outbox (merchant_id, network, (payload ->> 'endpointId'::text), (payload ->> 'apiKey'::text), available_at) where ((channel = 'webhook'::text) and (name = 'sendWebhook'::text) and ((payload ->> 'endpointId'::text) is not null))`,
    },
    {
      name: 'outbox_webhook_chores',
      properties: ['availableAt'],
      where: "((channel = 'webhook'::text) AND (name <> 'sendWebhook'::text))",
    },
    // Few at any time: rows come into it with their fourth claim.
    { name: 'outbox_tried', properties: ['channel', 'availableAt'], where: '(attempts > 3)' },
  ],
  properties: {
    /** `kind/entity/revision/index`: the idempotency key at the other end. */
    id: p.text().primary(),
    channel: p.enum(channels),
    /** The effect's name. */
    name: p.text(),
    kind: p.enum(actorKinds),
    entityId: p.text(),
    merchantId: p.text(),
    network: p.enum(networks),
    /** Rows of one lane are taken together or in order, as their relay needs. */
    lane: p.text(),
    payload: writtenJson(),
    cause: writtenJson(),
    /** Business time of the turn. */
    at: p.datetime(),
    /** Real database time before which no relay claims the row; moved on by every claim. */
    availableAt: p.datetime(),
    /** Counts its claims, whether or not anybody accepted it. */
    attempts: p.integer().default(0),
    /** Counts refusals for a reason of its own; at most one for each attempt. */
    refusals: p.integer().default(0),
    /** The attempt whose refusal was counted last. */
    refusedAttempt: p.integer().nullable(),
    /** Counts what nodes said of it that is believed only once they have said it often. */
    sightings: p.json<Sightings>().nullable(),
    /** The name of what it waits for; `lastError` says it to people. */
    waitsFor: p.enum(waitReasons).nullable(),
    lastError: p.text().nullable(),
  },
})
export class OutboxRow extends OutboxSchema.class {}
OutboxSchema.setClass(OutboxRow)

const TimerSchema = defineEntity({
  name: 'TimerRow',
  tableName: 'timer',
  indexes: [{ properties: ['dueAt'] }],
  properties: {
    kind: p.enum(actorKinds).primary(),
    entityId: p.text().primary(),
    timerId: p.text().primary(),
    armedAtRevision: p.integer(),
    merchantId: p.text(),
    network: p.enum(networks),
    /** Business time. */
    dueAt: p.datetime(),
    /** Real database time of the last wake-up sent. */
    sentAt: p.datetime().nullable(),
  },
})
export class TimerRow extends TimerSchema.class {}
TimerSchema.setClass(TimerRow)

const AnomalySchema = defineEntity({
  name: 'Anomaly',
  tableName: 'anomaly',
  indexes: [
    { properties: ['merchantId', 'network', 'at'] },
    { name: 'anomaly_forged', properties: ['at'], where: '(is_forged)' },
  ],
  properties: {
    /** The id of the message that nobody expected. */
    messageId: p.text().primary(),
    kind: p.text(),
    entityId: p.text(),
    merchantId: p.text(),
    network: p.text(),
    event: p.json<Record<string, unknown>>(),
    state: p.text(),
    reason: p.text(),
    at: p.datetime(),
    /** Whether its sender was not allowed to send it: shown to operators, not to the merchant that it names. */
    isForged: p.boolean().default(false),
    resolvedAt: p.datetime().nullable(),
  },
})
export class Anomaly extends AnomalySchema.class {}
AnomalySchema.setClass(Anomaly)
