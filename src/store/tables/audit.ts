import { defineEntity, p } from '@mikro-orm/core'
import { networks } from '../../shared/network.ts'

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  indexes: [{ properties: ['merchantId', 'id'] }, { properties: ['accountId', 'id'] }],
  properties: {
    id: p.text().primary(),
    /** The merchant whose people may read it; null: operators alone. */
    merchantId: p.text().nullable(),
    /** Null: it is about both, or about neither. */
    network: p.enum(networks).nullable(),
    accountId: p.text(),
    email: p.text(),
    role: p.text(),
    /** The network address of the caller. */
    address: p.text().nullable(),
    /** The call's name in the API's description. */
    call: p.text(),
    /** The ids of the call's address. */
    subject: p.text(),
    asked: p.json<unknown>().nullable(),
    before: p.json<unknown>().nullable(),
    after: p.json<unknown>().nullable(),
    at: p.datetime(),
  },
})
/** The database refuses to change or delete its rows. */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry)
