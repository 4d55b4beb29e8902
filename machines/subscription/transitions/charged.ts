/** Transitions upon a charge that was made on chain, whoever made it, and upon late reports of one. */
import { type EventOf, eventOf } from '../../event-of.ts'
import type { SubscriptionEvent } from '../subscription.events.ts'
import { confirmOpen, confirmStopped, adopt, stopCharge } from './actions.ts'

type ChainCharged = EventOf<SubscriptionEvent, 'chain.charged'>

const isForNewPeriodOfOpenCharge = {
  type: 'isForNewPeriodOfOpenCharge',
  params: eventOf<ChainCharged>,
} as const

const isForStoppedCharge = {
  type: 'isForStoppedCharge',
  params: eventOf<ChainCharged>,
} as const

const isForNewPeriod = { type: 'isForNewPeriod', params: eventOf<ChainCharged> } as const

/** The contract charged a period that cannot have come yet. */
export const contradicts = {
  guard: { type: 'hasSkippedPeriods', params: eventOf<ChainCharged> },
  target: '#Error',
  actions: [
    stopCharge('ChainContradiction'),
    { type: 'recordReason', params: { reason: 'ChainContradiction' } },
  ],
} as const

/** A charge was made and the subscription is paid: it goes to Active, or stays there for the next period. */
export const landed = [
  contradicts,
  { guard: isForNewPeriodOfOpenCharge, target: '#Current', reenter: true, actions: confirmOpen },
  { guard: isForNewPeriod, target: '#Current', reenter: true, actions: adopt },
  {},
] as const

/** The same where a charge that a reorganisation had stopped may be the next one. */
export const landedInTurn = [
  { guard: isForStoppedCharge, target: '#Current', reenter: true, actions: confirmStopped },
  ...landed,
] as const

/** The subscription was ended for want of a charge that was made in time and read late: it goes on. */
export const paidAfterAll = [
  {
    guard: { type: 'isForOpenChargeInTime', params: eventOf<ChainCharged> },
    target: '#Current',
    actions: confirmOpen,
  },
  {
    guard: { type: 'isForNewPeriodInTime', params: eventOf<ChainCharged> },
    target: '#Current',
    actions: adopt,
  },
] as const

/**
 * The subscription had ended here, and its contract still charged: the charge is recorded, and the
 * contract cancelled for good. A charge that is open or stopped may be in that very transaction, so
 * it is the one that is confirmed.
 */
export const chargedThoughCancelled = [
  {
    guard: { type: 'isForOpenChargeAfterCancel', params: eventOf<ChainCharged> },
    target: '#PendingCancel',
    actions: [...confirmOpen, 'requestCancel'],
  },
  {
    guard: { type: 'isForStoppedChargeAfterCancel', params: eventOf<ChainCharged> },
    target: '#PendingCancel',
    actions: [...confirmStopped, 'requestCancel'],
  },
  {
    guard: { type: 'isForNewPeriodAfterCancel', params: eventOf<ChainCharged> },
    target: '#PendingCancel',
    actions: [...adopt, 'requestCancel'],
  },
] as const

/** A charge was made while the subscription is pausing, resuming or ending: it is recorded, and no more. */
export const landedAside = [
  { guard: isForNewPeriodOfOpenCharge, actions: confirmOpen },
  { guard: isForStoppedCharge, actions: confirmStopped },
  { guard: isForNewPeriod, actions: adopt },
  {},
] as const

/** Late reports of a charge that is no longer waited for. */
export const lateChargeReports = {
  'charge.attemptFailed': {},
  'charge.failed': {},
  'charge.heldBack': {},
  'charge.released': {},
} as const
