/**
 * The tables of watching and sending: deployments, cursors, seen blocks and logs, deposits.
 */
import { defineEntity, p } from '@mikro-orm/core'

const ChainDeploymentSchema = defineEntity({
  name: 'ChainDeployment',
  tableName: 'chain_deployment',
  properties: {
    blockchain: p.text().primary(),
    chainId: p.integer(),
    factory: p.text(),
    implementation: p.text(),
    depositFactory: p.text(),
    depositImplementation: p.text(),
    /** The watcher begins here. */
    fromBlock: p.bigint('number'),
    /** Token addresses by asset code. */
    tokens: p.json<Record<string, string>>(),
  },
})
export class ChainDeployment extends ChainDeploymentSchema.class {}
ChainDeploymentSchema.setClass(ChainDeployment)

const ChainCursorSchema = defineEntity({
  name: 'ChainCursor',
  tableName: 'chain_cursor',
  properties: {
    blockchain: p.text().primary(),
    revision: p.integer(),
    /** The last block whose logs are stored. */
    blockNumber: p.bigint('number'),
    blockHash: p.text(),
    /** The chain's own time at that block. */
    blockTime: p.datetime(),
    /** Real database time of the last poll. */
    seenAt: p.datetime(),
    /** Real database time at which a poll began that read up to the head of its node; null where none has since it is noted. */
    reachedHeadAt: p.datetime().nullable(),
    /** Up to this block transfers of unknown tokens were read; null before the first round. */
    unknownTokensReadTo: p.bigint('number').nullable(),
    /** Real database time of the last round of these; null where blocks of it are left. */
    unknownTokensReadAt: p.datetime().nullable(),
  },
})
export class ChainCursor extends ChainCursorSchema.class {}
ChainCursorSchema.setClass(ChainCursor)

const ChainBlockSchema = defineEntity({
  name: 'ChainBlock',
  tableName: 'chain_block',
  properties: {
    blockchain: p.text().primary(),
    number: p.bigint('number').primary(),
    hash: p.text(),
    parentHash: p.text(),
    timestamp: p.datetime(),
  },
})
export class ChainBlock extends ChainBlockSchema.class {}
ChainBlockSchema.setClass(ChainBlock)

const ChainLogSchema = defineEntity({
  name: 'ChainLog',
  tableName: 'chain_log',
  indexes: [
    { properties: ['blockchain', 'status', 'blockNumber'] },
    {
      name: 'chain_log_by_contract',
      properties: ['blockchain', 'contractAddress', 'blockNumber', 'logIndex'],
    },
    { properties: ['transactionHash'] },
  ],
  properties: {
    blockchain: p.text().primary(),
    blockHash: p.text().primary(),
    logIndex: p.integer().primary(),
    blockNumber: p.bigint('number'),
    blockTime: p.datetime(),
    transactionHash: p.text(),
    contractAddress: p.text(),
    event: p.text(),
    args: p.json<Record<string, unknown>>(),
    /**
     * Seen: not reported yet. Credited: reported to the actors. Retracting: no longer on the chain, and
     * still to be taken back. Reorged: no longer on the chain, and no longer counted.
     */
    status: p.enum(['Seen', 'Credited', 'Retracting', 'Reorged'] as const),
    /** Whether as many nodes as must agree reported the same of it, deep enough; only then it is credited. */
    agreed: p.boolean().default(false),
    /** Real database time when the nodes were last asked and did not agree. */
    askedAt: p.datetime().nullable(),
    /** The host of the node that reported it; null where that is not known. */
    reportedBy: p.text().nullable(),
  },
})
export class ChainLog extends ChainLogSchema.class {}
ChainLogSchema.setClass(ChainLog)

const DepositLogSchema = defineEntity({
  name: 'DepositLog',
  tableName: 'deposit_log',
  indexes: [
    { properties: ['blockchain', 'status', 'blockNumber'] },
    { properties: ['paymentId', 'blockNumber'] },
    { properties: ['transactionHash'] },
  ],
  properties: {
    blockchain: p.text().primary(),
    blockHash: p.text().primary(),
    /** Negative for what no log reported. */
    logIndex: p.integer().primary(),
    paymentId: p.text().primary(),
    blockNumber: p.bigint('number'),
    blockTime: p.datetime(),
    /** Null for what no log reported. */
    transactionHash: p.text().nullable(),
    /**
     * Transfer: came in. Swept: went on to the receiver. Found: came in without a log, as the
     * native coin does.
     */
    event: p.enum(['Transfer', 'Swept', 'Found'] as const),
    /** The zero address is the native coin. */
    token: p.text(),
    /** The sender, or the receiver; never an address to send money back to, because it may be an exchange's. */
    counterparty: p.text().nullable(),
    amount: p.decimal('string').precision(78).scale(0),
    /**
     * Seen: not reported yet. Reported: reported as seen. Confirmed: reported as confirmed. Retracting:
     * no longer on the chain, and still to be taken back. Reorged: no longer on the chain, and no longer counted.
     */
    status: p.enum(['Seen', 'Reported', 'Confirmed', 'Retracting', 'Reorged'] as const),
    /** Whether as many nodes as must agree reported the same of it, deep enough; only then it is confirmed. */
    agreed: p.boolean().default(false),
    /** Real database time when the nodes were last asked and did not agree. */
    askedAt: p.datetime().nullable(),
    /** Base units of it that were reported as confirmed: less than `amount` for tokens that keep a fee. */
    credited: p.decimal('string').precision(78).scale(0).default('0'),
    /** The host of the node that reported it; null where that is not known. */
    reportedBy: p.text().nullable(),
  },
})
export class DepositLog extends DepositLogSchema.class {}
DepositLogSchema.setClass(DepositLog)

const DepositWatchSchema = defineEntity({
  name: 'DepositWatch',
  tableName: 'deposit_watch',
  indexes: [
    { properties: ['blockchain', 'checkAt'] },
    { properties: ['blockchain', 'createdAt'] },
    {
      name: 'deposit_watch_live',
      properties: ['blockchain'],
      where: '(read_up_to IS NULL)',
    },
  ],
  properties: {
    paymentId: p.text().primary(),
    blockchain: p.text(),
    depositAddress: p.text(),
    /** The payment's, in real database time. */
    createdAt: p.datetime(),
    /** Null while its logs are read up to the cursor; else the last block whose logs were read. */
    readUpTo: p.bigint('number').nullable(),
    /** Up to this block the stored logs explain the balance of the address, as the nodes agree. */
    knownAt: p.bigint('number'),
    /** Up to this block missing logs were searched for; null where none were. */
    searchedTo: p.bigint('number').nullable(),
    /** Real database time when a search that found too little begins anew. */
    searchAnewAt: p.datetime().nullable(),
    /** Real database time of the next check of the address's balance. */
    checkAt: p.datetime(),
  },
})
export class DepositWatch extends DepositWatchSchema.class {}
DepositWatchSchema.setClass(DepositWatch)

const TestClockSchema = defineEntity({
  name: 'TestClock',
  tableName: 'test_clock',
  properties: {
    id: p.integer().primary(),
    offsetMs: p.bigint('number'),
  },
})
export class TestClockRow extends TestClockSchema.class {}
TestClockSchema.setClass(TestClockRow)
