/** What is remembered of a chain's nodes: that they do not agree, and what they should not have said. */
import { defineEntity, p } from '@mikro-orm/core'

/** Why nothing is credited on a chain at the moment. */
const CreditWaitSchema = defineEntity({
  name: 'CreditWait',
  tableName: 'credit_wait',
  properties: {
    blockchain: p.text().primary(),
    reason: p.enum(['NodesSilent', 'NodesBehind', 'NodesDiffer'] as const),
    detail: p.text(),
    /** Real database time, as is `seenAt`. */
    since: p.datetime(),
    seenAt: p.datetime(),
  },
})
export class CreditWait extends CreditWaitSchema.class {}
CreditWaitSchema.setClass(CreditWait)

/** What a node said and should not have, counted by kind. */
const NodeAnomalySchema = defineEntity({
  name: 'NodeAnomaly',
  tableName: 'node_anomaly',
  properties: {
    blockchain: p.text().primary(),
    /** The host of its address. */
    node: p.text().primary(),
    what: p.text().primary(),
    /** Of the last time. */
    detail: p.text(),
    times: p.bigint('number'),
    /** Real database time, as is `lastAt`. */
    firstAt: p.datetime(),
    lastAt: p.datetime(),
  },
})
export class NodeAnomaly extends NodeAnomalySchema.class {}
NodeAnomalySchema.setClass(NodeAnomaly)

/** What nodes differ about now, so that something waits. */
const NodeDifferenceSchema = defineEntity({
  name: 'NodeDifference',
  tableName: 'node_difference',
  properties: {
    blockchain: p.text().primary(),
    /** A transaction, a node, or what is previewed. */
    subject: p.text().primary(),
    what: p.enum(['Receipt', 'BelowCursor', 'Reorganisation', 'Head', 'Preview'] as const),
    /** What which nodes say, by their hosts. */
    detail: p.text(),
    /** Real database time, as is `seenAt`. */
    since: p.datetime(),
    seenAt: p.datetime(),
  },
})
export class NodeDifference extends NodeDifferenceSchema.class {}
NodeDifferenceSchema.setClass(NodeDifference)
