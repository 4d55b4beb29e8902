/** The tables for signing and paying for transactions: nonce lanes, signed bytes, gas and its limits. */
import { defineEntity, p } from '@mikro-orm/core'
import { networks } from '../../shared/network.ts'

const wei = () => p.decimal('string').precision(78).scale(0)

const NonceLaneSchema = defineEntity({
  name: 'NonceLane',
  tableName: 'nonce_lane',
  properties: {
    blockchain: p.text().primary(),
    wallet: p.text().primary(),
    /** The next nonce that we give out. */
    nextNonce: p.integer(),
    /** The number of the wallet's transactions that the chain has mined, at the last check. */
    minedNonce: p.integer().nullable(),
    /** Real database time of that check. */
    checkedAt: p.datetime().nullable(),
    /** The reason why the lane does not move on, for an operator; null where it does. */
    heldUpBy: p.text().nullable(),
    heldUpSince: p.datetime().nullable(),
    /** The way in which the lane was mended last. */
    healedBy: p.text().nullable(),
    healedAt: p.datetime().nullable(),
    /** The number of its transactions that nodes have refused since one was mined. */
    refusals: p.integer().default(0),
    /** Until this moment of real database time no transaction is begun, because nodes refuse. */
    restsUntil: p.datetime().nullable(),
  },
})
export class NonceLane extends NonceLaneSchema.class {}
NonceLaneSchema.setClass(NonceLane)

const SignedTransactionSchema = defineEntity({
  name: 'SignedTransaction',
  tableName: 'signed_transaction',
  indexes: [{ properties: ['transactionId'] }, { properties: ['blockchain', 'wallet', 'nonce'] }],
  properties: {
    hash: p.text().primary(),
    transactionId: p.text(),
    blockchain: p.text(),
    wallet: p.text(),
    nonce: p.integer(),
    /** The bytes that are sent, always these. */
    raw: p.text(),
    maxFeePerGas: wei(),
    maxPriorityFeePerGas: wei(),
    signedAt: p.datetime(),
    /**
     * The reason why they are not sent any more. Moved: the transaction has another nonce now, and this
     * one is given to no other. ChainReset: the chain that they were signed for is gone.
     */
    setAside: p.enum(['Moved', 'ChainReset', 'TooDear'] as const).nullable(),
  },
})
export class SignedTransaction extends SignedTransactionSchema.class {}
SignedTransactionSchema.setClass(SignedTransaction)

const GasSpentSchema = defineEntity({
  name: 'GasSpent',
  tableName: 'gas_spent',
  indexes: [{ properties: ['blockchain', 'wallet', 'at'] }],
  properties: {
    transactionId: p.text().primary(),
    blockchain: p.text(),
    wallet: p.text(),
    /** The cost of the mined transaction, data fee included. */
    wei: wei(),
    /** Real database time at which it was seen mined. */
    at: p.datetime(),
  },
})
export class GasSpent extends GasSpentSchema.class {}
GasSpentSchema.setClass(GasSpent)

const GasPriceSchema = defineEntity({
  name: 'GasPrice',
  tableName: 'gas_price',
  properties: {
    blockchain: p.text().primary(),
    /** The highest price of a unit of gas, as it would be offered now. */
    worstWei: wei(),
    /** The data fee of a charge in a transaction of its own. */
    dataFeeWei: wei(),
    seenAt: p.datetime(),
  },
})
export class GasPrice extends GasPriceSchema.class {}
GasPriceSchema.setClass(GasPrice)

const GasLimitSchema = defineEntity({
  name: 'GasLimit',
  tableName: 'gas_limit',
  properties: {
    merchantId: p.text().primary(),
    network: p.enum(networks).primary(),
    blockchain: p.text().primary(),
    weiPerCharge: wei().nullable(),
    weiPerDay: wei().nullable(),
    /** The most that the gas of a charge may cost, in percent of its amount. */
    sharePercent: p.decimal('string').precision(9).scale(4).nullable(),
    /** Whether the gas wallet sends payers' permits. */
    relaysPermits: p.boolean().default(true),
  },
})
export class GasLimit extends GasLimitSchema.class {}
GasLimitSchema.setClass(GasLimit)
