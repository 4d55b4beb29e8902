/** Transitions upon a freeze of the contract, and upon its end. */
import { type EventOf, eventOf } from '../../event-of.ts'
import type { SubscriptionEvent } from '../subscription.events.ts'
import { stopCharge } from './actions.ts'

type ChainFrozen = EventOf<SubscriptionEvent, 'chain.frozen'>
type ChainUnfrozen = EventOf<SubscriptionEvent, 'chain.unfrozen'>

const isLatestFreeze = { type: 'isNewerThanKnown', params: eventOf<ChainFrozen> } as const
const isLatestUnfreeze = { type: 'isNewerThanKnown', params: eventOf<ChainUnfrozen> } as const

/** The contract was frozen, by anybody: nothing can be charged any more. */
export const frozen = [
  {
    guard: isLatestFreeze,
    target: '#Paused',
    actions: [
      stopCharge('Paused'),
      { type: 'recordFrozen', params: eventOf<ChainFrozen> },
      'clearReason',
    ],
  },
  {},
] as const

/** The contract was unfrozen; the event holds when the next charge is due. */
export const unfrozen = [
  {
    guard: isLatestUnfreeze,
    target: '#Current',
    reenter: true,
    actions: { type: 'recordUnfrozen', params: eventOf<ChainUnfrozen> },
  },
  {},
] as const

/**
 * The subscription was ended for want of a charge that nobody could make: its contract had been
 * frozen, or had got another due time by an unfreeze.
 */
export const frozenAfterAll = [
  {
    guard: { type: 'isFrozenWithinGrace', params: eventOf<ChainFrozen> },
    target: '#Paused',
    actions: [{ type: 'recordFrozen', params: eventOf<ChainFrozen> }, 'clearReason'],
  },
  {},
] as const

export const unfrozenAfterAll = [
  {
    guard: { type: 'isFrozenWithinGrace', params: eventOf<ChainUnfrozen> },
    target: '#Current',
    actions: { type: 'recordUnfrozen', params: eventOf<ChainUnfrozen> },
  },
  // The contract went on before it was ended: what was paid for ends as much later.
  {
    guard: isLatestUnfreeze,
    actions: { type: 'recordUnfrozenAside', params: eventOf<ChainUnfrozen> },
  },
  {},
] as const

type Pause = EventOf<SubscriptionEvent, 'subscription.pause'>

export const recordResume = { type: 'recordResume', params: eventOf<Pause> } as const

export const pauseNow = {
  guard: { type: 'mayPause', params: eventOf<Pause> },
  target: '#PendingPause',
  actions: [stopCharge('Paused'), 'clearReason', recordResume, 'requestFreeze'],
  meta: { label: 'Pause', roles: ['merchant', 'payer'] },
} as const
