/** The words that the subscription's chart is written in: guards, delays, effects, memory. */
import { assign, setup } from 'xstate'
import { type Clocked, type CommandMeta, dayMs, effect } from '../effect.ts'
import {
  type Charged,
  findStoppedCharge,
  forgetCharged,
  isChargeable,
  isPaidInTime,
  type OpenCharge,
  openNextCharge,
  rememberCharged,
  renewOpenCharge,
  reopenStoppedCharge,
  rememberFailedAttempt,
  rememberFunds,
  riskWindowOpensAt,
  shortage,
  type SubscriptionContext,
  suffices,
} from './subscription.context.ts'
import {
  draftExpiryOf,
  type SubscriptionEvent,
  type SubscriptionInput,
} from './subscription.events.ts'

const lookTimeoutMs = 30_000
const cancelRetryMs = 60 * 60_000
const secondMs = 1_000
/** For what has no end: longer than anybody waits, and a moment that can still be written. */
const neverMs = 100 * 365 * dayMs

type Funds = { allowance: string; balance: string }
type Frozen = { by: string; operatorUntil: string | null; position: number }
type Landed = { period: number; chargedAt: string }
type Settlement = { transactionHash: string; chargedAt: string }
/** Null where no charge is open: then nothing is asked. */
type OpenNumber = { number: number | null }

/** What the chain says of a contract that nobody can charge any more, though it is not cancelled. */
const deadByItself = new Set(['GraceExpired', 'DraftExpired', 'Finished'])

/** Reasons that the payer can take away at any moment, also just before we hear of them. */
const shortages = new Set(['InsufficientAllowance', 'InsufficientBalance', 'AllowanceRevoked'])

