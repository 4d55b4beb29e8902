/** The tables about disagreement between a chain's nodes, and about answers that no node should give. */
import { defineEntity, p } from '@mikro-orm/core'

/** The reason why nothing is credited on a chain at the moment. */
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

/** Answers that a node should not have given, counted by kind. */
const NodeAnomalySchema = defineEntity({
  name: 'NodeAnomaly',
  tableName: 'node_anomaly',
  properties: {
    blockchain: p.text().primary(),
    /** The host of its address. */
    node: p.text().primary(),
    what: p.text().primary(),
    detail: p.text(),
    times: p.bigint('number'),
    /** Real database time, as is `lastAt`. */
    firstAt: p.datetime(),
    lastAt: p.datetime(),
  },
})
export class NodeAnomaly extends NodeAnomalySchema.class {}
NodeAnomalySchema.setClass(NodeAnomaly)

/** Differences between nodes because of which something waits now. */
const NodeDifferenceSchema = defineEntity({
  name: 'NodeDifference',
  tableName: 'node_difference',
  properties: {
    blockchain: p.text().primary(),
    /** A transaction, a node, what is previewed, or what none says. */
    subject: p.text().primary(),
    what: p.enum([
      'Receipt',
      'BelowCursor',
      'Reorganisation',
      'Head',
      'Preview',
      'Prices',
    ] as const),
    /** The answers of the nodes, by their hosts. */
    detail: p.text(),
    /** Real database time, as is `seenAt`. */
    since: p.datetime(),
    seenAt: p.datetime(),
  },
})
export class NodeDifference extends NodeDifferenceSchema.class {}
NodeDifferenceSchema.setClass(NodeDifference)
