/** Holds what payers' wallets held when the chain was last asked: one row for each wallet and token. */
import { defineEntity, p } from '@mikro-orm/core'

const PayerFundsSchema = defineEntity({
  name: 'PayerFunds',
  tableName: 'payer_funds',
  indexes: [{ properties: ['wallet'] }],
  properties: {
    blockchain: p.text().primary(),
    token: p.text().primary(),
    payer: p.text().primary(),
    /** Base units, after everything in the block. */
    balance: p.decimal('string').precision(78).scale(0),
    blockNumber: p.bigint('number'),
    /** Real database time when the chain was asked. */
    seenAt: p.datetime(),
    /** All three of its key in one, as subscriptions have it. */
    wallet: p
      .uuid()
      .generated('(md5((blockchain || token) || payer)::uuid) stored')
      .ignoreSchemaChanges('extra'),
  },
})
export class PayerFunds extends PayerFundsSchema.class {}
PayerFundsSchema.setClass(PayerFunds)
