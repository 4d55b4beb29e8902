import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import { type DepositResource, toDepositResource } from '../resources/deposit.ts'
import { findHead, listDeposits } from './deposits.ts'

/** Lists the transfers of a payment that the caller was shown to own, the newest first. */
export async function listDepositResources(
  database: Database,
  { id, merchantId, network, snapshot }: StoredActor<'payment'>,
  limitMax: number,
): Promise<DepositResource[]> {
  const payment = snapshot.context
  const [deposits, head] = await Promise.all([
    listDeposits(database, { merchantId, network }, id, limitMax),
    findHead(database, payment.blockchain),
  ])
  return deposits.map((deposit) => toDepositResource(payment, deposit, head))
}
