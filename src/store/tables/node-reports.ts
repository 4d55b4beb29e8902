/** The state of each chain's nodes, for the operator. */
import { defineEntity, p } from '@mikro-orm/core'

const ChainNodeSchema = defineEntity({
  name: 'ChainNode',
  tableName: 'chain_node',
  properties: {
    blockchain: p.text().primary(),
    /** Its place in the chains file. */
    position: p.integer().primary(),
    /** Scheme and host; the rest of an address may be a secret. */
    name: p.text(),
    headNumber: p.bigint('number').nullable(),
    /** The chain's own time at that block. */
    headTime: p.datetime().nullable(),
    /** Real database time. */
    headSeenAt: p.datetime().nullable(),
    errorCount: p.bigint('number').defaultRaw('0'),
    lastError: p.text().nullable(),
    lastErrorAt: p.datetime().nullable(),
    /** The requests that it is known to refuse. */
    lacks: p.json<string[]>(),
    /** The number of blocks of which it gives logs at once, as far as is known. */
    logRange: p.integer(),
    /** Null while it never asked for less. */
    requestsPerSecond: p.integer().nullable(),
    reportedAt: p.datetime(),
  },
})
export class ChainNode extends ChainNodeSchema.class {}
ChainNodeSchema.setClass(ChainNode)
