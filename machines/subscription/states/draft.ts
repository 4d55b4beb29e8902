import { eventOf } from '../../event-of.ts'
import { because, recordFunds, recordWait } from '../transitions/actions.ts'
import { landed, lateChargeReports } from '../transitions/charged.ts'
import { cancelled } from '../transitions/ended.ts'
import { notChargedYet } from '../transitions/reorged.ts'
import {
  recordPredecessorEnded,
  succeededAtOnce,
  successorGone,
} from '../transitions/succession.ts'
import { subscriptionSetup } from '../subscription.setup.ts'

const looksGood = { type: 'allowsAndAffords', params: eventOf } as const

export const draft = subscriptionSetup.createStateConfig({
  id: 'Draft',
  description:
    'Created, and not in force. The payer still has to approve the charges and to have the first amount.',
  initial: 'Idle',
  after: {
    untilDraftExpires: [
      {
        guard: 'mayBeCharged',
        target: '#PendingCancel',
        actions: [because('DraftExpired'), 'requestCancel'],
      },
      { target: '#Cancelled', actions: because('DraftExpired') },
    ],
  },
  on: {
    'subscription.cancel': [
      {
        guard: 'mayBeCharged',
        target: '#PendingCancel',
        actions: [because('CancelRequested'), 'requestCancel'],
        meta: { label: 'Cancel', roles: ['merchant', 'payer'] },
      },
      {
        target: '#Cancelled',
        actions: because('CancelRequested'),
        meta: { label: 'Cancel', roles: ['merchant', 'payer'] },
      },
    ],
    'successor.approved': succeededAtOnce,
    'successor.ended': successorGone,
    'predecessor.ended': { actions: recordPredecessorEnded },
    'predecessor.stays': [
      {
        guard: 'mayBeCharged',
        target: '#PendingCancel',
        actions: [because('SwitchRefused'), 'requestCancel'],
      },
      { target: '#Cancelled', actions: because('SwitchRefused') },
    ],
    'chain.charged': landed,
    'chain.cancelled': cancelled,
    'chain.frozen': {},
    ...notChargedYet,
    ...lateChargeReports,
  },
  states: {
    Idle: {
      id: 'Idle',
      description:
        'Waits for the approval of the payer, and for the money, with which it begins by itself; or for somebody to press Activate. Where the merchant wanted it so, or another one to the same plan has begun while it waited for the money, only for that. Once it had begun and the first charge failed, it looks again by itself.',
      after: {
        untilTriedAgain: { target: 'CheckingFunds', actions: ['clearReason', 'checkFunds'] },
      },
      on: {
        'subscription.activate': {
          target: 'CheckingFunds',
          actions: ['clearReason', 'checkFunds'],
          meta: { label: 'Activate', roles: ['merchant', 'payer'] },
        },
        'chain.fundsSeen': [
          {
            guard: { type: 'mayBeginByItself', params: eventOf },
            target: '#Pending',
            actions: [recordFunds, 'clearReason', 'recordAgreed'],
          },
          { actions: [recordFunds, recordWait] },
        ],
        'chain.unreachable': {},
      },
    },
    CheckingFunds: {
      id: 'CheckingFunds',
      description: 'Asks the chain how much the payer has approved, and how much the payer has.',
      after: { untilCheckGivenUp: { target: 'Idle', actions: because('RpcUnavailable') } },
      on: {
        'subscription.activate': {},
        'chain.fundsSeen': [
          { guard: looksGood, target: '#Pending', actions: [recordFunds, 'recordAgreed'] },
          {
            target: 'Idle',
            actions: [recordFunds, 'recordShortage'],
          },
        ],
        'chain.unreachable': {
          target: 'Idle',
          actions: { type: 'recordReason', params: eventOf },
        },
      },
    },
  },
})
