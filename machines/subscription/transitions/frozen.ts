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
  // The contract went on before it was ended: what was paid for ends as much later. Not after a freeze that changed
  // nothing here, because access went on meanwhile.
  {
    guard: { type: 'isUnfreezeOfKnownPause', params: eventOf<ChainUnfrozen> },
    actions: { type: 'recordUnfrozenAside', params: eventOf<ChainUnfrozen> },
  },
  {},
] as const

type PauseUntil = EventOf<SubscriptionEvent, 'subscription.pauseUntil'>

const recordResume = { type: 'recordResume', params: eventOf<PauseUntil> } as const

const pauseNow = {
  guard: 'mayPause',
  target: '#PendingPause',
  actions: [stopCharge('Paused'), 'clearReason', 'forgetResume', 'requestFreeze'],
  meta: { label: 'Pause', roles: ['merchant', 'payer'] },
} as const

const pauseUntilThen = {
  guard: { type: 'mayPauseUntil', params: eventOf<PauseUntil> },
  target: '#PendingPause',
  actions: [stopCharge('Paused'), 'clearReason', recordResume, 'requestFreeze'],
  meta: { label: 'Pause until', roles: ['merchant', 'payer'] },
} as const

/** While nothing is paused: a pause that lasts until somebody ends it, or one that ends by itself. */
export const pauses = {
  'subscription.pause': pauseNow,
  'subscription.pauseUntil': pauseUntilThen,
} as const

/** Gives the pause that is asked for, or there, another end. A wish that cannot be kept is refused, and never dropped. */
export const changeEnd = {
  guard: { type: 'mayChangeResume', params: eventOf<PauseUntil> },
  actions: recordResume,
  meta: pauseUntilThen.meta,
} as const

/** Takes the end from the pause that is asked for, or there: it lasts until somebody ends it. */
export const dropEnd = {
  guard: 'mayForgetResume',
  actions: 'forgetResume',
  meta: { label: 'Pause without an end', roles: ['merchant', 'payer'] },
} as const

/** The pause has no end already. */
export const noEnd = { guard: 'hasNoResume' } as const

/** The pause has that end already. */
export const sameEnd = { guard: { type: 'isToResumeThen', params: eventOf<PauseUntil> } } as const
