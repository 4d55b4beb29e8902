/**
 * Names the actions of a subscription's transitions, each with what it takes: of its charges, its reasons, its funds.
 */
import { type EventOf, eventOf } from '../../event-of.ts'
import type { ReasonName } from '../../reasons.ts'
import type { OpenCharge, SubscriptionContext } from '../subscription.context.ts'
import type { SubscriptionEvent } from '../subscription.events.ts'

type ChainCharged = EventOf<SubscriptionEvent, 'chain.charged'>
type FundsSeen = EventOf<SubscriptionEvent, 'chain.fundsSeen'>
type With<Event> = { context: SubscriptionContext; event: Event }

const openCharge = ({ context }: { context: SubscriptionContext }) => ({
  charge: context.charge as OpenCharge,
  settlement: null,
})

const scheduleOfCharge = ({ context }: { context: SubscriptionContext }) => {
  const { number, dueAt, graceUntil } = context.charge as OpenCharge
  return { number, dueAt, graceUntil }
}

export const openNumber = ({ context }: { context: SubscriptionContext }) => ({
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

export const confirmOpen = [
  { type: 'confirmCharge', params: confirmationOfOpen },
  { type: 'recordCharged', params: eventOf<ChainCharged> },
] as const

/** The stopped charge was made all the same, by the transaction that it was in. */
export const confirmStopped = ['reopenStoppedCharge', ...confirmOpen] as const

/** Charged elsewhere, before a charge was opened: one is opened, with the transaction that made it. */
export const adopt = [
  'openCharge',
  { type: 'createCharge', params: chargeMadeElsewhere },
  { type: 'recordCharged', params: eventOf<ChainCharged> },
] as const

export const stopCharge = (reason: ReasonName) =>
  ({
    type: 'cancelCharge',
    params: ({ context }: { context: SubscriptionContext }) => ({
      number: context.charge?.number ?? null,
      reason,
    }),
  }) as const

export const retryCharge = { type: 'retryCharge', params: openNumber } as const

export const because = <Reason extends ReasonName>(reason: Reason) =>
  ({ type: 'recordReason', params: { reason } }) as const

export const recordFunds = { type: 'recordFunds', params: eventOf<FundsSeen> } as const
export const recordWait = { type: 'recordWait', params: eventOf<FundsSeen> } as const
