/**
 * The words by which people find things: triggers write them with the rows that have them, and the watcher the addresses of
 * who paid.
 */
import { defineEntity, p } from '@mikro-orm/core'
import { networks } from '../../shared/network.ts'

/** What has words of its own. A charge is found by its subscription's. */
export const kindsWithWords = ['payment', 'subscription', 'plan', 'customer', 'payer'] as const
export type KindWithWords = (typeof kindsWithWords)[number]

const SearchWordSchema = defineEntity({
  name: 'SearchWord',
  tableName: 'search_word',
  properties: {
    merchantId: p.text().primary(),
    network: p.enum(networks).primary(),
    word: p.text().collation('C').primary(),
    kind: p.enum(kindsWithWords).primary(),
    createdAt: p.datetime().primary(),
    id: p.text().primary(),
  },
})
export class SearchWord extends SearchWordSchema.class {}
SearchWordSchema.setClass(SearchWord)
