/** Answers whether a customer may use the product, from the subscriptions themselves and the clock. */
import type { Owner } from '../shared/owner.ts'
import { customerActorId } from '../shared/customer-actor-id.ts'
import type { StoredActor } from '../shared/stored-actor.ts'
import type { CustomerResource } from '../core/resources/customer.ts'
import { accessOf, willChargeAt } from '../core/resources/subscription-outlook.ts'
import { findActor } from '../store/views/actors.ts'
import { findDecidingSubscriptions } from '../store/views/customers.ts'
import type { WithClock } from '../store/parts.ts'

/** The subscriptions in one answer; of more, those that say most. */
export const subscriptionsShownMax = 20
type AccessQuestion = { customerId: string; planId?: string | undefined }
export type CustomerAnswer = Awaited<ReturnType<typeof findCustomer>>

/** Finds a customer by the merchant's name; null where no subscription has it. */
export async function findCustomer(
  { database, clock }: WithClock,
  owner: Owner,
  wanted: AccessQuestion,
) {
  const [{ subscriptions, total }, actor] = await Promise.all([
    findDecidingSubscriptions(database, owner, wanted, subscriptionsShownMax),
    findActor(database, 'customer', customerActorId(owner, wanted.customerId), owner),
  ])
  const now = clock.now().getTime()
  const shown = subscriptions.map((one) => describe(one, now))
  const deciding = shown.find(({ hasAccess }) => hasAccess) ?? newestOf(subscriptions, now)
  if (!deciding) return null
  const { contractAddress, hasAccess, accessUntil, reason } = deciding
  const isTold =
    wanted.planId === undefined && actor?.status === (hasAccess ? 'WithAccess' : 'WithoutAccess')
  const customer: CustomerResource = {
    customerId: wanted.customerId,
    hasAccess,
    accessUntil,
    reason,
    since: isTold ? actor.snapshot.context.since : null,
    contractAddress,
  }
  return { ...customer, subscriptionCount: total, subscriptions: shown }
}

/** Describes what one subscription says at a moment: a grant whose time is over grants nothing any more. */
function describe(
  { status, phase, snapshot: { context } }: StoredActor<'subscription'>,
  now: number,
) {
  const standing = { status, phase, context: { ...context, now } }
  const { until, reason } = accessOf(standing)
  return {
    contractAddress: context.contractAddress,
    planId: context.planId,
    status,
    phase: phase || status,
    hasAccess: until !== null,
    accessUntil: until,
    reason,
    willChargeAt: willChargeAt(standing),
  }
}

/** Without access, the newest subscription tells why. */
function newestOf(subscriptions: StoredActor<'subscription'>[], now: number) {
  const byAge = subscriptions.toSorted((one, other) =>
    other.snapshot.context.createdAt.localeCompare(one.snapshot.context.createdAt),
  )
  return byAge[0] && describe(byAge[0], now)
}
