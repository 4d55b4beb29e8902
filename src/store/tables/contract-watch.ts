/** Contracts of subscriptions that are asked, now and then, whether their logs tell everything. */
import { defineEntity, p } from '@mikro-orm/core'

const ContractWatchSchema = defineEntity({
  name: 'ContractWatch',
  tableName: 'contract_watch',
  indexes: [{ properties: ['blockchain', 'lookAt'] }, { properties: ['blockchain', 'createdAt'] }],
  properties: {
    contractAddress: p.text().primary(),
    blockchain: p.text(),
    /** The subscription's, in real database time. */
    createdAt: p.datetime(),
    /** Up to this block the stored logs tell where the contract stands. */
    knownAt: p.bigint('number'),
    /** Up to this block logs were searched for what is missing; null where nothing is missing. */
    readUpTo: p.bigint('number').nullable(),
    /** Real database time of the next look, as is `lookedAt` of the last. */
    lookAt: p.datetime(),
    lookedAt: p.datetime(),
  },
})
export class ContractWatch extends ContractWatchSchema.class {}
ContractWatchSchema.setClass(ContractWatch)
