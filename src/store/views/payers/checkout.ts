/** Reads payments for the checkout page, which sends no credentials: only what the payer may know. */
import type { StoredActor } from '../../../shared/stored-actor.ts'
import type { Database } from '../../database.ts'
import { Payment } from '../../tables/actors.ts'
import { Merchant } from '../../tables/merchants.ts'
import { listReturnHosts } from '../../merchants/pages/return-hosts.ts'
import { toStoredActor } from '../../actor-row.ts'

export type PaymentOfAnyone = {
  actor: StoredActor<'payment'>
  merchantName: string
  returnHosts: string[]
}

/** Returns the payment of any merchant, with the merchant's public data; null where there is none. */
export async function findPaymentOfAnyone(
  database: Database,
  id: string,
): Promise<PaymentOfAnyone | null> {
  const em = database.orm.em.fork()
  const payment = await em.findOne(Payment, { id })
  if (!payment) return null
  const { merchantId, network } = payment
  const [merchant, returnHosts] = await Promise.all([
    em.findOne(Merchant, { id: merchantId }, { fields: ['name'] }),
    listReturnHosts({ database }, { merchantId, network }),
  ])
  return {
    actor: toStoredActor('payment', payment),
    merchantName: merchant?.name ?? '',
    returnHosts,
  }
}
