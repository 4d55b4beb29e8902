/** Strays: money at a payment's deposit address on another chain than the payment's. */
import { defineEntity, p } from '@mikro-orm/core'

const StrayWatchSchema = defineEntity({
  name: 'StrayWatch',
  tableName: 'stray_watch',
  indexes: [{ properties: ['blockchain', 'checkAt'] }, { properties: ['blockchain', 'createdAt'] }],
  properties: {
    /** The other chain. */
    blockchain: p.text().primary(),
    paymentId: p.text().primary(),
    /** The payment's, in real database time. */
    createdAt: p.datetime(),
    /** Real database time of the next check of the address's balance there. */
    checkAt: p.datetime(),
  },
})
export class StrayWatch extends StrayWatchSchema.class {}
StrayWatchSchema.setClass(StrayWatch)

const StrayDepositSchema = defineEntity({
  name: 'StrayDeposit',
  tableName: 'stray_deposit',
  indexes: [{ properties: ['paymentId'] }],
  properties: {
    /** The other chain. */
    blockchain: p.text().primary(),
    paymentId: p.text().primary(),
    token: p.text().primary(),
    /** The token's code in the chains file. */
    asset: p.text(),
    decimals: p.integer(),
    /** Base units that lay there at the last check; none once they were swept. */
    amount: p.decimal('string').precision(78).scale(0),
    /** Real database time of the first check that found any. */
    seenAt: p.datetime(),
  },
})
export class StrayDeposit extends StrayDepositSchema.class {}
StrayDepositSchema.setClass(StrayDeposit)
