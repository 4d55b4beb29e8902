/** P13 to P24: gas, order, strangers, secrets, upgrades, nodes and backups. */
import { type Requirement, testsIn } from '../requirement.ts'

const repeatedMessages = testsIn('test/turns/repeated-messages.test.ts')
const forgedMessages = testsIn('test/turns/forged-messages.test.ts')
const hostileAddresses = testsIn('test/http/hostile-addresses.test.ts')
const upgrades = testsIn('test/turns/upgrades.test.ts')
const fees = testsIn('test/chain/fees.test.ts')

export const guardedPromises: Requirement[] = [
  {
    id: 'P13',
    says: 'With an empty gas wallet charges wait, the merchant knows, and nobody fails',
    tests: [
      ...testsIn('test/chain/charging.test.ts')(
        'an empty gas wallet suspends subscriptions, fails no charge, and lets them go on when refilled',
      ),
      ...testsIn('proof/chain/outages.test.ts')(
        'a transaction whose gas is gone when it is sent goes out unchanged once there is some',
      ),
      ...testsIn('test/machines/stories/charge.test.ts')(
        'waits while the gas wallet is empty, and loses no attempt',
      ),
      ...testsIn('proof/flow/payments.test.ts')(
        'an empty gas wallet holds back only the sweep of a payment, which reports the reason',
      ),
      ...testsIn('test/mails/telling.test.ts')(
        'an empty gas wallet and an endpoint that is down are told once, with what to do',
      ),
    ],
  },
  {
    id: 'P14',
    says: 'Duplicates, another order and replay are harmless',
    tests: [
      ...repeatedMessages(
        'a message that JetStream delivers again, and the sweeper too, has its effect once',
        '%s that is sent again later is answered as before, and changes nothing',
      ),
      ...testsIn('proof/machines/interleavings.test.ts')(
        'whoever acts at once, in whatever order, the laws hold',
      ),
      ...testsIn('test/turns/payments.test.ts')(
        'reports of deposits that two workers take in any order leave the newest sums, and events without a hole',
      ),
    ],
  },
  {
    id: 'P15',
    says: 'Clocks that differ are harmless',
    tests: [
      ...testsIn('test/turns/timers.test.ts')(
        'a worker whose clock is a little behind fires a timer at the moment of the timer',
        'a timer that was armed anew makes the old message stale',
      ),
      ...testsIn('test/chain/deposit-times.test.ts')(
        'the time of the block decides whether money is late, also when our clock is behind it',
      ),
    ],
  },
  {
    id: 'P17',
    says: 'One slow merchant slows nobody',
    tests: [
      ...testsIn('test/webhooks/webhook-relay.test.ts')(
        'twenty endpoints that hang do not delay the webhooks of a good one',
      ),
      ...testsIn('test/webhooks/hanging-key.test.ts')(
        'a key whose calls hang delays none of another, however many of its webhooks wait',
      ),
      ...testsIn('test/http/limits.test.ts')('one key does not slow another'),
    ],
  },
  {
    id: 'P18',
    says: 'No merchant sees another’s data, no test key touches main money',
    tests: [
      ...testsIn('test/http/isolation.test.ts')(
        'cannot $operationId of what is not theirs',
        'sees none of it in any list',
      ),
      ...testsIn('test/dashboard/isolated-reads.test.ts')(
        '%s is there for its owner alone, on its own network',
      ),
      ...testsIn('test/dashboard/isolation.test.ts')('%s of the %s%s is there for its owner only'),
      ...testsIn('test/http/session-matrix.test.ts')('tells %s nothing of the customer'),
    ],
  },
  {
    id: 'P19',
    says: 'Secrets are readable nowhere',
    tests: [
      ...testsIn('test/dashboard/secrets-at-rest.test.ts')(
        'no secret of a merchant is readable in the database',
      ),
      ...testsIn('test/http/idempotency.test.ts')(
        'a secret answer is replayed, and is readable nowhere',
      ),
      ...testsIn('test/http/replays.test.ts')(
        'the log leaves credentials out and names a token by its address',
      ),
      ...testsIn('test/http/faults.test.ts')(
        'a fault is answered 500 without a word of what the service is made of',
      ),
      ...testsIn('proof/flow/absent-chain.test.ts')(
        'no key of an RPC provider is in a log, an answer or the database, whatever its node answers',
      ),
    ],
  },
  {
    id: 'P20',
    says: 'An upgrade strands nothing',
    tests: [
      ...testsIn('test/machines/stored-states.test.ts')('$state is restored and answers as it did'),
      ...upgrades(
        'upgraded actors go on under version 2, beside actors of version 1',
        'without its upgrade a state has no place, and nothing is changed',
        'a release that is older than what is stored starts beside it, says so, and leaves it alone',
      ),
      ...testsIn('test/turns/migrating.test.ts')(
        'a migration gives way to those who write, and is applied once it has its lock',
      ),
      ...testsIn('test/turns/rolling-upgrade.test.ts')(
        'version 2 of a machine is rolled through running workers: nobody is stuck, and nothing is parked',
      ),
      ...testsIn('test/turns/replay.test.ts')('each of its turns is replayed as it was stored'),
    ],
  },
  {
    id: 'P21',
    says: 'Nothing that a stranger sends reaches the bus, and no message is believed for its subject',
    tests: [
      ...hostileAddresses(
        'in a path does harm',
        'in a query does harm',
        'on a bare socket does harm',
      ),
      ...forgedMessages(
        'of the type %s, which is not one of the machine, changes nothing',
        'takes no command of %j, and is not shown',
        'a flood of forged messages neither fills the table nor stops the commands',
      ),
      ...testsIn('test/bus/permissions.test.ts')('let only these publish on %s: %j'),
    ],
  },
  {
    id: 'P22',
    says: 'No single node can create, hide for long, or misplace money',
    tests: [
      ...testsIn('test/chain/lying-nodes.test.ts')(
        'money that only one node reports is seen, and not credited; the lie is found and real money counts',
        'a charge that only one node reports activates nothing, and a real one does',
        'a true transfer that one node denies waits, and counts once the node tells the truth',
      ),
      ...testsIn('proof/chain/withheld-events.test.ts')(
        'our own charge that is kept back is counted once, and not made again',
      ),
      ...testsIn('proof/chain/withheld-deposits.test.ts')(
        'a transfer is found while the node that is read from keeps it back',
      ),
    ],
  },
  {
    id: 'P23',
    says: 'Nobody can make a merchant spend gas that earns nothing',
    tests: [
      ...testsIn('test/chain/sweep-floor.test.ts')(
        'dust that comes again and again, to one address or to many, costs the merchant nothing',
      ),
      ...testsIn('test/chain/controls.test.ts')(
        'an approval of less than one amount on a cancelled draft costs the merchant nothing',
      ),
      ...testsIn('test/chain/failing-on-purpose.test.ts')(
        'a payer who takes the allowance away after the pre-check makes the merchant pay once, not every time',
      ),
      ...fees(
        'a tip of 1,000 gwei by one of two nodes, or of three, changes nothing',
        'a tip of 1,000 gwei by the only node is followed no further than the limit of the chain',
      ),
      ...testsIn('test/chain/gas-limits.test.ts')(
        'charges past the gas limit of a day wait until the day has passed',
      ),
    ],
  },
  {
    id: 'P24',
    says: 'A restored or failed-over database converges with the chain',
    tests: [
      ...testsIn('proof/chain/restored-database.test.ts')(
        'a restored database takes charges, payments and nonces over from the chain, and nobody pays twice',
      ),
      ...testsIn('proof/chain/adoption.test.ts')(
        'what only the chain remembers is adopted, its money counts once, and its next charge is in time',
      ),
      ...testsIn('test/webhooks/restored-log.test.ts')(
        'after a restore a log goes on behind every number that was given out before, and says so first',
      ),
      ...testsIn('proof/chain/told-again.test.ts')(
        'a payment that is paid again after a reorganisation is told anew, also where the database has forgotten the first time',
      ),
      ...testsIn('test/chain/races.test.ts')(
        'a charge that somebody else made is adopted before we send anything',
      ),
      ...testsIn('test/chain/nonce-lanes.test.ts')(
        'on an older copy of the chain, without dozens of transactions, the lane goes back, and charges go through',
      ),
      ...testsIn('test/fleet/failover.test.ts')(
        'a primary dies under load: the promoted standby has all that was acknowledged, and all is done',
        'a primary of before that comes back by itself gets no connection',
      ),
      ...testsIn('test/fleet/asynchronous-standby.test.ts')(
        'a primary is lost while its standby is behind: the chain is believed, what it alone knows is adopted, and nobody pays twice',
      ),
    ],
  },
]
