/** The merchant's event log, numbered without holes but those that an epoch began with, and the answers stored for repeated requests. */
import { defineEntity, p } from '@mikro-orm/core'
import { networks } from '../../shared/network.ts'
import { writtenIndex } from './list-index.ts'

/** The log as a list, and where it is entered at a moment. */
const eventListIndex = writtenIndex(
  'merchant_event_list',
  'merchant_event (merchant_id, network, at, event_id) include (event_type, log_number)',
)

const MerchantEventSchema = defineEntity({
  name: 'MerchantEvent',
  tableName: 'merchant_event',
  indexes: [
    eventListIndex,
    { properties: ['merchantId', 'network', 'resourceId', 'logNumber'] },
    { properties: ['merchantId', 'network', 'eventType', 'logNumber'] },
  ],
  properties: {
    merchantId: p.text().primary(),
    network: p.enum(networks).primary(),
    /** 1, 2, 3 … for this merchant and network, without holes but those of `event_gap`. */
    logNumber: p.integer().primary(),
    /** Begins with its moment, and decides which partition it is in. */
    eventId: p.text().primary().unique(),
    eventType: p.text(),
    resourceKind: p.text(),
    resourceId: p.text(),
    sequence: p.integer(),
    /** The webhook's body, byte for byte. */
    body: p.text(),
    at: p.datetime(),
  },
})
export class MerchantEvent extends MerchantEventSchema.class {}
MerchantEventSchema.setClass(MerchantEvent)

const EventCounterSchema = defineEntity({
  name: 'EventCounter',
  tableName: 'event_counter',
  properties: {
    merchantId: p.text().primary(),
    network: p.enum(networks).primary(),
    lastLogNumber: p.integer(),
    /** Real time of the last event; null before the first since this is written down. */
    countedAt: p.datetime().nullable(),
  },
})
export class EventCounter extends EventCounterSchema.class {}
EventCounterSchema.setClass(EventCounter)

const EventGapSchema = defineEntity({
  name: 'EventGap',
  tableName: 'event_gap',
  properties: {
    merchantId: p.text().primary(),
    network: p.enum(networks).primary(),
    /** Log numbers that were skipped: behind the one, up to and with the other. */
    afterLogNumber: p.integer().primary(),
    untilLogNumber: p.integer(),
    /** The epoch that began behind it. */
    epoch: p.integer(),
  },
})
export class EventGap extends EventGapSchema.class {}
EventGapSchema.setClass(EventGap)

const IdempotencySchema = defineEntity({
  name: 'IdempotencyRecord',
  tableName: 'idempotency',
  indexes: [{ properties: ['createdAt'] }],
  properties: {
    merchantId: p.text().primary(),
    network: p.enum(networks).primary(),
    key: p.text().primary(),
    /** SHA-256 of method, path and body: the same key with another request is refused. */
    fingerprint: p.text(),
    /** The id and moment that every try of this request uses. */
    seedId: p.text(),
    seedAt: p.datetime(),
    responseStatus: p.integer().nullable(),
    responseBody: p.text().nullable(),
    /** Tries of which it is not known that they came to nothing. At 0, without an answer, the key is free. */
    triesUnderWay: p.integer().default(1),
    /** Real database time: the life of an answer does not follow the test clock. */
    createdAt: p.datetime(),
  },
})
export class IdempotencyRecord extends IdempotencySchema.class {}
IdempotencySchema.setClass(IdempotencyRecord)
