/** The contracts of subscriptions whose state is checked now and then against their stored logs. */
import { defineEntity, p } from '@mikro-orm/core'

const ContractWatchSchema = defineEntity({
  name: 'ContractWatch',
  tableName: 'contract_watch',
  indexes: [{ properties: ['blockchain', 'checkAt'] }, { properties: ['blockchain', 'createdAt'] }],
  properties: {
    contractAddress: p.text().primary(),
    blockchain: p.text(),
    /** The subscription's, in real database time. */
    createdAt: p.datetime(),
    /** Up to this block the stored logs explain the contract's state. */
    knownAt: p.bigint('number'),
    /** Up to this block missing logs were searched for; null where none are missing. */
    readUpTo: p.bigint('number').nullable(),
    /** Real database time of the next check; `checkedAt` is that of the last one. */
    checkAt: p.datetime(),
    checkedAt: p.datetime(),
  },
})
export class ContractWatch extends ContractWatchSchema.class {}
ContractWatchSchema.setClass(ContractWatch)
