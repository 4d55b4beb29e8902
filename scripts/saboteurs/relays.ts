/** Faults of the relays: of what leaves the outbox for the log, webhooks, actors and timers. */
import type { Saboteur } from './saboteur.ts'

const queue = 'test/webhooks/webhook-queue.test.ts'
const attempts = 'test/webhooks/attempts.test.ts'
const release = 'test/webhooks/release-batches.test.ts'

export const ofRelays: Saboteur[] = [
  {
    fault: 'an event of another resource takes a number of the log',
    file: 'src/relays/event-log.ts',
    before: 'const logNumber = last.get(ownerKey(row))! + 1',
    after: 'const logNumber = last.get(ownerKey(row))! + 2',
    test: {
      file: 'test/webhooks/event-relay.test.ts',
      title:
        'two event relays number the events of eight writers without holes, in order per resource',
    },
  },
  {
    fault: 'a restored database goes on with the log numbers of its backup',
    file: 'src/store/epochs/epochs.ts',
    before: 'select place = ${presentPlace} from epoch',
    after: 'select place is not null from epoch',
    test: {
      file: 'test/webhooks/restored-log.test.ts',
      title:
        'after a restore a log goes on behind every number that was given out before, and says so first (P24)',
    },
  },
  {
    fault: 'what is told again after a restore has another event id',
    file: 'src/webhooks/event-id.ts',
    before: 'return placedId(moment, sequence,',
    after: 'return placedId(moment, logNumber,',
    test: {
      file: 'test/webhooks/event-id.test.ts',
      title:
        'what is told again later, as another entry of the log, has the same id, which begins with its own moment',
    },
  },
  {
    fault: 'a payment that is paid again after a reorganisation has the event id of the first time',
    file: 'src/webhooks/event-id.ts',
    before: 'return fact ? [resource, fact.what] : [resource]',
    after: 'return [resource]',
    test: {
      file: 'proof/chain/told-again.test.ts',
      title:
        'a payment that is paid again after a reorganisation is told anew, also where the database has forgotten the first time (P24)',
    },
  },
  {
    fault: 'a removed endpoint still gets webhooks',
    file: 'src/relays/webhook-attempt.ts',
    before: "if (!target.url) return { removed: 'EndpointRemoved' }",
    after: "if (!target.url) return notSent('no endpoint')",
    test: {
      file: attempts,
      title: 'is not made, and says so, where the endpoint was removed',
    },
  },
  {
    fault: 'a webhook whose key was deleted is tried for ever',
    file: 'src/relays/webhook-attempt.ts',
    before: "return { removed: 'ApiKeyDeleted' }",
    after: "return notSent('no key')",
    test: {
      file: attempts,
      title: 'is not made, and says so, where the key was deleted or is of another merchant',
    },
  },
  {
    fault: 'a webhook is signed with the key of another merchant',
    file: 'src/relays/webhook-attempt.ts',
    before: 'if (key?.merchantId !== row.merchantId || key.network !== row.network)',
    after: 'if (key?.network !== row.network)',
    test: {
      file: attempts,
      title: 'is not made, and says so, where the key was deleted or is of another merchant',
    },
  },
  {
    fault: 'each relay asks the database at every beat, though nothing waits',
    file: 'src/shared/pulse.ts',
    before: '(mustWork || !isDue || (await isDue()))',
    after: '(mustWork || !isDue || true)',
    test: {
      file: 'test/turns/idle-relays.test.ts',
      title: 'with nothing to do no relay asks for itself',
    },
  },
  {
    fault: 'a timer whose message was lost is not sent again',
    file: 'src/relays/timer.relay.ts',
    before: '{ limit, resendMs, reading }',
    after: '{ limit, resendMs: resendMs * 1e6, reading }',
    test: {
      file: 'test/turns/timers.test.ts',
      title: 'a timer whose message was lost is sent again',
    },
  },
  {
    fault: 'a payment expires while what paid it is still to be read',
    file: 'src/relays/timer.relay.ts',
    before: '.filter(({ embedded }) => !embedded)',
    after: '.filter(({ embedded }) => embedded)',
    test: {
      file: 'test/chain/unread-expiries.test.ts',
      title:
        'a payment that was paid in time, in blocks that are still to be read, is never Expired',
    },
  },
  {
    fault: 'a message between actors that the bus lost stays where it is',
    file: 'src/relays/actor.relay.ts',
    before: 'await bus.publish(waiting.map(toMessage))',
    after: 'await bus.publish(waiting.slice(0, 0).map(toMessage))',
    test: {
      file: 'test/turns/repeated-messages.test.ts',
      title:
        'the sweeper sends a message that only the outbox holds, and not again once it is done',
    },
  },
  {
    fault: 'a message is parked because no worker was there to take it',
    file: 'src/relays/actor.relay.ts',
    before: '({ refusals }) => refusals >= refusalsMax',
    after: '({ attempts }) => attempts > refusalsMax',
    test: {
      file: 'test/turns/absent-workers.test.ts',
      title:
        'while all workers are away nothing is parked, and what waits says so; afterwards all of it is taken (P1)',
    },
  },
  {
    fault: 'a message that no turn can take is tried for ever',
    file: 'src/relays/actor.relay.ts',
    before: 'refusals >= refusalsMax',
    after: 'refusals >= refusalsMax * 1e6',
    test: {
      file: 'test/turns/poison-messages.test.ts',
      title:
        'a message that no turn can take is parked as an anomaly, and those that came with it are done',
    },
  },
  {
    fault: 'a webhook overtakes an earlier one of its resource',
    file: 'src/relays/webhook-queue.ts',
    before: 'and delivery.sequence < ${row}.sequence',
    after: 'and delivery.sequence < 0',
    test: { file: queue, title: 'a row waits while an earlier one is %s' },
  },
  {
    fault: 'a webhook overtakes one that is not created yet',
    file: 'src/relays/webhook-queue.ts',
    before: ".sequence - 1) || '/create') is null",
    after: ".sequence - 1) || '/made') is null",
    test: {
      file: queue,
      title: 'a row waits while the delivery before it is not created yet',
    },
  },
  {
    fault: 'a destination that is down is called with everything that waits',
    file: 'src/relays/webhook-queue.ts',
    before: 'from judged where is_current and is_head and not is_down',
    after: 'from judged where is_current and is_head',
    test: {
      file: 'test/webhooks/parked-webhooks.test.ts',
      title: 'a row waits while its destination is down, unless all failures are of one lane',
    },
  },
  {
    fault: 'what came when nothing was left to probe with waits for an hour',
    file: 'machines/destination/destination.machine.ts',
    before: "actions: ['allowOneAttempt', 'release'] }",
    after: "actions: ['allowOneAttempt'] }",
    test: {
      file: 'test/webhooks/emptied-destination.test.ts',
      title:
        'what is parked for a destination at the moment at which its probes end goes out at once',
    },
  },
  {
    fault: 'a release goes on with as few as it began with',
    file: 'src/relays/chores/webhook-release.ts',
    before: 'firstBatchMax * 2 ** (chore.attempts - 1)',
    after: 'firstBatchMax * 1 ** (chore.attempts - 1)',
    test: { file: release, title: '%s are released in batches that grow, and each of them once' },
  },
  {
    fault: 'a release takes the same deliveries again with each batch',
    file: 'src/relays/chores/webhook-release.ts',
    before: 'await goOn(database, chore, waiting.at(-1)?.id ?? after)',
    after: 'await goOn(database, chore, after)',
    test: { file: release, title: '%s are released in batches that grow, and each of them once' },
  },
  {
    fault: 'one merchant takes the calls of all others',
    file: 'src/relays/webhook-queue.ts',
    before: 'from placed_of_owner where place <= $7 order',
    after: 'from placed_of_owner where place <= $7 + 100 order',
    test: { file: queue, title: 'no merchant gets more than its free calls' },
  },
  {
    fault: 'a call that takes long is made by a second process, too',
    file: 'src/relays/leased-work.ts',
    before: 'extendLeases(database, [...underWay.keys()], leaseMs)',
    after: 'extendLeases(database, [], leaseMs)',
    test: {
      file: 'test/webhooks/killed-relay.test.ts',
      title: 'a webhook call that takes longer than a lease is not repeated by a second relay',
    },
  },
  {
    fault: 'a later event of a resource is logged before an earlier one',
    file: 'src/relays/event-queue.ts',
    before: 'Math.max(row.at.getTime(), latest.get(row.lane) ?? 0)',
    after: 'row.at.getTime()',
    test: {
      file: 'test/webhooks/event-relay.test.ts',
      title:
        'a backlog of events is logged in order, although later events lie before earlier ones',
    },
  },
  {
    fault: 'the test clock says that it has arrived although something still moves',
    file: 'src/relays/test-clock.ts',
    before: 'settled: false,',
    after: 'settled: true as never,',
    test: {
      file: 'proof/flow/test-clock.test.ts',
      title: 'a stop on the way is told in numbers and words, with the moment',
    },
  },
]
