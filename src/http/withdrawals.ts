/**
 * The right to withdraw is used once for a plan, by a customer and by a payer's address: whoever withdrew on the last
 * day and subscribed again would never pay.
 */
import { Problem } from '../shared/problems.ts'
import type { StoredActor } from '../shared/stored-actor.ts'
import { findUsedWithdrawal } from '../store/views/payers/withdrawals.ts'
import type { HttpDependencies } from './dependencies.ts'

/** @throws WithdrawalUsed where the same customer or payer withdrew from another subscription to the plan */
export async function requireUnusedWithdrawal(
  { database }: Pick<HttpDependencies, 'database'>,
  { id, merchantId, network, snapshot: { context } }: StoredActor<'subscription'>,
): Promise<void> {
  if (context.withdrawnAt !== null) return
  const used = await findUsedWithdrawal(database, { merchantId, network }, context)
  if (used === undefined || used === id) return
  throw new Problem(
    'WithdrawalUsed',
    'This customer or payer has withdrawn from a subscription to the same plan before, and that is granted once. Cancelling is possible at any time.',
  )
}
