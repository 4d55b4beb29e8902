/** What the checkout page reads of a payment: no credentials, so only what its payer may know. */
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import { Payment } from '../tables/actors.ts'
import { Merchant } from '../tables/merchants.ts'
import { toStoredActor } from './stored-actor.ts'

export type PaymentOfAnyone = { actor: StoredActor; merchantName: string }

/** Returns anybody's payment, with the name of who asks for it; null where there is none. */
export async function findPaymentOfAnyone(
  { orm }: Database,
  id: string,
): Promise<PaymentOfAnyone | null> {
  const em = orm.em.fork()
  const payment = await em.findOne(Payment, { id })
  if (!payment) return null
  const merchant = await em.findOne(Merchant, { id: payment.merchantId }, { fields: ['name'] })
  return { actor: toStoredActor('payment', payment), merchantName: merchant?.name ?? '' }
}
