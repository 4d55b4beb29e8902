import {
  because,
  cancelNow,
  cancelled,
  chargeNext,
  eventOf,
  frozen,
  landed,
  lateWordsOfACharge,
  notChargedYet,
  recordFunds,
} from '../subscription.phrases.ts'
import { words } from '../subscription.setup.ts'

const isOpenCharge = { type: 'isOpenCharge', params: eventOf } as const

export const pending = words.createStateConfig({
  id: 'Pending',
  description: 'The payer has allowed it. The first charge has not landed yet.',
  initial: 'AwaitingStart',
  on: {
    'subscription.activate': {},
    'subscription.cancel': cancelNow,
    'chain.charged': landed,
    'chain.frozen': frozen,
    'chain.cancelled': cancelled,
    'chain.unreachable': {},
    ...notChargedYet,
  },
  states: {
    AwaitingStart: {
      id: 'AwaitingStart',
      description: 'The start that was agreed lies ahead.',
      always: { guard: 'hasStarted', target: 'Charging', actions: chargeNext },
      after: { untilStart: { target: 'Charging', actions: chargeNext } },
      on: {
        'chain.fundsSeen': [
          { guard: { type: 'allowsEnough', params: eventOf }, actions: recordFunds },
          { target: '#Draft', actions: [recordFunds, because('AllowanceRevoked')] },
        ],
        ...lateWordsOfACharge,
      },
    },
    Charging: {
      description: 'The first charge is under way. It activates the subscription.',
      on: {
        'charge.failed': [
          {
            guard: isOpenCharge,
            target: '#Draft',
            actions: { type: 'recordReason', params: eventOf },
          },
          {},
        ],
        'charge.heldBack': [
          {
            guard: isOpenCharge,
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
