/** The conditions of charges. */
import { createHash } from 'node:crypto'
import type { StatusOf } from '../../../machines/actors.ts'
import type { Owner } from '../../shared/owner.ts'
import type { ParameterValue } from './query-parameters.ts'

/** A filter of charges; a field that is left out, or an empty list, filters nothing. */
export type ChargeFilter = {
  statusIn?: StatusOf['charge'][]
  planId?: string | undefined
  customerId?: string | undefined
  contractAddress?: string | undefined
  metadata?: string | undefined
  /** When the money moved or is due: from this moment on, and before that one. */
  chargeDateFrom?: Date | undefined
  chargeDateTo?: Date | undefined
}

/** The index holds the hash: a metadata text may be longer than an index takes. */
export const hashMetadata = (text: string): string => createHash('md5').update(text).digest('hex')

/** The conditions of a filter, beside the owner's. */
export function chargeConditions(
  filter: ChargeFilter,
  owner: Owner,
  value: ParameterValue,
): (string | false)[] {
  const { statusIn = [], planId, customerId, contractAddress, metadata } = filter
  const { chargeDateFrom, chargeDateTo } = filter
  const ownedBy = () =>
    `merchant_id = ${value(owner.merchantId)} and network = ${value(owner.network)}`
  return [
    statusIn.length > 0 && `status = any(${value(statusIn)})`,
    customerId !== undefined && `customer_id = ${value(customerId)}`,
    contractAddress !== undefined && `contract_address = ${value(contractAddress)}`,
    planId !== undefined &&
      `contract_address in (select id from subscription where ${ownedBy()} and plan_id = ${value(planId)})`,
    metadata !== undefined && `metadata_hash = ${value(hashMetadata(metadata))}`,
    // ISO 8601 in UTC: text order is time order.
    chargeDateFrom !== undefined && `charge_date >= ${value(chargeDateFrom.toISOString())}`,
    chargeDateTo !== undefined && `charge_date < ${value(chargeDateTo.toISOString())}`,
  ]
}
