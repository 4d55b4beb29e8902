import { eventOf } from '../../event-of.ts'
import {
  because,
  chargeNext,
  recordFunds,
  resumeReorganised,
  resumeStopped,
  retryCharge,
} from '../transitions/actions.ts'
import {
  chargedThoughCancelled,
  contradicts,
  landedInTurn,
  lateChargeReports,
} from '../transitions/charged.ts'
import {
  cancelled,
  cancelNow,
  endWithPaidTime,
  graceIsOver,
  uncancel,
  withdrawNow,
} from '../transitions/ended.ts'
import { frozen, pauses, unfrozen } from '../transitions/frozen.ts'
import { chargeTakenBack, controlTakenBack } from '../transitions/reorged.ts'
import {
  lateReplies,
  succeeded,
  succeededAtOnce,
  successorGone,
} from '../transitions/succession.ts'
import { subscriptionSetup } from '../subscription.setup.ts'

const isOfOpenCharge = { type: 'isOfOpenCharge', params: eventOf } as const
/** The money may have come while the attempt was failing: after a shortage the funds are checked again. */
const isShortage = { type: 'isShortageInOpenCharge', params: eventOf } as const
const heldBack = [
  {
    guard: isOfOpenCharge,
    target: '#Suspended',
    actions: { type: 'recordReason', params: eventOf },
  },
  {},
] as const
/** The charge has no attempts left. Only time ends it: somebody may have charged elsewhere, or frozen it. */
const outOfAttempts = [
  {
    guard: isOfOpenCharge,
    target: '#Overdue',
    actions: { type: 'recordFailedAttempt', params: eventOf },
  },
  {},
] as const

export const active = subscriptionSetup.createStateConfig({
  id: 'Active',
  description:
    'The service is on. The period is paid, its charge is under way, or it is late and the grace still runs.',
  initial: 'Current',
  on: {
    'subscription.activate': {},
    'subscription.cancel': cancelNow,
    'subscription.withdraw': withdrawNow,
    'successor.approved': succeededAtOnce,
    'successor.ended': successorGone,
    ...lateReplies,
    'chain.charged': landedInTurn,
    'chain.fundsSeen': { actions: recordFunds },
    'chain.frozen': frozen,
    'chain.unfrozen': unfrozen,
    'chain.cancelled': cancelled,
    'chain.chargeReorged': chargeTakenBack,
    'chain.controlReorged': controlTakenBack,
    'chain.unreachable': {},
    'request.refused': {},
  },
  states: {
    Current: {
      id: 'Current',
      description: 'The period is paid. The next charge is not due yet.',
      always: { guard: 'isEndingWithPaidTime', target: 'Ending' },
      after: {
        untilDue: [
          { guard: 'areAllChargesMade', target: '#Finished' },
          { guard: 'hasStoppedCharge', target: 'Charging', actions: resumeStopped },
          {
            guard: 'wasStoppedByReorganisation',
            target: 'Charging',
            actions: resumeReorganised,
          },
          { target: 'Charging', actions: chargeNext },
        ],
        untilRiskWindow: { actions: 'checkFunds' },
      },
      on: {
        ...pauses,
        'subscription.cancelAtPeriodEnd': {
          ...endWithPaidTime,
          guard: 'mayEndAtPeriodEnd',
          target: 'Ending',
        },
        'successor.approved': succeeded,
        ...lateChargeReports,
      },
    },
    Ending: {
      id: 'Ending',
      description:
        'The period is paid, and it ends with it: nothing more is charged. Until shortly before, that can be taken back.',
      after: {
        untilEndIsDue: [
          {
            guard: 'hasNoSuccessor',
            target: '#PendingCancel',
            actions: [because('CancelRequested'), 'requestCancel'],
          },
          { target: '#PendingCancel', actions: [because('Switched'), 'requestCancel'] },
        ],
      },
      on: {
        'subscription.cancelAtPeriodEnd': {},
        'subscription.uncancel': { ...uncancel, target: 'Current' },
        'successor.approved': succeeded,
        'chain.charged': [contradicts, ...chargedThoughCancelled, {}],
        ...lateChargeReports,
      },
    },
    Charging: {
      description: 'The next charge is due and under way.',
      on: {
        ...pauses,
        'charge.attemptFailed': [
          {
            guard: isShortage,
            target: 'Overdue',
            actions: [{ type: 'recordFailedAttempt', params: eventOf }, 'checkFunds'],
          },
          {
            guard: isOfOpenCharge,
            target: 'Overdue',
            actions: { type: 'recordFailedAttempt', params: eventOf },
          },
          {},
        ],
        'charge.failed': outOfAttempts,
        'charge.heldBack': heldBack,
        'charge.released': {},
      },
    },
    Overdue: {
      id: 'Overdue',
      description:
        'An attempt to charge failed. The period can still be paid until the grace ends.',
      after: { untilLapseIsNear: { actions: 'recordLapsing' }, untilGraceEnds: graceIsOver },
      on: {
        ...pauses,
        // What stood in the way need not be money that comes: nobody has to wait for the time of the next attempt.
        'subscription.activate': {
          actions: 'checkFunds',
          meta: { label: 'Try now', roles: ['merchant', 'payer'] },
        },
        'chain.fundsSeen': [
          {
            guard: { type: 'allowsAndAffords', params: eventOf },
            actions: [recordFunds, retryCharge],
          },
          { actions: recordFunds },
        ],
        'charge.attemptFailed': [
          {
            guard: isShortage,
            actions: [{ type: 'recordFailedAttempt', params: eventOf }, 'checkFunds'],
          },
          { guard: isOfOpenCharge, actions: { type: 'recordFailedAttempt', params: eventOf } },
          {},
        ],
        'charge.failed': [
          { guard: isOfOpenCharge, actions: { type: 'recordFailedAttempt', params: eventOf } },
          {},
        ],
        'charge.heldBack': heldBack,
        'charge.released': {},
      },
    },
  },
})
