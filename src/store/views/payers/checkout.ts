/** Reads payments for the checkout page, which sends no credentials: only what the payer may know. */
import type { StoredActor } from '../../../shared/stored-actor.ts'
import type { Database } from '../../database.ts'
import { Payment } from '../../tables/actors.ts'
import { findProfile, type Profile } from '../../merchants/pages/profile.ts'
import { listReturnHosts } from '../../merchants/pages/return-hosts.ts'
import { toStoredActor } from '../../actor-row.ts'

export type PaymentOfAnyone = {
  actor: StoredActor<'payment'>
  profile: Profile
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
  const owner = { merchantId: payment.merchantId, network: payment.network }
  const [profile, returnHosts] = await Promise.all([
    findProfile({ database }, owner),
    listReturnHosts({ database }, owner),
  ])
  return {
    actor: toStoredActor('payment', payment),
    profile,
    returnHosts,
  }
}
