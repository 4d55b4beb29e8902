import { eventOf } from '../../event-of.ts'
import type { ReasonName } from '../../reasons.ts'
import { recordFunds } from '../transitions/actions.ts'
import { landed } from '../transitions/charged.ts'
import { cancelled, cancelNow, withdrawNow } from '../transitions/ended.ts'
import { frozen, pauses, unfrozen } from '../transitions/frozen.ts'
import { chargeTakenBack, controlTakenBack } from '../transitions/reorged.ts'
import { lateReplies, succeededAtOnce, successorGone } from '../transitions/succession.ts'
import type { SubscriptionContext } from '../subscription.context.ts'
import { subscriptionSetup } from '../subscription.setup.ts'

const isOfOpenCharge = { type: 'isOfOpenCharge', params: eventOf } as const
const isOfOpenFirstCharge = { type: 'isOfOpenFirstCharge', params: eventOf } as const

/**
 * It is too late for the charge: nobody could make it in time. The charge itself sees that, too, and fails
 * for the reason that held it back, so it is not stopped here.
 */
const lapsed = {
  target: '#PendingCancel',
  actions: [
    {
      type: 'recordReason',
      params: ({ context }: { context: SubscriptionContext }): { reason: ReasonName } => ({
        reason: context.chargesMade === 0 ? 'DraftExpired' : 'GraceExpired',
      }),
    },
    'requestCancel',
  ],
} as const

export const suspended = subscriptionSetup.createStateConfig({
  id: 'Suspended',
  description:
    'No charge can be sent for now, for want of gas, of an active token or of nodes that answer; or the token refuses the first one. The payer can do nothing but wait.',
  after: { untilLapseIsNear: { actions: 'recordLapsing' }, untilGraceEnds: lapsed },
  on: {
    'subscription.activate': {},
    ...pauses,
    'subscription.cancel': cancelNow,
    'subscription.withdraw': withdrawNow,
    'successor.approved': succeededAtOnce,
    'successor.ended': successorGone,
    ...lateReplies,
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
        actions: { type: 'recordFailedAttempt', params: eventOf },
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
