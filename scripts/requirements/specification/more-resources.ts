/** Sections 2.3 to 2.6: subscriptions, charges, customers’ tokens, pages of lists. */
import { type Section, testsIn } from '../requirement.ts'

const createSubscription = testsIn('test/http/create-subscription.test.ts')
const newDraft = createSubscription('a new subscription is a Draft that names its future contract')
const chargeContract = testsIn('contracts/test/Charge.t.sol')
const chargeStory = testsIn('test/machines/stories/charge.test.ts')
const lists = testsIn('test/http/lists.test.ts')
const reading = testsIn('test/http/reading.test.ts')

const subscriptionFields = {
  contractAddress: 'string, blockchain address of the charging contract',
  planId: 'string, plan identifier',
  asset: 'string, asset code of the plan’s token',
  blockchain: 'string, name of the blockchain network',
  customerId: 'string, the merchant’s customer correlation ID',
  nextChargeAt: 'string, ISO 8601 timestamp',
  payer: 'string, blockchain address of the payer',
  createdAt: 'string, ISO 8601 timestamp',
  startFrom: 'string, ISO 8601 timestamp of the expected start',
}

const subscription: Section = {
  section: '2.3',
  title: 'Subscription',
  requirements: [
    ...Object.entries(subscriptionFields).map(([field, says], index) => ({
      id: `S2.3-${index + 1}`,
      says: `${field}: ${says}`,
      tests: newDraft,
    })),
    {
      id: 'S2.3-10',
      says: 'status: string, a newly created subscription is Draft',
      tests: newDraft,
    },
    {
      id: 'S2.3-11',
      says: 'an active state that follows the successful initial payment',
      tests: testsIn('test/machines/stories/subscription-beginning.test.ts')(
        'a payer approves, and the first payment starts at once',
      ),
    },
    {
      id: 'S2.3-12',
      says: 'the existence of paused and cancelled subscriptions (other status values: open; decided by the machine)',
      tests: [
        ...testsIn('test/machines/stories/subscription-ending.test.ts')(
          'counts when the chain has frozen the contract, and the time left is kept',
          'is final once the chain has cancelled the contract',
        ),
        ...testsIn('test/machines/states.test.ts')('the statuses of a %s are those of its machine'),
      ],
    },
    {
      id: 'S2.3-13',
      says: 'Input-only optional attribute metadata: string, passed along with webhooks',
      tests: [
        ...createSubscription(
          'text of a subscription in any script is stored as it is',
          'with %s %j is refused by name',
        ),
        ...testsIn('test/webhooks/event-relay.test.ts')(
          'has a body of the published shape, with the resource, the metadata and the cause',
        ),
      ],
    },
    {
      id: 'S2.3-14',
      says: 'Input-only optional attribute maxPeriods: integer, cap on allowed charges',
      tests: [
        ...createSubscription(
          'a subscription without maxPeriods allows 24 charges',
          'with %s %j is refused by name',
        ),
        ...chargeContract('test_afterTheLastPeriodNothingIsEverChargedAgain'),
      ],
    },
  ],
}

const charge: Section = {
  section: '2.4',
  title: 'Subscription charge',
  requirements: [
    {
      id: 'S2.4-1',
      says: 'Pending: waiting to be processed',
      tests: chargeStory('joins the next transaction and succeeds by the event of its contract'),
    },
    {
      id: 'S2.4-2',
      says: 'Succeeded: successfully processed on the blockchain',
      tests: [
        ...chargeStory('joins the next transaction and succeeds by the event of its contract'),
        ...testsIn('test/machines/laws.test.ts')('succeeds only by an event of its contract'),
      ],
    },
    {
      id: 'S2.4-3',
      says: 'Retrying: the previous attempt failed and another attempt is under way',
      tests: chargeStory(
        'is tried after one hour, six hours and a day, then daily while the grace lasts',
      ),
    },
    {
      id: 'S2.4-4',
      says: 'Failed: failed; no more automatic attempts',
      tests: [
        ...chargeStory(
          'is tried after one hour, six hours and a day, then daily while the grace lasts',
        ),
        ...testsIn('test/machines/laws.test.ts')(
          'that may not be tried again asks for nothing more',
        ),
      ],
    },
    {
      id: 'S2.4-5',
      says: 'Cancelled: cancelled',
      tests: chargeStory('before it is sent is cancelled at once'),
    },
    {
      id: 'S2.4-6',
      says: 'Fields of the charge record: open; decided as in the description of the API',
      tests: reading('one plan and one charge are read by id'),
    },
    {
      id: 'S2.4-7',
      says: 'Charge history is visible in the dashboard',
      tests: testsIn('test/browser/dashboard/first-charge.test.ts')(
        'an empty account comes to its first charge by clicking alone',
      ),
    },
    {
      id: 'S2.4-8',
      says: 'and on the payer page',
      tests: testsIn('test/browser/manage.test.ts')(
        'payments are listed in words, each with a receipt, and the next ones go to the calendar',
      ),
    },
  ],
}

export const moreResources: Section[] = [
  subscription,
  charge,
  {
    section: '2.5',
    title: 'Customer token',
    requirements: [
      {
        id: 'S2.5-1',
        says: 'Object with a string field token, a session token for the hosted widget and the management page',
        tests: [
          ...lists('every call gives another customer token'),
          ...testsIn('test/http/session-matrix.test.ts')('lets a token in that may manage'),
        ],
      },
    ],
  },
  {
    section: '2.6',
    title: 'Page descriptor',
    requirements: [
      {
        id: 'S2.6-1',
        says: 'List responses for subscriptions carry an object page with integer fields limit and offset',
        tests: lists('are listed the newest first, and say which page it is'),
      },
    ],
  },
]
