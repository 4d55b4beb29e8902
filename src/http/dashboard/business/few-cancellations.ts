/** A cancellation cannot be taken back, and costs gas: many of them are for who may, and has just proven who they are. */
import { countCancellation } from '../../../store/people/cancellations.ts'
import { requireProof } from '../../authentication/proof.ts'
import { requireRightOf } from '../../authentication/rights.ts'
import type { Call } from '../../routing/route.ts'

/**
 * Counts a cancellation; one too many of the last 24 hours throws `Forbidden` without the right, `SecondFactorRequired`
 * without a proof, and is not counted then.
 */
export async function requireFewCancellations({
  caller,
  dependencies,
}: Pick<Call<'member'>, 'caller' | 'dependencies'>): Promise<void> {
  const { account, owner } = caller
  if (await countCancellation(dependencies, account.id, { mayMany: false })) return
  requireRightOf({ role: account.role, network: owner.network, right: 'cancelMany' })
  await requireProof(dependencies, caller)
  await countCancellation(dependencies, account.id, { mayMany: true })
}
