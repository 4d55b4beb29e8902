import {
  cancelled,
  cancelNow,
  chargedThoughCancelled,
  chargeTakenBack,
  chargeTakenBackAside,
  eventOf,
  frozenAfterAll,
  landedAside,
  lateWordsOfACharge,
  paidAfterAll,
  recordFunds,
  stopCharge,
  unfrozenAfterAll,
} from '../subscription.phrases.ts'
import { words } from '../subscription.setup.ts'

/** Words that change nothing once a subscription is ending. */
const nothingMore = {
  'subscription.cancel': {},
  'chain.frozen': {},
  'chain.unfrozen': {},
  'chain.unreachable': {},
  'request.refused': {},
  ...lateWordsOfACharge,
} as const

export const pendingCancel = words.createStateConfig({
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
    ...nothingMore,
    'subscription.cancel': [
      { guard: 'hasRunOutOfGrace', ...cancelNow, target: '#PendingCancel', reenter: true },
      {},
    ],
    'chain.charged': [...paidAfterAll, ...landedAside],
    'chain.frozen': frozenAfterAll,
    'chain.unfrozen': unfrozenAfterAll,
    'chain.chargeReorged': chargeTakenBackAside,
    'chain.controlReorged': {},
    'chain.cancelled': cancelled,
    'request.refused': [
      {
        guard: 'isDeadByItself',
        target: '#Cancelled',
        actions: stopCharge('SubscriptionCancelled'),
      },
      {},
    ],
    'chain.fundsSeen': [
      {
        guard: { type: 'isTooLittleAllowed', params: eventOf },
        target: '#Cancelled',
        actions: [recordFunds, stopCharge('SubscriptionCancelled')],
      },
      { actions: recordFunds },
    ],
  },
})

export const cancelledState = words.createStateConfig({
  id: 'Cancelled',
  description: 'Ended before its time. No charge is possible any more.',
  tags: 'closed',
  on: {
    ...nothingMore,
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
})

export const finished = words.createStateConfig({
  id: 'Finished',
  description: 'All charges were made, and the last period is over.',
  tags: 'closed',
  on: {
    ...nothingMore,
    'chain.charged': {},
    'chain.chargeReorged': chargeTakenBack,
    'chain.controlReorged': {},
    'chain.cancelled': {},
    'chain.fundsSeen': { actions: recordFunds },
  },
})

export const error = words.createStateConfig({
  id: 'Error',
  description: 'The chain shows a charge that cannot be right. The operator has to find out why.',
  on: {
    ...nothingMore,
    'subscription.cancel': cancelNow,
    'chain.charged': landedAside,
    'chain.chargeReorged': chargeTakenBackAside,
    'chain.controlReorged': {},
    'chain.cancelled': cancelled,
    'chain.fundsSeen': { actions: recordFunds },
  },
})
