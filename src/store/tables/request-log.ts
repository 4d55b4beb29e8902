/** Logs what merchants' servers asked for, and what their people were refused: no bodies, and no secrets. */
import { defineEntity, p } from '@mikro-orm/core'
import { networks } from '../../shared/network.ts'
import { listIndex } from './list-index.ts'

const LoggedRequestSchema = defineEntity({
  name: 'LoggedRequest',
  tableName: 'request_log',
  indexes: [
    listIndex('request_log', 'status, method, operation_id, key_name, problem_code, is_replayed'),
    { properties: ['merchantId', 'network', 'requestId'] },
  ],
  properties: {
    id: p.text().primary(),
    merchantId: p.text(),
    network: p.enum(networks),
    /** `x-request-id`: the client's own, or ours. */
    requestId: p.text(),
    /** Null of what a person asked for. */
    keyName: p.text().nullable(),
    operationId: p.text(),
    method: p.text(),
    /** With the parameters that the call knows. */
    path: p.text(),
    status: p.integer(),
    durationMs: p.integer(),
    problemCode: p.text().nullable(),
    /** The answer of an earlier request with the same Idempotency-Key. */
    isReplayed: p.boolean(),
    address: p.text(),
    userAgent: p.text().nullable(),
    /** The e-mail of the person who asked; null of a server. */
    account: p.text().nullable(),
    /** Real time. */
    createdAt: p.datetime().index(),
  },
})
export class LoggedRequest extends LoggedRequestSchema.class {}
LoggedRequestSchema.setClass(LoggedRequest)
