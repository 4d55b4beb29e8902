/** The terms of the subscription that a switch makes: the same plan, beginning where the other one leaves off. */
import {
  activateUntilOf,
  type SubscriptionInput,
} from '../../../../machines/subscription/subscription.events.ts'
import { findPlace } from '../../../../src/http/switch-plan.ts'
import {
  findSwitchTimes,
  hasEnded,
  type SwitchTime,
} from '../../../../src/core/accepted/switch-times.ts'
import { requireKind } from '../../../../src/shared/stored-actor.ts'
import type { World } from '../../../../src/core/simulating/world.ts'

/**
 * Whether the API would make another one: a draft of the same switch that is not approved yet is given again. After the
 * end it makes one that has nothing to do with the old one, which is left out here.
 */
export function maySwitch([old, ...others]: readonly World[], when: SwitchTime): boolean {
  const drafts = others.filter(({ subscription }) => subscription.actor.status === 'Draft')
  const isMade = drafts.some(
    ({ contract }) => (contract.terms.replaces?.when ?? 'KeepBoth') === when,
  )
  const actor = requireKind(old!.subscription.actor, 'subscription')
  if (isMade || hasEnded(actor)) return false
  return findSwitchTimes(actor, new Date(old!.nowMs)).includes(when)
}

/** `place`: which one of the customer's it is, from 1. */
export function switchTermsOf(world: World, when: SwitchTime, place: number): SubscriptionInput {
  const { subscription, contract, nowMs } = world
  const pausedSince = contract.frozenAtMs === null ? null : new Date(contract.frozenAtMs)
  const now = new Date(nowMs)
  const found = findPlace(requireKind(subscription.actor, 'subscription'), {
    when,
    now,
    pausedSince,
  })
  const startFrom = found.startFrom.toISOString()
  return {
    ...contract.terms,
    contractAddress: `0x${String(place).repeat(40)}`,
    startFrom,
    activateUntil: activateUntilOf(startFrom),
    createdAt: now.toISOString(),
    ...(found.replaces && { replaces: found.replaces }),
  }
}
