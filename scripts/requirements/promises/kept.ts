/** P1 to P12: what is acknowledged, charged, credited and told stays so, whatever fails meanwhile. */
import { type Requirement, testsIn } from '../requirement.ts'

const lostDatabase = testsIn('test/turns/lost-database.test.ts')
const lostBus = testsIn('test/turns/lost-bus.test.ts')
const lostWorkers = testsIn('test/turns/lost-workers.test.ts')
const killedWorkers = testsIn('test/turns/killed-workers.test.ts')
const outage = testsIn('test/http/outage.test.ts')
const idempotency = testsIn('test/http/idempotency.test.ts')
const invariants = testsIn('contracts/test/invariant/Invariants.t.sol')
const chargeContract = testsIn('contracts/test/Charge.t.sol')
const timers = testsIn('test/turns/timers.test.ts')
const webhookRelay = testsIn('test/webhooks/webhook-relay.test.ts')

/** All processes and servers, with load, judged by the chain: `npm run drill` in its short form. */
const drilled = testsIn('proof/drill/drill.test.ts')(
  'a process of each role, NATS and Postgres are killed under load, and every promise is kept',
)

export const keptPromises: Requirement[] = [
  {
    id: 'P1',
    says: 'No acknowledged command is ever lost',
    tests: [
      ...lostWorkers('workers are killed under load: nothing is lost, and all is done within 15 s'),
      ...lostDatabase(
        'Postgres is killed under load: nothing is lost, and all is done within 15 s',
      ),
      ...lostBus('%s under load: nothing is lost, and all is done within 15 s'),
      ...testsIn('test/turns/absent-workers.test.ts')(
        'while all workers are away nothing is parked, and what waits says so; afterwards all of it is taken',
      ),
      ...testsIn('test/turns/poison-messages.test.ts')(
        'a parked message that an operator sends again is taken once a turn can, and its anomaly is resolved',
      ),
      ...testsIn('test/embedded/postgres.test.ts')(
        'the embedded database acknowledges a commit only once it is on disk',
      ),
      ...drilled,
    ],
  },
  {
    id: 'P2',
    says: 'A repeated request does not repeat its effect',
    tests: [
      ...idempotency(
        'the same key and body give the same answer, marked as replayed',
        'five at once with one key make one subscription and get one answer',
        'after a crash that left the effect and no answer makes nothing more',
        'that five create at once with one key are one, with one address',
      ),
      ...testsIn('test/http/lost-commits.test.ts')(
        'a command whose reservation was lost is not taken, and the next try makes the one payment',
        'an answer that was given and lost is given again to the letter, whatever has happened since',
        'of 64 requests in a crash each makes one payment, and an answer from before it stays the answer',
      ),
      ...testsIn('test/turns/repeated-messages.test.ts')(
        'a command that comes many times at once happens once, and is answered alike every time',
      ),
    ],
  },
  {
    id: 'P3',
    says: 'No payer is charged twice for a period',
    tests: [
      ...invariants('invariant_moneyAndStateAreWhatShouldHaveHappened'),
      ...chargeContract('test_aPeriodIsChargedOnce'),
      ...testsIn('proof/chain/chaos.test.ts')(
        'with faults at every step, each period is charged exactly once (CHAOS_SEED=${seed})',
      ),
      ...testsIn('test/chain/signing.test.ts')(
        'a signer that died before it could send finds its bytes and reports the same again',
      ),
    ],
  },
  {
    id: 'P4',
    says: 'No charge early; overdue ones go out once',
    tests: [
      ...chargeContract('testFuzz_nothingIsChargedBeforeItIsDue'),
      ...testsIn('contracts/test/Schedule.t.sol')('test_aMissedPeriodIsLostNotDoubled'),
      ...testsIn('test/machines/laws.test.ts')(
        'asks for no charge before its start, and none before it is due',
      ),
      ...timers(
        'of many timers, those that are due fire once each, under two relays and workers',
        'a timer that comes before its moment does nothing, and at its moment it fires',
      ),
      ...testsIn('proof/chain/outages.test.ts')(
        'charges wait while the chain does not answer, and lose no attempt',
      ),
    ],
  },
  {
    id: 'P5',
    says: 'Never more than allowed: amount, token, receiver, count',
    tests: [
      ...invariants('invariant_moneyAndStateAreWhatShouldHaveHappened'),
      ...chargeContract(
        'testFuzz_theAllowanceIsTheLimitHoweverOftenAnyoneTries',
        'test_afterTheLastPeriodNothingIsEverChargedAgain',
      ),
      ...testsIn('contracts/test/Operator.t.sol')(
        'testFuzz_theOperatorGainsNothingWhateverItCalls',
      ),
      ...testsIn('contracts/test/Predict.t.sol')('testFuzz_theAddressCommitsToEveryTerm'),
      ...testsIn('contracts/test/HostileTokens.t.sol')('test_aTokenThatReentersIsChargedOnce'),
    ],
  },
  {
    id: 'P6',
    says: 'A payment is credited exactly once across reorganisations',
    tests: [
      ...testsIn('proof/chain/random-deposit-reorgs.test.ts')(
        'after random reorganisations, payments have the sums that are on the chain (CHAOS_SEED=${seed})',
      ),
      ...testsIn('test/chain/deposit-reorgs.test.ts')(
        'money that was confirmed, and that a reorganisation removes, is taken back; and may come again',
      ),
      ...testsIn('proof/chain/random-reorgs.test.ts')(
        'after random reorganisations, the credited charges are those on the chain (CHAOS_SEED=${seed})',
      ),
    ],
  },
  {
    id: 'P7',
    says: 'Webhooks at least once, in sequence per resource, replayable',
    tests: [
      ...webhookRelay(
        'when it %s',
        'the webhooks of a resource are sent in order, and those of many resources at the same time',
      ),
      ...testsIn('test/webhooks/killed-relay.test.ts')(
        'after a webhook relay is killed between call and result, another sends the same body again',
      ),
      ...testsIn('test/webhooks/retries.test.ts')(
        'nine more attempts follow a failed delivery, after the published waits, a fifth more or less',
      ),
      ...testsIn('test/http/events.test.ts')(
        'an event is delivered again under every key, with the same id',
      ),
    ],
  },
  {
    id: 'P8',
    says: 'A killed worker leaves nothing stuck',
    tests: [
      ...killedWorkers(
        'messages that a killed worker had not published yet are consumed within 15 s',
        'messages that a killed worker had in hand are taken by another within 15 s',
      ),
      ...lostWorkers('workers are killed under load: nothing is lost, and all is done within 15 s'),
      ...testsIn('test/chain/lane-leases.test.ts')(
        'what a process had claimed when it was killed is tried by another within 10 s',
      ),
      ...drilled,
    ],
  },
  {
    id: 'P9',
    says: 'Two workers never both write one entity',
    tests: [
      ...killedWorkers(
        'a worker that was stopped between reading and writing overwrites nothing when it goes on',
      ),
      ...testsIn('test/turns/two-workers.test.ts')(
        'hundreds of commands to one actor, half to each worker, are taken one after another',
        'a turn that was decided on an old revision writes nothing, and the other turns of its batch do',
      ),
    ],
  },
  {
    id: 'P10',
    says: 'Postgres may restart, stall and vanish: nothing is lost, and 503 meanwhile, never 500',
    tests: [
      ...lostDatabase(
        'Postgres is killed under load: nothing is lost, and all is done within 15 s',
        'a command that Postgres lost with its connection is done once when asked again',
      ),
      ...testsIn('test/turns/poison-messages.test.ts')(
        'a command to an actor whose row is locked waits by itself, and is done in the end',
      ),
      ...outage('without its database every answer is a 503, and the server lives'),
      ...drilled,
    ],
  },
  {
    id: 'P11',
    says: 'NATS may restart, stall and vanish',
    tests: [
      ...lostBus(
        '%s under load: nothing is lost, and all is done within 15 s',
        'while JetStream is away, an event reaches a worker at once',
      ),
      ...outage(
        'without the bus the service is live and not ready',
        'without a worker a command is answered 503, and with the same key done once later',
      ),
      ...testsIn('test/fleet/nats-cluster.test.ts')(
        'the server that leads is lost under load: every command is answered, and all is done',
      ),
      ...drilled,
    ],
  },
  {
    id: 'P12',
    says: 'RPC nodes may restart, stall, vanish and lie',
    tests: [
      ...testsIn('proof/chain/outages.test.ts')(
        'charges wait while the chain does not answer, and lose no attempt',
      ),
      ...testsIn('proof/chain/failover.test.ts')(
        'a node that does not answer rests, and the next one serves',
      ),
      ...testsIn('test/chain/lying-nodes.test.ts')(
        'money that only one node reports is seen, and not credited; the lie is found and real money counts',
      ),
      ...testsIn('proof/flow/absent-chain.test.ts')(
        'a chain that does not answer at the start leaves the others served, is named in refusals, and is served once it answers',
      ),
    ],
  },
]
