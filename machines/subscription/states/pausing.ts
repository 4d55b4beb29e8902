import { eventOf } from '../../event-of.ts'
import { because, recordFunds } from '../transitions/actions.ts'
import { landedAside, lateChargeReports } from '../transitions/charged.ts'
import {
  cancelled,
  cancelNow,
  endWithPaidTime,
  uncancel,
  withdrawNow,
} from '../transitions/ended.ts'
import { changeEnd, dropEnd, frozen, noEnd, sameEnd, unfrozen } from '../transitions/frozen.ts'
import {
  chargeTakenBackAside,
  controlTakenBack,
  controlTakenBackBeforePause,
} from '../transitions/reorged.ts'
import {
  lateReplies,
  succeededAtOnce,
  succeededInPause,
  succeededWhileResuming,
  successorGone,
} from '../transitions/succession.ts'
import { subscriptionSetup } from '../subscription.setup.ts'

const refused = (operation: 'freeze' | 'unfreeze', target: string) =>
  ({
    'request.refused': [
      {
        guard: { type: 'isRefusalOf', params: { operation } },
        target,
        actions: { type: 'recordReason', params: eventOf },
      },
      {},
    ],
  }) as const

/** While the contract is frozen, or is about to be frozen or unfrozen, charges and funds are only recorded. */
const recordedAside = {
  'chain.charged': landedAside,
  'chain.chargeReorged': chargeTakenBackAside,
  'chain.fundsSeen': { actions: recordFunds },
  'chain.cancelled': cancelled,
  'chain.unreachable': {},
  'subscription.cancel': cancelNow,
  'subscription.withdraw': withdrawNow,
  'successor.ended': successorGone,
  ...lateReplies,
  ...lateChargeReports,
} as const

/** A payer's freeze takes the place of ours, and only the payer can undo it. */
const frozenAgain = {
  guard: { type: 'isNewerThanKnown', params: eventOf },
  actions: { type: 'recordFrozen', params: eventOf },
} as const

export const pendingPause = subscriptionSetup.createStateConfig({
  id: 'PendingPause',
  description: 'A pause was asked for. It begins once the contract is frozen on the chain.',
  on: {
    ...recordedAside,
    'subscription.pause': [dropEnd, noEnd],
    'subscription.pauseUntil': [changeEnd, sameEnd],
    'successor.approved': succeededAtOnce,
    'chain.frozen': frozen,
    'chain.unfrozen': {},
    'chain.controlReorged': controlTakenBackBeforePause,
    ...refused('freeze', '#Current'),
  },
})

export const paused = subscriptionSetup.createStateConfig({
  id: 'Paused',
  description:
    'Nothing can be charged, and the period stands still. After a pause that outlasts the grace, only the wallet of the payer can resume.',
  after: {
    untilResumed: [
      {
        guard: 'mayUnfreeze',
        target: '#PendingUnPause',
        actions: ['clearReason', 'forgetResume', 'requestUnfreeze'],
      },
      { actions: [because('OnlyPayerMayResume'), 'forgetResume'] },
    ],
    untilResumeIsDue: { actions: 'recordResumeDue' },
    untilOnlyPayerMayResume: { actions: because('OnlyPayerMayResume') },
  },
  on: {
    ...recordedAside,
    'subscription.pause': [{ ...dropEnd, target: '#Paused', reenter: true }, noEnd],
    'subscription.pauseUntil': [{ ...changeEnd, target: '#Paused', reenter: true }, sameEnd],
    'subscription.cancelAtPeriodEnd': {
      guard: 'mayResumeToEnd',
      target: '#PendingUnPause',
      actions: ['recordToEnd', 'clearReason', 'requestUnfreeze'],
      meta: endWithPaidTime.meta,
    },
    'subscription.uncancel': uncancel,
    'successor.approved': succeededInPause,
    'subscription.unpause': {
      guard: 'mayUnfreeze',
      target: '#PendingUnPause',
      actions: ['clearReason', 'forgetResume', 'requestUnfreeze'],
      meta: { label: 'Resume', roles: ['merchant', 'payer'] },
    },
    'chain.frozen': [{ ...frozenAgain, target: '#Paused', reenter: true }, {}],
    'chain.unfrozen': unfrozen,
    'chain.controlReorged': controlTakenBack,
    'request.refused': {},
  },
})

export const pendingUnPause = subscriptionSetup.createStateConfig({
  id: 'PendingUnPause',
  description: 'It is to resume, and goes on once the contract is unfrozen on the chain.',
  on: {
    ...recordedAside,
    'subscription.unpause': {},
    'successor.approved': succeededWhileResuming,
    'chain.frozen': [frozenAgain, {}],
    'chain.unfrozen': unfrozen,
    'chain.controlReorged': controlTakenBack,
    ...refused('unfreeze', '#Paused'),
  },
})
