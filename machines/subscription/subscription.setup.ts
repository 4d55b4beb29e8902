/** The names that the subscription's machine uses: guards, delays, effects, changes of the context. */
import { assign, setup } from 'xstate'
import { secondMs } from '../durations.ts'
import { type Clocked, type CommandMeta, effect } from '../effect.ts'
import {
  type Charged,
  couldBeCharged,
  findStoppedCharge,
  forgetCharged,
  isChargeable,
  openNextCharge,
  rememberCharged,
  renewOpenCharge,
  reopenStoppedCharge,
  rememberFailedAttempt,
} from './subscription.charges.ts'
import type { OpenCharge, SubscriptionContext } from './subscription.context.ts'
import {
  isPaidInTime,
  mayEndAtPeriodEnd,
  mayGiveFeedback,
  mayWithdraw,
  rememberCancelled,
  rememberWithdrawn,
} from './subscription.ending.ts'
import {
  draftRetryMsOf,
  mayBeginByItself,
  findShortage,
  findWait,
  rememberWait,
  type FundsNow,
  rememberFunds,
  riskWindowOpensAt,
  suffices,
} from './subscription.funds.ts'
import {
  maySucceed,
  needsPredecessor,
  rememberPredecessorEnded,
  type SuccessorApproved,
} from './subscription.succession.ts'
import {
  isPausable,
  isPausableTo,
  mayUnfreeze,
  resumeIsDueAt,
  toUnfrozen,
  type Unfrozen,
} from './subscription.pausing.ts'
import {
  endIsDueAt,
  lapseIsNearAt,
  neverMs,
  paidTimeEndOf,
  resumesAtOf,
  startsAt,
  toMomentFromMs,
} from './subscription.schedule.ts'
import {
  type CancellationDetails,
  draftExpiryOf,
  type SubscriptionEvent,
  type SubscriptionInput,
} from './subscription.events.ts'
import type { ReasonName } from '../reasons.ts'

const fundsCheckTimeoutMs = 30_000
const cancelRetryMs = 60 * 60_000

type Frozen = { by: string; operatorUntil: string | null; position: number }
type ControlNow = { nextChargeAt: string; frozenBy: string | null }
/** `until`: when the pause is to end by itself; lists of commands ask without one. */
type PauseWish = { until?: string | undefined }
/** Null where there is no other subscription to tell. */
type Other = { contractAddress: string | null }
type Landed = { period: number; chargedAt: string }
type ConfirmedCharge = { transactionHash: string; chargedAt: string }
/** Null where no charge is open: then the effect asks for nothing. */
type OpenNumber = { number: number | null }

/** Refusals of a cancel: the contract is not cancelled, but nobody can charge it any more. */
const endsCharging = new Set(['GraceExpired', 'DraftExpired', 'Finished'])

/** Reasons that the payer can remove at any moment, even before the failure is reported. */
const shortages = new Set(['InsufficientAllowance', 'InsufficientBalance', 'AllowanceRevoked'])