export const words = setup({
  types: {} as {
    input: SubscriptionInput & Clocked
    context: SubscriptionContext
    events: SubscriptionEvent
    tags: 'closed'
    meta: CommandMeta
  },
  guards: {
    allowsAndAffords: ({ context }, funds: Funds) =>
      suffices(context, funds.allowance) && suffices(context, funds.balance),
    allowsEnough: ({ context }, funds: Funds) => suffices(context, funds.allowance),
    mayStillBeCharged: ({ context }, { allowance }: { allowance: string }) =>
      !context.isCancelledOnChain && isChargeable(context) && suffices(context, allowance),
    isStoppedThoughCancelled: ({ context }, { period }: { period: number }) =>
      !context.isCancelledOnChain && period === findStoppedCharge(context)?.period,
    isOpenThoughCancelled: ({ context }, { period }: { period: number }) =>
      !context.isCancelledOnChain && period > context.chargesMade && context.charge !== null,
    isNewThoughCancelled: ({ context }, { period }: { period: number }) =>
      !context.isCancelledOnChain && period > context.chargesMade,
    isOpenAndInTime: ({ context }, told: Landed) =>
      isPaidInTime(context, told) && context.charge !== null,
    isNewAndInTime: ({ context }, told: Landed) => isPaidInTime(context, told),
    isFrozenWithinGrace: ({ context }, { position }: { position: number }) =>
      context.reason === 'GraceExpired' && position > context.controlPosition,
    hasRunOutOfGrace: ({ context }) => context.reason === 'GraceExpired',
    isDeadByItself: ({ event }) =>
      event.type === 'request.refused' &&
      event.operation === 'cancel' &&
      deadByItself.has(event.reason),
    // Less than one amount cannot be charged by anybody: to cancel that on chain would waste gas.
    hasEnoughAllowance: ({ context }) =>
      isChargeable(context) && suffices(context, context.allowance),
    isTooLittleAllowed: ({ context }, { allowance }: { allowance: string }) =>
      !isChargeable(context) || !suffices(context, allowance),
    isChargeable: ({ context }) => isChargeable(context),
    hasStarted: ({ context }) => context.now >= Date.parse(context.startFrom),
    areAllChargesMade: ({ context }) => context.chargesMade >= context.maxPeriods,
    isFirstCharge: ({ context }) => context.chargesMade === 0,
    hasFailedBefore: ({ context }) => context.charge?.hasFailedBefore === true,
    isOpenCharge: ({ context }, { number }: { number: number }) =>
      context.charge?.number === number,
    isFirstOpenCharge: ({ context }, { number }: { number: number }) =>
      context.chargesMade === 0 && context.charge?.number === number,
    hasStoppedCharge: ({ context }) => context.charge !== null,
    wasStoppedByReorganisation: ({ context }) => findStoppedCharge(context) !== undefined,
    hasBeenActive: ({ context }) => context.chargesMade > 0,
    isRefusalOf: ({ event }, { operation }: { operation: string }) =>
      event.type === 'request.refused' && event.operation === operation,
    isFrozenStill: (_, { frozenBy }: { frozenBy: string | null }) => frozenBy !== null,
    isShortageOfOpenCharge: ({ context }, { number, reason }: { number: number; reason: string }) =>
      context.charge?.number === number && shortages.has(reason),
    isNewAndOpen: ({ context }, { period }: { period: number }) =>
      period > context.chargesMade && context.charge !== null,
    isNewAndStopped: ({ context }, { period }: { period: number }) =>
      context.charge === null && period === findStoppedCharge(context)?.period,
    isNew: ({ context }, { period }: { period: number }) => period > context.chargesMade,
    isContradiction: ({ context }, { period }: { period: number }) =>
      period > context.chargesMade + 1,
    isLastCharge: ({ context }, { period }: { period: number }) => period === context.chargesMade,
    isFirstChargeTakenBack: ({ context }, { period }: { period: number }) =>
      period === 1 && context.chargesMade === 1,
    isLatestWord: ({ context }, { position }: { position: number }) =>
      position > context.controlPosition,
    mayUnfreeze: ({ context }) =>
      context.frozenBy === null ||
      (context.frozenBy === context.operator &&
        (context.operatorUntil === null || context.now <= Date.parse(context.operatorUntil))),
  },
  delays: {
    untilDraftExpires: ({ context }) => draftExpiryOf(context) - context.now,
    untilLookGivenUp: lookTimeoutMs,
    untilStart: ({ context }) => Date.parse(context.startFrom) - context.now,
    untilDue: ({ context }) => Date.parse(context.nextChargeAt) - context.now,
    untilRiskWindow: ({ context }) => riskWindowOpensAt(context) - context.now,
    // The contract takes a charge in the grace's last second, too.
    untilGraceEnds: ({ context }) =>
      Date.parse(context.charge?.graceUntil ?? context.nextChargeAt) + secondMs - context.now,
    untilCancelRetried: cancelRetryMs,
    untilOnlyPayerMayResume: ({ context: { operatorUntil, now } }) =>
      operatorUntil === null ? neverMs : Date.parse(operatorUntil) + 1 - now,
  },
  actions: {
    // What it asks the world to do.
    lookAtFunds: effect(),
    createCharge: effect<{ charge: OpenCharge; settlement: Settlement | null }>(),
    confirmCharge: effect<{ number: number } & Settlement>(),
    retryCharge: effect<OpenNumber>(),
    reopenCharge: effect<OpenNumber>(),
    resumeCharge: effect<OpenNumber & { dueAt: string; graceUntil: string }>(),
    cancelCharge: effect<OpenNumber & { reason: string }>(),
    requestFreeze: effect(),
    requestUnfreeze: effect(),
    requestCancel: effect(),
    // What it remembers.
    openCharge: assign(openNextCharge),
    renewCharge: assign(renewOpenCharge),
    reopenStoppedCharge: assign(reopenStoppedCharge),
    recordCharged: assign((memory, told: Charged) => rememberCharged(memory, told)),
    undoCharged: assign(
      (memory, told: { period: number; nextChargeAt: string; allowance: string }) =>
        forgetCharged(memory, told),
    ),
    recordFunds: assign((memory, funds: Funds) => rememberFunds(memory, funds)),
    recordShortage: assign(({ context }, funds: Funds) => ({ reason: shortage(context, funds) })),
    recordFailedAttempt: assign((memory, told: { reason: string }) =>
      rememberFailedAttempt(memory, told),
    ),
    recordReason: assign((_, { reason }: { reason: string }) => ({ reason })),
    clearReason: assign({ reason: null }),
    recordCancelled: assign({ isCancelledOnChain: true }),
    forgetCancelled: assign({ isCancelledOnChain: false }),
    recordFrozen: assign((_, told: Frozen) => ({
      frozenBy: told.by,
      operatorUntil: told.operatorUntil,
      controlPosition: told.position,
    })),
    recordUnfrozen: assign((_, told: { nextChargeAt: string; position: number }) => ({
      frozenBy: null,
      operatorUntil: null,
      nextChargeAt: told.nextChargeAt,
      controlPosition: told.position,
      reason: null,
    })),
    recordControlReorged: assign((_, told: { nextChargeAt: string; frozenBy: string | null }) => ({
      frozenBy: told.frozenBy,
      operatorUntil: null,
      nextChargeAt: told.nextChargeAt,
      controlPosition: 0,
      reason: null,
    })),
  },
})
