import { eventOf } from '../../event-of.ts'
import { because, recordFunds } from '../transitions/actions.ts'
import { landedAside, lateChargeReports } from '../transitions/charged.ts'
import { cancelled, cancelNow } from '../transitions/ended.ts'
import { frozen, unfrozen } from '../transitions/frozen.ts'
import { chargeTakenBackAside, controlTakenBack } from '../transitions/reorged.ts'
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
  ...lateChargeReports,
} as const

/** A payer's freeze takes the place of ours, and only the payer can undo it. */
const frozenAgain = {
  guard: { type: 'isNewerThanKnown', params: eventOf },
  actions: { type: 'recordFrozen', params: eventOf },
} as const

export const pendingPause = subscriptionSetup.createStateConfig({
  id: 'PendingPause',
  description:
    'The merchant asked for a pause. It begins once the contract is frozen on the chain.',
  on: {
    ...recordedAside,
    'subscription.pause': {},
    'chain.frozen': frozen,
    'chain.unfrozen': {},
    'chain.controlReorged': {},
    ...refused('freeze', '#Current'),
  },
})

export const paused = subscriptionSetup.createStateConfig({
  id: 'Paused',
  description:
    'Nothing can be charged, and the period stands still. After a pause by the merchant that outlasts the grace, only the payer can resume.',
  after: { untilOnlyPayerMayResume: { actions: because('OnlyPayerMayResume') } },
  on: {
    ...recordedAside,
    'subscription.pause': {},
    'subscription.unpause': {
      guard: 'mayUnfreeze',
      target: '#PendingUnPause',
      actions: ['clearReason', 'requestUnfreeze'],
      meta: { label: 'Resume', role: 'merchant' },
    },
    'chain.frozen': [{ ...frozenAgain, target: '#Paused', reenter: true }, {}],
    'chain.unfrozen': unfrozen,
    'chain.controlReorged': controlTakenBack,
    'request.refused': {},
  },
})

export const pendingUnPause = subscriptionSetup.createStateConfig({
  id: 'PendingUnPause',
  description:
    'The merchant asked to resume. It goes on once the contract is unfrozen on the chain.',
  on: {
    ...recordedAside,
    'subscription.unpause': {},
    'chain.frozen': [frozenAgain, {}],
    'chain.unfrozen': unfrozen,
    'chain.controlReorged': controlTakenBack,
    ...refused('unfreeze', '#Paused'),
  },
})