export const subscriptionSetup = setup({
  types: {} as {
    input: SubscriptionInput & Clocked
    context: SubscriptionContext
    events: SubscriptionEvent
    tags: 'closed'
    meta: CommandMeta
  },
  guards: {
    allowsAndAffords: ({ context }, funds: FundsNow) =>
      suffices(context, funds.allowance) && suffices(context, funds.balance),
    mayBeginByItself: ({ context }, funds: FundsNow) => mayBeginByItself(context, funds),
    allowsEnough: ({ context }, funds: FundsNow) => suffices(context, funds.allowance),
    mayStillBeCharged: ({ context }, funds: FundsNow) =>
      !context.isCancelledOnChain && couldBeCharged(context, funds),
    isForStoppedChargeAfterCancel: ({ context }, { period }: { period: number }) =>
      !context.isCancelledOnChain && period === findStoppedCharge(context)?.period,
    isForOpenChargeAfterCancel: ({ context }, { period }: { period: number }) =>
      !context.isCancelledOnChain && period > context.chargesMade && context.charge !== null,
    isForNewPeriodAfterCancel: ({ context }, { period }: { period: number }) =>
      !context.isCancelledOnChain && period > context.chargesMade,
    isForOpenChargeInTime: ({ context }, charged: Landed) =>
      isPaidInTime(context, charged) && context.charge !== null,
    isForNewPeriodInTime: ({ context }, charged: Landed) => isPaidInTime(context, charged),
    isFrozenWithinGrace: ({ context }, { position }: { position: number }) =>
      context.reason === 'GraceExpired' && position > context.controlPosition,
    hasRunOutOfGrace: ({ context }) => context.reason === 'GraceExpired',
    isNoLongerChargeable: ({ event }) =>
      event.type === 'request.refused' &&
      event.operation === 'cancel' &&
      endsCharging.has(event.reason),
    // What cannot be charged by anybody is not cancelled on chain: that would waste gas.
    mayBeCharged: ({ context }) => couldBeCharged(context, context),
    mayNotBeCharged: ({ context }, funds: FundsNow) => !couldBeCharged(context, funds),
    isChargeable: ({ context }) => isChargeable(context),
    needsPredecessor: ({ context }) => needsPredecessor(context),
    hasStarted: ({ context }) => context.now >= startsAt(context),
    hasNoSuccessor: ({ context }) => context.successor === null,
    isOwnSuccessor: ({ context }, { contractAddress }: { contractAddress: string }) =>
      context.successor === contractAddress,
    maySucceedAtPeriodEnd: ({ context }, approved: SuccessorApproved) =>
      maySucceed(context, approved, 'PaidPeriodEnd'),
    mayResumeForSuccessor: ({ context }, approved: SuccessorApproved) =>
      mayUnfreeze(context) && maySucceed(context, approved, 'PaidPeriodEnd'),
    maySucceedNow: ({ context }, approved: SuccessorApproved) =>
      maySucceed(context, approved, 'Now'),
    mayStillBegin: ({ context }, { paidUntil }: { paidUntil: string }) =>
      Date.parse(paidUntil) <= Date.parse(context.activateUntil),
    isEndingWithPaidTime: ({ context }) =>
      context.isToEnd && context.chargesMade < context.maxPeriods,
    mayEndAtPeriodEnd: ({ context }) => mayEndAtPeriodEnd(context),
    mayResumeToEnd: ({ context }) => mayUnfreeze(context) && mayEndAtPeriodEnd(context),
    mayUncancel: ({ context }) => context.isToEnd && context.successor === null,
    mayWithdraw: ({ context }) => mayWithdraw(context),
    mayGiveFeedback: ({ context }) => mayGiveFeedback(context),
    mayPause: ({ context }) => isPausable(context),
    mayPauseUntil: ({ context }, { until }: PauseWish) => isPausable(context, until),
    mayChangeResume: ({ context }, { until }: PauseWish) =>
      until !== context.resumeAt && mayUnfreeze(context) && isPausableTo(context, until),
    mayForgetResume: ({ context }) =>
      context.resumeAt !== null && mayUnfreeze(context) && isPausableTo(context, undefined),
    hasNoResume: ({ context }) => context.resumeAt === null,
    isToResumeThen: ({ context }, { until }: PauseWish) => until === context.resumeAt,
    areAllChargesMade: ({ context }) => context.chargesMade >= context.maxPeriods,
    hasPaidTimeLeft: ({ context }) =>
      Date.parse(paidTimeEndOf(context) ?? context.createdAt) > context.now,
    isFirstCharge: ({ context }) => context.chargesMade === 0,
    hasFailedBefore: ({ context }) => context.charge?.hasFailedBefore === true,
    isOfOpenCharge: ({ context }, { number }: { number: number }) =>
      context.charge?.number === number,
    isOfOpenFirstCharge: ({ context }, { number }: { number: number }) =>
      context.chargesMade === 0 && context.charge?.number === number,
    hasStoppedCharge: ({ context }) => context.charge !== null,
    wasStoppedByReorganisation: ({ context }) => findStoppedCharge(context) !== undefined,
    isRefusalOf: ({ event }, { operation }: { operation: string }) =>
      event.type === 'request.refused' && event.operation === operation,
    isFrozenStill: (_, { frozenBy }: { frozenBy: string | null }) => frozenBy !== null,
    isShortageInOpenCharge: (
      { context },
      { number, reason }: { number: number; reason: ReasonName },
    ) => context.charge?.number === number && shortages.has(reason),
    isForNewPeriodOfOpenCharge: ({ context }, { period }: { period: number }) =>
      period > context.chargesMade && context.charge !== null,
    isForStoppedCharge: ({ context }, { period }: { period: number }) =>
      context.charge === null && period === findStoppedCharge(context)?.period,
    isForNewPeriod: ({ context }, { period }: { period: number }) => period > context.chargesMade,
    hasSkippedPeriods: ({ context }, { period }: { period: number }) =>
      period > context.chargesMade + 1,
    isLastCharge: ({ context }, { period }: { period: number }) => period === context.chargesMade,
    isFirstChargeTakenBack: ({ context }, { period }: { period: number }) =>
      period === 1 && context.chargesMade === 1,
    isNewerThanKnown: ({ context }, { position }: { position: number }) =>
      position > context.controlPosition,
    isUnfreezeOfKnownPause: ({ context }, { position }: { position: number }) =>
      context.frozenBy !== null && position > context.controlPosition,
    mayUnfreeze: ({ context }) => mayUnfreeze(context),
  },
  delays: {
    untilDraftExpires: ({ context }) => draftExpiryOf(context) - context.now,
    untilCheckGivenUp: fundsCheckTimeoutMs,
    untilTriedAgain: ({ context }) => draftRetryMsOf(context),
    untilStart: ({ context }) => startsAt(context) - context.now,
    untilDue: ({ context }) => Date.parse(context.nextChargeAt) - context.now,
    untilRiskWindow: ({ context }) => riskWindowOpensAt(context) - context.now,
    // The contract takes a charge in the grace's last second, too.
    untilGraceEnds: ({ context }) =>
      Date.parse(context.charge?.graceUntil ?? context.nextChargeAt) + secondMs - context.now,
    untilLapseIsNear: ({ context }) => lapseIsNearAt(context) - context.now,
    untilEndIsDue: ({ context }) => endIsDueAt(context) - context.now,
    untilPaidTimeEnds: ({ context }) => Date.parse(context.nextChargeAt) - context.now,
    untilCancelRetried: cancelRetryMs,
    untilResumed: ({ context }) => {
      const resumesAt = resumesAtOf(context)
      return resumesAt === null ? neverMs : Date.parse(resumesAt) - context.now
    },
    untilResumeIsDue: ({ context }) => {
      const dueAt = resumeIsDueAt(context)
      return dueAt === null ? neverMs : dueAt - context.now
    },
    untilOnlyPayerMayResume: ({ context: { operatorUntil, now } }) =>
      operatorUntil === null ? neverMs : Date.parse(operatorUntil) + 1 - now,
  },
  actions: {
    // Effects.
    checkFunds: effect(),
    createCharge: effect<{ charge: OpenCharge; settlement: ConfirmedCharge | null }>(),
    confirmCharge: effect<{ number: number } & ConfirmedCharge>(),
    retryCharge: effect<OpenNumber>(),
    reopenCharge: effect<OpenNumber>(),
    resumeCharge: effect<OpenNumber & { dueAt: string; graceUntil: string }>(),
    cancelCharge: effect<OpenNumber & { reason: ReasonName }>(),
    requestFreeze: effect(),
    requestUnfreeze: effect(),
    requestCancel: effect(),
    reportApproval: effect<{
      contractAddress: string | null
      when: string | null
      until: string
    }>(),
    reportNotBegun: effect<Other>(),
    reportEnd: effect<Other & { paidUntil: string }>(),
    reportStays: effect<Other>(),
    // Changes of the context.
    openCharge: assign(openNextCharge),
    renewCharge: assign(renewOpenCharge),
    reopenStoppedCharge: assign(reopenStoppedCharge),
    recordCharged: assign((memory, charged: Charged) => rememberCharged(memory, charged)),
    undoCharged: assign((memory, undone: Omit<Charged, 'transactionHash'>) =>
      forgetCharged(memory, undone),
    ),
    recordFunds: assign((memory, funds: FundsNow) => rememberFunds(memory, funds)),
    recordWait: assign(({ context }, funds: FundsNow) =>
      rememberWait(context, findWait(context, funds)),
    ),
    recordShortage: assign(({ context }) => rememberWait(context, findShortage(context))),
    recordFailedAttempt: assign((memory, failure: { reason: ReasonName }) =>
      rememberFailedAttempt(memory, failure),
    ),
    recordLapsing: assign(({ context: { charge } }) => ({
      charge: charge && { ...charge, isLapsing: true },
    })),
    recordReason: assign((_, { reason }: { reason: ReasonName }) => ({ reason })),
    clearReason: assign({ reason: null }),
    recordCancelled: assign(({ context, event }) =>
      rememberCancelled(context, event.type === 'chain.cancelled' ? event.by : null),
    ),
    forgetCancelled: assign({ isCancelledOnChain: false }),
    recordAgreed: assign(({ context }) => ({
      agreedAt: context.agreedAt ?? toMomentFromMs(context.now),
    })),
    recordToEnd: assign({ isToEnd: true, isAtRisk: false }),
    forgetToEnd: assign({ isToEnd: false, cancellationDetails: null }),
    recordWithdrawn: assign(rememberWithdrawn),
    recordFeedback: assign((_, { feedback, comment }: CancellationDetails) => ({
      cancellationDetails: { feedback, comment },
    })),
    recordResume: assign((_, { until }: { until: string }) => ({ resumeAt: until })),
    forgetResume: assign({ resumeAt: null }),
    recordResumeDue: assign({ isResumeDue: true }),
    recordSuccessor: assign((_, { contractAddress }: { contractAddress: string }) => ({
      successor: contractAddress,
    })),
    forgetSuccessor: assign({ successor: null }),
    recordPredecessorEnded: assign((memory, ended: { paidUntil: string }) =>
      rememberPredecessorEnded(memory, ended),
    ),
    recordFrozen: assign(({ context }, { by, operatorUntil, position }: Frozen) => ({
      frozenBy: by,
      operatorUntil,
      resumeAt: by === context.operator ? context.resumeAt : null,
      isResumeDue: false,
      controlPosition: position,
    })),
    recordUnfrozen: assign(({ context }, unfrozen: Unfrozen) => ({
      ...toUnfrozen(context, unfrozen),
      reason: null,
    })),
    recordUnfrozenAside: assign(({ context }, unfrozen: Unfrozen) => toUnfrozen(context, unfrozen)),
    recordControlReorged: assign((_, { nextChargeAt, frozenBy }: ControlNow) => ({
      frozenBy,
      operatorUntil: null,
      isResumeDue: false,
      nextChargeAt,
      controlPosition: 0,
      reason: null,
    })),
  },
})
