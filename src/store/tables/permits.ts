/** Permits that payers have signed, one row for each. */
import { defineEntity } from '@mikro-orm/core'
import { actorColumns, text } from './actor-columns.ts'

const PermitSchema = defineEntity({
  name: 'Permit',
  tableName: 'permit',
  indexes: [
    { properties: ['contractAddress', 'createdAt'] },
    { properties: ['merchantId', 'network', 'customerId', 'createdAt'] },
    { properties: ['merchantId', 'network', 'createdAt'] },
    { properties: ['blockchain', 'payer', 'token'] },
  ],
  properties: {
    ...actorColumns<'permit'>(),
    contractAddress: text('contractAddress'),
    customerId: text('customerId'),
    blockchain: text('blockchain'),
    payer: text('payer'),
    token: text('token'),
    transactionId: text('transactionId'),
  },
})
export class Permit extends PermitSchema.class {}
PermitSchema.setClass(Permit)
