/**
 * Phrases of the subscription's chart that several states say in the same way: what a
 * landed charge, a stop, or a late word of the chain does.
 */
import type { OpenCharge, SubscriptionContext } from './subscription.context.ts'
import type { SubscriptionEvent } from './subscription.events.ts'

type Told<Type extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: Type }>
type With<Event> = { context: SubscriptionContext; event: Event }

/** Hands the event itself to a guard or an action. */
export const eventOf = <Event>({ event }: { event: Event }): Event => event

const openCharge = ({ context }: { context: SubscriptionContext }) => ({
  charge: context.charge as OpenCharge,
  settlement: null,
})
const settledCharge = ({ context, event }: With<Told<'chain.charged'>>) => ({
  charge: context.charge as OpenCharge,
  settlement: { transactionHash: event.transactionHash, chargedAt: event.chargedAt },
})
const settlementOf = ({ context, event }: With<Told<'chain.charged'>>) => ({
  number: (context.charge as OpenCharge).number,
  transactionHash: event.transactionHash,
  chargedAt: event.chargedAt,
})

/** Opens the charge of the next period and has it made. */
export const chargeNext = ['openCharge', { type: 'createCharge', params: openCharge }] as const

const confirmOpen = [
  { type: 'confirmCharge', params: settlementOf },
  { type: 'recordCharged', params: eventOf<Told<'chain.charged'>> },
] as const

/** Somebody charged on chain before we asked: the charge is opened as settled. */
const adopt = [
  'openCharge',
  { type: 'createCharge', params: settledCharge },
  { type: 'recordCharged', params: eventOf<Told<'chain.charged'>> },
] as const

const isNewAndOpen = { type: 'isNewAndOpen', params: eventOf<Told<'chain.charged'>> } as const
const isNew = { type: 'isNew', params: eventOf<Told<'chain.charged'>> } as const

/** A charge landed and the subscription is paid: on to Active, or stay there for the next period. */
export const landed = [
  { guard: isNewAndOpen, target: '#Current', reenter: true, actions: confirmOpen },
  { guard: isNew, target: '#Current', reenter: true, actions: adopt },
  {},
] as const

/** A charge landed while something else is being settled: it is recorded, never forgotten. */
export const landedAside = [
  { guard: isNewAndOpen, actions: confirmOpen },
  { guard: isNew, actions: adopt },
  {},
] as const

export const stopCharge = <Reason extends string>(reason: Reason) =>
  ({ type: 'cancelCharge', params: { reason } }) as const
export const because = <Reason extends string>(reason: Reason) =>
  ({ type: 'recordReason', params: { reason } }) as const
export const recordFunds = {
  type: 'recordFunds',
  params: eventOf<Told<'chain.fundsSeen'>>,
} as const

const isLatestFreeze = { type: 'isLatestWord', params: eventOf<Told<'chain.frozen'>> } as const
const isLatestUnfreeze = { type: 'isLatestWord', params: eventOf<Told<'chain.unfrozen'>> } as const

/** The contract was frozen, by whomever: nothing can be charged any more. */
export const frozen = [
  {
    guard: isLatestFreeze,
    target: '#Paused',
    actions: [
      stopCharge('Paused'),
      { type: 'recordFrozen', params: eventOf<Told<'chain.frozen'>> },
      'clearReason',
    ],
  },
  {},
] as const

/** The contract was unfrozen; the chain says when the next charge is due. */
export const unfrozen = [
  {
    guard: isLatestUnfreeze,
    target: '#Current',
    reenter: true,
    actions: { type: 'recordUnfrozen', params: eventOf<Told<'chain.unfrozen'>> },
  },
  {},
] as const

/** The contract was cancelled, by whomever. */
export const cancelled = {
  target: '#Cancelled',
  actions: stopCharge('SubscriptionCancelled'),
} as const

export const cancelNow = {
  target: '#PendingCancel',
  actions: [stopCharge('CancelRequested'), because('CancelRequested'), 'requestCancel'],
  meta: { label: 'Cancel', role: 'merchant' },
} as const

export const pauseNow = {
  target: '#PendingPause',
  actions: [stopCharge('Paused'), 'clearReason', 'requestFreeze'],
  meta: { label: 'Pause', role: 'merchant' },
} as const

/** No more attempts, or no more grace: the subscription ends. */
export const graceIsOver = {
  target: '#PendingCancel',
  actions: [stopCharge('GraceExpired'), because('GraceExpired'), 'requestCancel'],
} as const

/** A reorganisation took the last charge back: it is made again. */
export const chargeTakenBack = [
  {
    guard: { type: 'isFirstChargeTakenBack', params: eventOf<Told<'chain.chargeReorged'>> },
    target: '#Pending.Charging',
    actions: [
      { type: 'undoCharged', params: eventOf<Told<'chain.chargeReorged'>> },
      'reopenCharge',
    ],
  },
  {
    guard: { type: 'isLastCharge', params: eventOf<Told<'chain.chargeReorged'>> },
    target: '#Active.Charging',
    actions: [
      { type: 'undoCharged', params: eventOf<Told<'chain.chargeReorged'>> },
      'reopenCharge',
    ],
  },
  {},
] as const

/** What a charge that is no longer waited for may still say. */
export const lateWordsOfACharge = {
  'charge.attemptFailed': {},
  'charge.failed': {},
  'charge.heldBack': {},
  'charge.released': {},
} as const
