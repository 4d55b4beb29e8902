/**
 * Transitions that several states of the subscription share: upon a charge on chain, a stop, a
 * freeze, or an event that comes late.
 */
import { type EventOf, eventOf } from '../event-of.ts'
import type { OpenCharge, SubscriptionContext } from './subscription.context.ts'
import type { SubscriptionEvent } from './subscription.events.ts'
import type { ReasonName } from '../reasons.ts'

type ChainCharged = EventOf<SubscriptionEvent, 'chain.charged'>
type FundsSeen = EventOf<SubscriptionEvent, 'chain.fundsSeen'>
type ChainFrozen = EventOf<SubscriptionEvent, 'chain.frozen'>
type ChainUnfrozen = EventOf<SubscriptionEvent, 'chain.unfrozen'>
type ChargeReorged = EventOf<SubscriptionEvent, 'chain.chargeReorged'>
type ControlReorged = EventOf<SubscriptionEvent, 'chain.controlReorged'>
type With<Event> = { context: SubscriptionContext; event: Event }

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
const chargeMadeElsewhere = ({ context, event }: With<ChainCharged>) => ({
  charge: context.charge as OpenCharge,
  settlement: { transactionHash: event.transactionHash, chargedAt: event.chargedAt },
})
const confirmationOfOpen = ({ context, event }: With<ChainCharged>) => ({
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
  { type: 'confirmCharge', params: confirmationOfOpen },
  { type: 'recordCharged', params: eventOf<ChainCharged> },
] as const

/** The stopped charge was made all the same, by the transaction that it was in. */
const confirmStopped = ['reopenStoppedCharge', ...confirmOpen] as const

/** Charged elsewhere, before a charge was opened: one is opened, with the transaction that made it. */
const adopt = [
  'openCharge',
  { type: 'createCharge', params: chargeMadeElsewhere },
  { type: 'recordCharged', params: eventOf<ChainCharged> },
] as const

const isForNewPeriodOfOpenCharge = {
  type: 'isForNewPeriodOfOpenCharge',
  params: eventOf<ChainCharged>,
} as const
const isForStoppedCharge = {
  type: 'isForStoppedCharge',
  params: eventOf<ChainCharged>,
} as const
const isForNewPeriod = { type: 'isForNewPeriod', params: eventOf<ChainCharged> } as const

export const stopCharge = (reason: ReasonName) =>
  ({
    type: 'cancelCharge',
    params: ({ context }: { context: SubscriptionContext }) => ({
      number: context.charge?.number ?? null,
      reason,
    }),
  }) as const

/** The contract charged a period that cannot have come yet. */
const contradicts = {
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

export const retryCharge = { type: 'retryCharge', params: openNumber } as const
export const because = <Reason extends ReasonName>(reason: Reason) =>
  ({ type: 'recordReason', params: { reason } }) as const
export const recordFunds = { type: 'recordFunds', params: eventOf<FundsSeen> } as const

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
  {},
] as const

/** The contract was cancelled, by anybody. */
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

/** The grace is over: the subscription ends once the contract is dead on chain, too. */
export const graceIsOver = {
  target: '#PendingCancel',
  actions: [stopCharge('GraceExpired'), because('GraceExpired'), 'requestCancel'],
} as const

/** The last charge is the open one again; one that was opened after it is stopped, and waits its turn. */
const takeBack = [
  stopCharge('ChargeReorged'),
  { type: 'undoCharged', params: eventOf<ChargeReorged> },
  { type: 'reopenCharge', params: openNumber },
] as const
const isLastCharge = {
  type: 'isLastCharge',
  params: eventOf<ChargeReorged>,
} as const

/** A reorganisation took the last charge back: it is made again. */
export const chargeTakenBack = [
  {
    guard: { type: 'isFirstChargeTakenBack', params: eventOf<ChargeReorged> },
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
export const paidTimeTakenBack = [{ ...chargeTakenBackAside[0], target: 'Over' }, {}] as const

/** A reorganisation took a freeze or an unfreeze back; the event holds what counts now. */
export const controlTakenBack = [
  {
    guard: { type: 'isFrozenStill', params: eventOf<ControlReorged> },
    target: '#Paused',
    reenter: true,
    actions: [
      stopCharge('Paused'),
      { type: 'recordControlReorged', params: eventOf<ControlReorged> },
    ],
  },
  {
    target: '#Current',
    reenter: true,
    actions: { type: 'recordControlReorged', params: eventOf<ControlReorged> },
  },
] as const

/**
 * Events of a contract that has charged before; without a charge, they are late ones from before a
 * reorganisation.
 */
export const notChargedYet = {
  'chain.unfrozen': {},
  'chain.chargeReorged': {},
  'chain.controlReorged': {},
  'request.refused': {},
} as const

/** Late reports of a charge that is no longer waited for. */
export const lateChargeReports = {
  'charge.attemptFailed': {},
  'charge.failed': {},
  'charge.heldBack': {},
  'charge.released': {},
} as const
