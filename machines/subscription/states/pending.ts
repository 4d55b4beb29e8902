import { eventOf } from '../../event-of.ts'
import { because, chargeNext, recordFunds } from '../transitions/actions.ts'
import { landed, lateChargeReports } from '../transitions/charged.ts'
import { cancelNow, cancelled, withdrawNow } from '../transitions/ended.ts'
import { frozen } from '../transitions/frozen.ts'
import { notChargedYet } from '../transitions/reorged.ts'
import {
  lateReplies,
  recordPredecessorEnded,
  refuseSuccessor,
  reportApproval,
  succeededAtOnce,
  successorGone,
} from '../transitions/succession.ts'
import { subscriptionSetup } from '../subscription.setup.ts'

/** The payer approved in vain: the contract is cancelled, so that nobody can charge it. */
const endUnbegun = (reason: 'SwitchRefused' | 'DraftExpired') =>
  ({ target: '#PendingCancel', actions: [because(reason), 'requestCancel'] }) as const

const isOfOpenCharge = { type: 'isOfOpenCharge', params: eventOf } as const

export const pending = subscriptionSetup.createStateConfig({
  id: 'Pending',
  description: 'The payer has approved. The first charge has not been made yet.',
  initial: 'AwaitingStart',
  on: {
    'subscription.activate': {},
    'subscription.cancel': cancelNow,
    'subscription.withdraw': withdrawNow,
    'successor.approved': succeededAtOnce,
    'successor.ended': successorGone,
    ...lateReplies,
    'chain.charged': landed,
    'chain.frozen': frozen,
    'chain.cancelled': cancelled,
    'chain.unreachable': {},
    ...notChargedYet,
  },
  states: {
    AwaitingStart: {
      id: 'AwaitingStart',
      description: 'Waits for the moment at which it was agreed to start.',
      always: [
        { guard: 'needsPredecessor', target: 'AwaitingPredecessor', actions: reportApproval },
        { guard: 'hasStarted', target: 'Charging', actions: chargeNext },
      ],
      after: { untilStart: { target: 'Charging', actions: chargeNext } },
      on: {
        'chain.fundsSeen': [
          { guard: { type: 'allowsEnough', params: eventOf }, actions: recordFunds },
          { target: '#Draft', actions: [recordFunds, 'recordShortage'] },
        ],
        ...lateChargeReports,
      },
    },
    AwaitingPredecessor: {
      id: 'AwaitingPredecessor',
      description:
        'Takes the place of another subscription, which ends first, so that no time is paid for twice.',
      after: { untilDraftExpires: endUnbegun('DraftExpired') },
      on: {
        'predecessor.ended': [
          {
            guard: { type: 'mayStillBegin', params: eventOf },
            target: 'AwaitingStart',
            actions: recordPredecessorEnded,
          },
          endUnbegun('SwitchRefused'),
        ],
        'predecessor.stays': endUnbegun('SwitchRefused'),
        // Until when the one before was paid for, nobody knows yet.
        'successor.approved': refuseSuccessor,
        'chain.fundsSeen': { actions: recordFunds },
        ...lateChargeReports,
      },
    },
    Charging: {
      description: 'The first charge is under way. Once it is made, the subscription is active.',
      on: {
        'charge.failed': [
          {
            guard: isOfOpenCharge,
            target: '#Draft',
            actions: { type: 'recordFailedAttempt', params: eventOf },
          },
          {},
        ],
        'charge.heldBack': [
          {
            guard: isOfOpenCharge,
            target: '#Suspended',
            actions: { type: 'recordReason', params: eventOf },
          },
          {},
        ],
        'charge.attemptFailed': {},
        'charge.released': {},
        'chain.fundsSeen': { actions: recordFunds },
      },
    },
  },
})
