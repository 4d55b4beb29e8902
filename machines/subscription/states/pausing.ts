import {
  because,
  cancelled,
  cancelNow,
  chargeTakenBackAside,
  controlTakenBack,
  eventOf,
  frozen,
  landedAside,
  lateWordsOfACharge,
  recordFunds,
  unfrozen,
} from '../subscription.phrases.ts'
import { words } from '../subscription.setup.ts'

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

/** While the contract's state is being settled, charges and funds are only recorded. */
const recordedAside = {
  'chain.charged': landedAside,
  'chain.chargeReorged': chargeTakenBackAside,
  'chain.fundsSeen': { actions: recordFunds },
  'chain.cancelled': cancelled,
  'chain.unreachable': {},
  'subscription.cancel': cancelNow,
  ...lateWordsOfACharge,
} as const

/** A payer's freeze takes the place of ours, and only the payer can undo it. */
const frozenAgain = {
  guard: { type: 'isLatestWord', params: eventOf },
  actions: { type: 'recordFrozen', params: eventOf },
} as const

export const pendingPause = words.createStateConfig({
  id: 'PendingPause',
  description: 'A pause was asked for. It counts once the chain has frozen the contract.',
  on: {
    ...recordedAside,
    'subscription.pause': {},
    'chain.frozen': frozen,
    'chain.unfrozen': {},
    'chain.controlReorged': {},
    ...refused('freeze', '#Current'),
  },
})

export const paused = words.createStateConfig({
  id: 'Paused',
  description:
    'The contract is frozen. The time left when it was paused is the time left when it resumes. When a pause by the merchant has outlived the grace, only the payer can resume it.',
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

export const pendingUnPause = words.createStateConfig({
  id: 'PendingUnPause',
  description: 'Resuming was asked for. It counts once the chain has unfrozen the contract.',
  on: {
    ...recordedAside,
    'subscription.unpause': {},
    'chain.frozen': [frozenAgain, {}],
    'chain.unfrozen': unfrozen,
    'chain.controlReorged': controlTakenBack,
    ...refused('unfreeze', '#Paused'),
  },
})
