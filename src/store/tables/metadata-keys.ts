/** The keys of the merchants' own metadata: a trigger writes them with the rows that have them. */
import { defineEntity, p } from '@mikro-orm/core'
import { networks } from '../../shared/network.ts'

export const kindsWithMetadata = ['payment', 'subscription'] as const

const MetadataKeySchema = defineEntity({
  name: 'MetadataKey',
  tableName: 'metadata_key',
  properties: {
    merchantId: p.text().primary(),
    network: p.enum(networks).primary(),
    kind: p.enum(kindsWithMetadata).primary(),
    key: p.text().primary(),
  },
})
export class MetadataKey extends MetadataKeySchema.class {}
MetadataKeySchema.setClass(MetadataKey)
