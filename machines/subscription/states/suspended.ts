import { eventOf } from '../../event-of.ts'
import {
  cancelled,
  cancelNow,
  chargeTakenBack,
  controlTakenBack,
  frozen,
  landed,
  pauseNow,
  recordFunds,
  unfrozen,
} from '../subscription.transitions.ts'
import { subscriptionSetup } from '../subscription.setup.ts'

const isOfOpenCharge = { type: 'isOfOpenCharge', params: eventOf } as const
const isOfOpenFirstCharge = { type: 'isOfOpenFirstCharge', params: eventOf } as const

export const suspended = subscriptionSetup.createStateConfig({
  id: 'Suspended',
  description:
    'No charge can be sent for now, for want of gas, of an active token or of nodes that answer. The payer is not at fault.',
  on: {
    'subscription.activate': {},
    'subscription.pause': { guard: 'hasBeenActive', ...pauseNow },
    'subscription.cancel': cancelNow,
    'charge.released': [
      { guard: 'isFirstCharge', target: '#Pending.Charging', actions: 'clearReason' },
      { guard: 'hasFailedBefore', target: '#Overdue', actions: 'clearReason' },
      { target: '#Active.Charging', actions: 'clearReason' },
    ],
    'charge.heldBack': { actions: { type: 'recordReason', params: eventOf } },
    'charge.attemptFailed': [
      {
        guard: isOfOpenCharge,
        target: '#Overdue',
        actions: [{ type: 'recordFailedAttempt', params: eventOf }, 'checkFunds'],
      },
      {},
    ],
    'charge.failed': [
      {
        guard: isOfOpenFirstCharge,
        target: '#Draft',
        actions: { type: 'recordReason', params: eventOf },
      },
      {
        guard: isOfOpenCharge,
        target: '#Overdue',
        actions: { type: 'recordFailedAttempt', params: eventOf },
      },
      {},
    ],
    'chain.charged': landed,
    'chain.fundsSeen': { actions: recordFunds },
    'chain.frozen': frozen,
    'chain.unfrozen': unfrozen,
    'chain.cancelled': cancelled,
    'chain.chargeReorged': chargeTakenBack,
    'chain.controlReorged': controlTakenBack,
    'chain.unreachable': {},
    'request.refused': {},
  },
})
