/** Finds the subscriptions of a session's customer; those of anybody else are as unknown as random addresses. */
import type { StoredActor } from '../../shared/stored-actor.ts'
import { type Asker, listAccepted } from '../../core/accepted/accepted-commands.ts'
import { findActor } from '../../store/views/actors.ts'
import { findStandstills } from '../../store/views/payers/standstills.ts'
import { findNewestPermits } from '../../store/views/payers/permits.ts'
import { findPlans } from '../../store/views/payers/plans.ts'
import { withoutUsedRights } from '../../store/views/payers/withdrawals.ts'
import type { CustomerCaller } from '../authentication/customer.ts'
import { unknownId } from '../unknown-id.ts'
import { type OwnSubscription, toOwnSubscription } from './subscription-view.ts'
import type { WithDirectory } from '../../store/parts.ts'

type StoredSubscription = StoredActor<'subscription'>

/** @throws SubscriptionNotFound where the customer has none at this address */
export async function requireOwnSubscription(
  { database }: WithDirectory,
  { owner, customerId }: CustomerCaller,
  contractAddress: string,
): Promise<StoredSubscription> {
  const found = await findActor(database, 'subscription', contractAddress, owner)
  if (found?.snapshot.context.customerId === customerId) return found
  throw unknownId(owner, 'subscription', contractAddress)
}

/** Returns whose commands the token may send. */
export const askerOf = ({ may }: CustomerCaller): Asker =>
  may === 'leave' ? 'leavingPayer' : 'payer'

/** Describes subscriptions of the customer as this session sees them. */
export async function describeOwn(
  { database, directory, clock }: WithDirectory,
  customer: CustomerCaller,
  found: StoredSubscription[],
): Promise<OwnSubscription[]> {
  const ids = found.map(({ snapshot }) => snapshot.context.planId)
  const [shown, plans, standstills, permits] = await Promise.all([
    withoutUsedRights(database, found),
    findPlans(database, customer.owner, ids),
    findStandstills(database, found),
    findNewestPermits(
      database,
      found.map(({ id }) => id),
    ),
  ])
  return shown.map((actor) => {
    const plan = plans.get(actor.snapshot.context.planId)
    if (!plan) throw new Error(`the plan of ${actor.id} is not there`)
    const now = clock.now()
    const actions = listAccepted(askerOf(customer), actor, now)
    const statusSince = standstills.get(actor.id) ?? null
    const permit = permits.get(actor.id) ?? null
    return toOwnSubscription(actor, {
      plan,
      permit,
      directory,
      actions,
      now,
      statusSince,
    })
  })
}

/** Describes one subscription like `describeOwn`. */
export async function describeOwnOne(
  dependencies: WithDirectory,
  customer: CustomerCaller,
  found: StoredSubscription,
): Promise<OwnSubscription> {
  const [described] = await describeOwn(dependencies, customer, [found])
  return described!
}
