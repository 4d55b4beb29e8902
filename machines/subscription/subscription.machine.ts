/**
 * A subscription charges its payer once per period, through a contract that nobody can
 * change, until all charges are made or somebody ends it.
 *
 * It alone takes the events of its contract. It never touches the chain itself: it requests, and
 * waits for the event of what happened there, whoever caused it.
 *
 * `states/`: what each state takes. `transitions/`: what several of them share, by what has happened.
 * Beside this file: what it remembers, and how charges, funds, time and an end change that.
 */
import { active } from './states/active.ts'
import { draft } from './states/draft.ts'
import { cancelledState, error, finished, pendingCancel } from './states/ending.ts'
import { paused, pendingPause, pendingUnPause } from './states/pausing.ts'
import { pending } from './states/pending.ts'
import { suspended } from './states/suspended.ts'
import { feedbackGiven } from './transitions/ended.ts'
import { firstMemory } from './subscription.context.ts'
import { subscriptionSetup } from './subscription.setup.ts'
import { machineOptions } from '../primitives.ts'

export const subscriptionMachine = subscriptionSetup.createMachine({
  id: 'subscription',
  version: '1',
  description:
    'Charges one payer once per period, through a contract on the chain that nobody can change.',
  options: machineOptions,
  context: ({ input }) => firstMemory(input),
  initial: 'Draft',
  on: { 'subscription.giveFeedback': feedbackGiven },
  states: {
    Draft: draft,
    Pending: pending,
    Active: active,
    Suspended: suspended,
    PendingPause: pendingPause,
    Paused: paused,
    PendingUnPause: pendingUnPause,
    PendingCancel: pendingCancel,
    Cancelled: cancelledState,
    Finished: finished,
    Error: error,
  },
})
