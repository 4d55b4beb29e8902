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
const scheduleOfCharge = ({ context }: { context: SubscriptionContext }) => {
  const { number, dueAt, graceUntil } = context.charge as OpenCharge
  return { number, dueAt, graceUntil }
}
const openNumber = ({ context }: { context: SubscriptionContext }) => ({
  number: context.charge?.number ?? null,
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

/** Has the charge go on that a pause had stopped. A period never has two. */
export const resumeStopped = [
  'renewCharge',
  { type: 'resumeCharge', params: scheduleOfCharge },
] as const

/** Has the charge go on that was opened before a reorganisation took an earlier one back. */
export const resumeReorganised = [
  'reopenStoppedCharge',
  { type: 'resumeCharge', params: scheduleOfCharge },
] as const

const confirmOpen = [
  { type: 'confirmCharge', params: settlementOf },
  { type: 'recordCharged', params: eventOf<Told<'chain.charged'>> },
] as const

/** It landed all the same, by the transaction that it was in when it was stopped. */
const confirmStopped = ['reopenStoppedCharge', ...confirmOpen] as const

/** Somebody charged on chain before we asked: the charge is opened as settled. */
const adopt = [
  'openCharge',
  { type: 'createCharge', params: settledCharge },
  { type: 'recordCharged', params: eventOf<Told<'chain.charged'>> },
] as const

const isNewAndOpen = { type: 'isNewAndOpen', params: eventOf<Told<'chain.charged'>> } as const
const isNewAndStopped = {
  type: 'isNewAndStopped',
  params: eventOf<Told<'chain.charged'>>,
} as const
const isNew = { type: 'isNew', params: eventOf<Told<'chain.charged'>> } as const

export const stopCharge = (reason: string) =>
  ({
    type: 'cancelCharge',
    params: ({ context }: { context: SubscriptionContext }) => ({
      number: context.charge?.number ?? null,
      reason,
    }),
  }) as const

/** The chain charged a period that cannot have come yet. */
const contradicts = {
  guard: { type: 'isContradiction', params: eventOf<Told<'chain.charged'>> },
  target: '#Error',
  actions: [
    stopCharge('ChainContradiction'),
    { type: 'recordReason', params: { reason: 'ChainContradiction' } },
  ],
} as const

/** A charge landed and the subscription is paid: on to Active, or stay there for the next period. */
export const landed = [
  contradicts,
  { guard: isNewAndOpen, target: '#Current', reenter: true, actions: confirmOpen },
  { guard: isNew, target: '#Current', reenter: true, actions: adopt },
  {},
] as const

/** The same where a charge that a reorganisation had stopped may be the next one. */
export const landedInTurn = [
  { guard: isNewAndStopped, target: '#Current', reenter: true, actions: confirmStopped },
  ...landed,
] as const

/** It was ended for want of a charge that the chain had made in time: it was not read, and it goes on. */
export const paidAfterAll = [
  {
    guard: { type: 'isOpenAndInTime', params: eventOf<Told<'chain.charged'>> },
    target: '#Current',
    actions: confirmOpen,
  },
  {
    guard: { type: 'isNewAndInTime', params: eventOf<Told<'chain.charged'>> },
    target: '#Current',
    actions: adopt,
  },
] as const

/**
 * We held it for ended, and the chain still charged: it is recorded, and cancelled there for good. The
 * charge of that period may be in the very transaction; it is the one that is confirmed.
 */
export const chargedThoughCancelled = [
  {
    guard: { type: 'isOpenThoughCancelled', params: eventOf<Told<'chain.charged'>> },
    target: '#PendingCancel',
    actions: [...confirmOpen, 'requestCancel'],
  },
  {
    guard: { type: 'isStoppedThoughCancelled', params: eventOf<Told<'chain.charged'>> },
    target: '#PendingCancel',
    actions: [...confirmStopped, 'requestCancel'],
  },
  {
    guard: { type: 'isNewThoughCancelled', params: eventOf<Told<'chain.charged'>> },
    target: '#PendingCancel',
    actions: [...adopt, 'requestCancel'],
  },
] as const

/** A charge landed while something else is being settled: it is recorded, never forgotten. */
export const landedAside = [
  { guard: isNewAndOpen, actions: confirmOpen },
  { guard: isNewAndStopped, actions: confirmStopped },
  { guard: isNew, actions: adopt },
  {},
] as const

export const retryCharge = { type: 'retryCharge', params: openNumber } as const
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

/** It was ended for want of a charge that nobody could make: it was frozen, or moved on by an unfreeze. */
export const frozenAfterAll = [
  {
    guard: { type: 'isFrozenWithinGrace', params: eventOf<Told<'chain.frozen'>> },
    target: '#Paused',
    actions: [{ type: 'recordFrozen', params: eventOf<Told<'chain.frozen'>> }, 'clearReason'],
  },
  {},
] as const
export const unfrozenAfterAll = [
  {
    guard: { type: 'isFrozenWithinGrace', params: eventOf<Told<'chain.unfrozen'>> },
    target: '#Current',
    actions: { type: 'recordUnfrozen', params: eventOf<Told<'chain.unfrozen'>> },
  },
  {},
] as const

/** The contract was cancelled, by whomever. */
export const cancelled = {
  target: '#Cancelled',
  actions: [stopCharge('SubscriptionCancelled'), 'recordCancelled'],
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

/** The grace is over: the subscription ends once the chain says that the contract is dead, too. */
export const graceIsOver = {
  target: '#PendingCancel',
  actions: [stopCharge('GraceExpired'), because('GraceExpired'), 'requestCancel'],
} as const

/** The last charge is the open one again; one that was opened after it is stopped, and waits its turn. */
const takeBack = [
  stopCharge('ChargeReorged'),
  { type: 'undoCharged', params: eventOf<Told<'chain.chargeReorged'>> },
  { type: 'reopenCharge', params: openNumber },
] as const
const isLastCharge = {
  type: 'isLastCharge',
  params: eventOf<Told<'chain.chargeReorged'>>,
} as const

/** A reorganisation took the last charge back: it is made again. */
export const chargeTakenBack = [
  {
    guard: { type: 'isFirstChargeTakenBack', params: eventOf<Told<'chain.chargeReorged'>> },
    target: '#Pending.Charging',
    actions: takeBack,
  },
  { guard: isLastCharge, target: '#Active.Charging', actions: takeBack },
  {},
] as const

/** The same where nothing may be charged now: it is taken back, and stays stopped. */
export const chargeTakenBackAside = [
  { guard: isLastCharge, actions: [...takeBack, stopCharge('ChargeReorged')] },
  {},
] as const

/** A reorganisation took a freeze or an unfreeze back; the chain says what stands now. */
export const controlTakenBack = [
  {
    guard: { type: 'isFrozenStill', params: eventOf<Told<'chain.controlReorged'>> },
    target: '#Paused',
    reenter: true,
    actions: [
      stopCharge('Paused'),
      { type: 'recordControlReorged', params: eventOf<Told<'chain.controlReorged'>> },
    ],
  },
  {
    target: '#Current',
    reenter: true,
    actions: { type: 'recordControlReorged', params: eventOf<Told<'chain.controlReorged'>> },
  },
] as const

/** What the chain cannot say of a contract that has not charged yet; a late word of a reorganisation. */
export const notChargedYet = {
  'chain.unfrozen': {},
  'chain.chargeReorged': {},
  'chain.controlReorged': {},
  'request.refused': {},
} as const

/** What a charge that is no longer waited for may still say. */
export const lateWordsOfACharge = {
  'charge.attemptFailed': {},
  'charge.failed': {},
  'charge.heldBack': {},
  'charge.released': {},
} as const
