/** What came for a payment, for its merchant. */
import type { PaymentContext } from '../../../machines/payment/payment.context.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../../store/database.ts'
import { type DepositResource, toDepositResource } from '../../store/resources/deposit.ts'
import { headOf, listDeposits } from '../../store/views/deposits.ts'
import { limitMax } from '../schemas/query.ts'

/** Lists the newest 1,000 transfers to a payment that the caller was shown to own. */
export async function describeDeposits(
  database: Database,
  { id, merchantId, network, snapshot }: StoredActor,
): Promise<DepositResource[]> {
  const payment = snapshot.context as PaymentContext
  const [deposits, head] = await Promise.all([
    listDeposits(database, { merchantId, network }, id, limitMax),
    headOf(database, payment.blockchain),
  ])
  return deposits.map((deposit) => toDepositResource(payment, deposit, head))
}
