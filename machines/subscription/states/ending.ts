import { eventOf } from '../../event-of.ts'
import { recordFunds, stopCharge } from '../transitions/actions.ts'
import {
  chargedThoughCancelled,
  landedAside,
  lateChargeReports,
  paidAfterAll,
} from '../transitions/charged.ts'
import { cancelled, cancelNow, withdrawnAfterAll } from '../transitions/ended.ts'
import { frozenAfterAll, unfrozenAfterAll } from '../transitions/frozen.ts'
import { chargeTakenBack, chargeTakenBackAside, paidTimeTakenBack } from '../transitions/reorged.ts'
import {
  lateReplies,
  reportEnd,
  reportNotBegun,
  succeededAfterEnd,
  succeededAtOnce,
  succeededWhileEnding,
  successorGone,
} from '../transitions/succession.ts'
import { subscriptionSetup } from '../subscription.setup.ts'

/** Events that change nothing once a subscription is ending. */
const ignoredEvents = {
  'subscription.cancel': {},
  'chain.frozen': {},
  'chain.unfrozen': {},
  'chain.unreachable': {},
  'request.refused': {},
  'successor.ended': successorGone,
  ...lateReplies,
  ...lateChargeReports,
} as const

export const pendingCancel = subscriptionSetup.createStateConfig({
  id: 'PendingCancel',
  description:
    'It is being ended, and has ended as soon as no charge is possible on the chain any more.',
  after: {
    untilCancelRetried: [
      {
        guard: 'isChargeable',
        target: '#PendingCancel',
        reenter: true,
        actions: 'requestCancel',
      },
      { target: '#Cancelled', actions: stopCharge('SubscriptionCancelled') },
    ],
  },
  on: {
    ...ignoredEvents,
    'subscription.cancel': [
      { guard: 'hasRunOutOfGrace', ...cancelNow, target: '#PendingCancel', reenter: true },
      {},
    ],
    'subscription.withdraw': withdrawnAfterAll,
    'successor.approved': succeededWhileEnding,
    'chain.charged': [...paidAfterAll, ...landedAside],
    'chain.frozen': frozenAfterAll,
    'chain.unfrozen': unfrozenAfterAll,
    'chain.chargeReorged': chargeTakenBackAside,
    'chain.controlReorged': {},
    'chain.cancelled': cancelled,
    'request.refused': [
      {
        guard: 'isNoLongerChargeable',
        target: '#Cancelled',
        actions: stopCharge('SubscriptionCancelled'),
      },
      {},
    ],
    'chain.fundsSeen': [
      {
        guard: { type: 'mayNotBeCharged', params: eventOf },
        target: '#Cancelled',
        actions: [recordFunds, stopCharge('SubscriptionCancelled')],
      },
      { actions: recordFunds },
    ],
  },
})

export const cancelledState = subscriptionSetup.createStateConfig({
  id: 'Cancelled',
  description: 'Ended before its time. No charge is possible any more.',
  tags: 'closed',
  initial: 'Over',
  entry: [reportEnd, reportNotBegun],
  on: {
    ...ignoredEvents,
    'successor.approved': succeededAfterEnd,
    'chain.charged': [...paidAfterAll, ...chargedThoughCancelled, ...landedAside],
    'chain.chargeReorged': chargeTakenBackAside,
    'chain.cancelled': { actions: 'recordCancelled' },
    'chain.fundsSeen': [
      {
        guard: { type: 'mayStillBeCharged', params: eventOf },
        target: '#PendingCancel',
        actions: [recordFunds, 'requestCancel'],
      },
      { actions: recordFunds },
    ],
    'chain.controlReorged': {
      target: '#PendingCancel',
      actions: ['forgetCancelled', 'requestCancel'],
    },
  },
  states: {
    Over: {
      description: 'Nothing that was paid for is left.',
      always: { guard: 'hasPaidTimeLeft', target: 'PaidTime' },
      on: { 'subscription.withdraw': withdrawnAfterAll },
    },
    PaidTime: {
      id: 'PaidTime',
      description: 'What was paid for still runs; the customer may use it until then.',
      after: { untilPaidTimeEnds: 'Over' },
      // The paid time ends earlier then; the timer follows.
      on: {
        'chain.chargeReorged': paidTimeTakenBack,
        'subscription.withdraw': { ...withdrawnAfterAll, target: 'Over' },
      },
    },
  },
})

export const finished = subscriptionSetup.createStateConfig({
  id: 'Finished',
  description: 'All charges were made, and the last period is over.',
  tags: 'closed',
  entry: reportEnd,
  on: {
    ...ignoredEvents,
    'subscription.withdraw': withdrawnAfterAll,
    'successor.approved': succeededAfterEnd,
    'chain.charged': {},
    'chain.chargeReorged': chargeTakenBack,
    'chain.controlReorged': {},
    'chain.cancelled': {},
    'chain.fundsSeen': { actions: recordFunds },
  },
})

export const error = subscriptionSetup.createStateConfig({
  id: 'Error',
  description: 'The chain shows a charge that cannot be right. The operator has to find out why.',
  on: {
    ...ignoredEvents,
    'subscription.cancel': cancelNow,
    'successor.approved': succeededAtOnce,
    'chain.charged': landedAside,
    'chain.chargeReorged': chargeTakenBackAside,
    'chain.controlReorged': {},
    'chain.cancelled': cancelled,
    'chain.fundsSeen': { actions: recordFunds },
  },
})
