/** Faults of the machines: what an entity does when. */
import type { Saboteur } from './saboteur.ts'

const charge = 'test/machines/stories/charge.test.ts'
const delivery = 'test/machines/stories/delivery.test.ts'

export const ofMachines: Saboteur[] = [
  {
    fault: 'a charge is tried again an hour later than promised',
    file: 'machines/charge/charge.context.ts',
    before: '[0, hourMs, 6 * hourMs, dayMs]',
    after: '[0, 2 * hourMs, 6 * hourMs, dayMs]',
    test: {
      file: charge,
      title:
        'is tried after one hour, six hours and a day, then daily while the grace lasts (S2.4-3, S2.4-4, S3.3-2)',
    },
  },
  {
    fault: 'the last attempt comes milliseconds instead of minutes before the grace ends',
    file: 'machines/charge/charge.context.ts',
    before: 'const lastCallMs = 10 * 60_000',
    after: 'const lastCallMs = 10 * 60',
    test: {
      file: charge,
      title:
        'is tried after one hour, six hours and a day, then daily while the grace lasts (S2.4-3, S2.4-4, S3.3-2)',
    },
  },
  {
    fault: 'the first charge of a subscription is retried',
    file: 'machines/charge/charge.machine.ts',
    before: 'mayTryAgain: ({ context }) => !context.isInitial && nextAttemptMs(context) !== null',
    after: 'mayTryAgain: ({ context }) => nextAttemptMs(context) !== null',
    test: { file: charge, title: 'that activates a subscription is tried once (S3.3-3)' },
  },
  {
    fault: 'a charge that was stopped is asked for again when its transaction drops it',
    file: 'machines/charge/charge.machine.ts',
    before: "const notProcessed = [\n  { guard: 'wasCancelRequested', target: '#Cancelled' },\n",
    after: 'const notProcessed = [\n',
    test: { file: charge, title: 'and that its transaction then drops is not asked for again' },
  },
  {
    fault: 'passengers of a transaction never hear that there is gas again',
    file: 'machines/transaction/transaction.machine.ts',
    before: "actions: [sent.actions, 'reportSubmitted']",
    after: 'actions: [sent.actions]',
    test: {
      file: 'test/machines/stories/transaction.test.ts',
      title: 'that is sent after its wait for gas tells its items that they go on',
    },
  },
  {
    fault: 'a webhook is retried for ever',
    file: 'machines/delivery/delivery.schedule.ts',
    before: 'isEarly(context) || waitsUsed(context) < retryAfterMs.length',
    after: 'isEarly(context) || waitsUsed(context) >= 0',
    test: {
      file: delivery,
      title: 'is given up after nine repetitions, and the merchant can send it again',
    },
  },
  {
    fault: 'what waits is sent again with every answer to others',
    file: 'machines/delivery/delivery.machine.ts',
    before: 'context.earlyFailures === 0',
    after: 'context.earlyFailures >= 0',
    test: {
      file: delivery,
      title:
        'that fails when it was brought forward is tried after a minute, two, four …, and no answer to others hastens it',
    },
  },
  {
    fault: 'an attempt that was brought forward uses up a wait',
    file: 'machines/delivery/delivery.schedule.ts',
    before: 'if (isEarly(context)) return {',
    after: 'if (isEarly(context) && context.waits < 1) return {',
    test: {
      file: delivery,
      title: 'that was brought forward in vain is tried for three days all the same',
    },
  },
  {
    fault: 'what waits for an endpoint that failed once is not released by its answer',
    file: 'machines/destination/destination.machine.ts',
    before: "actions: ['recordAnswer', 'release'] } as const",
    after: "actions: ['recordAnswer'] } as const",
    test: {
      file: 'test/machines/stories/destination.test.ts',
      title: 'that fails and answers again was never down, and releases what waits',
    },
  },
  {
    fault: 'a cancellation that the chain does not do is asked for again every two hours',
    file: 'machines/subscription/subscription.setup.ts',
    before: 'const cancelRetryMs = 60 * 60_000',
    after: 'const cancelRetryMs = 120 * 60_000',
    test: { file: 'test/machines/fixed-waits.test.ts', title: 'of a %s' },
  },
  {
    fault: 'a plan can be restored by nobody but through its draft',
    file: 'machines/plan/plan.machine.ts',
    before: "'plan.restore': { target: 'Active'",
    after: "'plan.restore': { target: 'Draft'",
    test: {
      file: 'test/machines/stories/plan.test.ts',
      title: 'can be archived and restored (S3.1-2)',
    },
  },
  {
    fault: 'an empty gas wallet is looked at again after four hours instead of 15 seconds',
    file: 'machines/transaction/transaction.machine.ts',
    before: 'const sendAgainMs = 15_000',
    after: 'const sendAgainMs = 4 * 3_600_000',
    test: { file: 'test/machines/fixed-waits.test.ts', title: 'of a %s' },
  },
  {
    fault: 'the merchant approves the own business',
    file: 'machines/verification/verification.machine.ts',
    before: "meta: { label: 'Approve', roles: ['operator'] }",
    after: "meta: { label: 'Approve', roles: ['merchant'] }",
    test: {
      file: 'test/machines/command-roles.test.ts',
      title: 'only the operator decides a verification, and only the merchant submits it',
    },
  },
  {
    fault: 'a pause is asked for while a reorganisation brings a freeze back, and does not notice',
    file: 'machines/subscription/states/pausing.ts',
    before: "'chain.controlReorged': controlTakenBackBeforePause,",
    after: "'chain.controlReorged': {},",
    test: {
      file: 'test/machines/world.test.ts',
      title: 'a pause that is asked for begins with the freeze that a reorganisation brings back',
    },
  },
  {
    fault: 'a pause that is read from the chain leaves its charge open',
    file: 'machines/subscription/transitions/frozen.ts',
    before: "      stopCharge('Paused'),\n",
    after: '',
    test: {
      file: 'test/machines/interleavings.test.ts',
      title: 'whoever acts at once, in whatever order, the laws hold (P14)',
    },
  },
  {
    fault: 'a charge that is held back when its grace ends is called off',
    file: 'machines/charge/charge.machine.ts',
    before: "after: { untilGraceEnds: '#Failed' }",
    after: "after: { untilGraceEnds: '#Cancelled' }",
    test: { file: 'test/paths/store.test.ts', title: '%s' },
  },
  {
    fault: 'a charge that goes on after it was held back does not say so',
    file: 'machines/charge/charge.machine.ts',
    before: "'charge.submitted': { ...boarded, actions: [boarded.actions, 'reportReleased'] },",
    after: "'charge.submitted': boarded,",
    test: {
      file: 'test/machines/exploration.test.ts',
      title: 'asks in every turn for what its table says, with these parameters and in this order',
    },
  },
]
