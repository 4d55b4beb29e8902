/** Resolves an address such as `/subscriptions/0x…` to the thing it names, of whatever kind. */
import { getAddress, isAddress } from 'viem'
import type { z } from 'zod'
import { customerActorId } from '../../../shared/customer-actor-id.ts'
import { findUnbornCustomer } from '../../../store/views/explained/customer-without-actor.ts'
import { Problem, type ProblemCode } from '../../../shared/problems.ts'
import { actorKinds, type StoredActor } from '../../../shared/stored-actor.ts'
import { findActor } from '../../../store/views/actors.ts'
import { requireActor } from '../../commands.ts'
import type { Call } from '../../routing/route.ts'
import { IdParams, PathText } from '../../schemas/path.ts'
import { pluralOf } from '../../unknown-id.ts'
import { toVerificationTarget } from '../setup/verification.routes.ts'

export const entityPath = '/dashboard/api/{network}/{entity}/{id}'
const entities = actorKinds.map(pluralOf).join(', ')
export const EntityParams = IdParams.extend({
  entity: PathText.meta({ description: `One of ${entities}` }),
})

export const entityProblems = [
  'NotFound',
  'PlanNotFound',
  'SubscriptionNotFound',
  'PaymentNotFound',
  'ChargeNotFound',
] satisfies ProblemCode[]

/**
 * Finds the actor that the address names; a customer also by the merchant's own name. Throws the problem for 404
 * where the merchant has none on this network.
 */
export async function findEntity({
  params: { entity, id },
  caller: { owner },
  dependencies,
}: Pick<
  Call<'member', z.output<typeof EntityParams>>,
  'params' | 'caller' | 'dependencies'
>): Promise<StoredActor> {
  const kind = actorKinds.find(
    (candidate) => entity === candidate || entity === pluralOf(candidate),
  )
  if (!kind)
    throw new Problem('NotFound', `There is nothing called '${entity}'; use one of ${entities}.`)
  if (kind === 'verification' && id === owner.merchantId)
    return requireActor(dependencies, toVerificationTarget(id))
  if (kind === 'customer') {
    const named = customerActorId(owner, id)
    const customer =
      (await findActor(dependencies.database, kind, named, owner)) ??
      (await findUnbornCustomer(dependencies.database, owner, id))
    if (customer) return customer
  }
  return requireActor(dependencies, { kind, entityId: isAddress(id) ? getAddress(id) : id, owner })
}
