import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import {
  type DepositResource,
  type OtherDepositResource,
  toDepositResource,
  toOtherDepositResource,
} from '../../core/resources/deposit.ts'
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

/** Lists what came of other tokens: of the chain's own coin nobody sees who sent it, so that it is not among them. */
export async function listOtherDepositResources(
  database: Database,
  { id, merchantId, network, snapshot }: StoredActor<'payment'>,
  limitMax: number,
): Promise<OtherDepositResource[]> {
  const deposits = await listDeposits(database, { merchantId, network }, id, limitMax, 'Others')
  return deposits.map((deposit) => toOtherDepositResource(snapshot.context, deposit))
}
