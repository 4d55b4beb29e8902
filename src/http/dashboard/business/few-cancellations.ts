/** A cancellation cannot be taken back, and costs gas: many of them are for who may, and has just proven who they are. */
import { countCancellation } from '../../../store/people/cancellations.ts'
import { cancellationsPerDayMax } from '../../../store/people/rights.ts'
import { requireProof } from '../../authentication/proof.ts'
import { requireRightOf } from '../../authentication/rights.ts'
import type { Call } from '../../routing/route.ts'

/** Counts a cancellation; one too many of a day throws `Forbidden` without the right, `SecondFactorRequired` without a proof. */
export async function requireFewCancellations({
  caller,
  dependencies,
}: Pick<Call<'member'>, 'caller' | 'dependencies'>): Promise<void> {
  const { account, owner } = caller
  const count = await countCancellation(dependencies, account.id, owner)
  if (count <= cancellationsPerDayMax) return
  requireRightOf({ role: account.role, network: owner.network, right: 'cancelMany' })
  await requireProof(dependencies, caller)
}
