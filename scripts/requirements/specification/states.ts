/** Section 3: states and transitions. */
import { type Section, testsIn } from '../requirement.ts'

const createSubscription = testsIn('test/http/create-subscription.test.ts')
const notActive = createSubscription('in %s is answered 409 PlanNotActive')
const plans = testsIn('test/dashboard/plans.test.ts')
const planWritten = plans('a plan is written, changed, activated, archived and restored')
const planStory = testsIn('test/machines/stories/plan.test.ts')
const beginning = testsIn('test/machines/stories/subscription-beginning.test.ts')
const chargeStory = testsIn('test/machines/stories/charge.test.ts')
const drawn = testsIn('test/shape/documents.test.ts')(
  'the committed pictures and tables of the machines are up to date',
)
const statuses = testsIn('test/machines/states.test.ts')(
  'the statuses of a %s are those of its machine',
)

export const states: Section[] = [
  {
    section: '3.1',
    title: 'Subscription plan',
    requirements: [
      {
        id: 'S3.1-1',
        says: 'A plan created in the dashboard is Draft',
        tests: planWritten,
      },
      {
        id: 'S3.1-2',
        says: 'The plan can be updated only while Draft',
        tests: [
          ...plans('an active plan cannot be changed, and the answer says what it allows'),
          ...planStory(
            'can be changed as often as the merchant likes while it is a draft',
            'cannot be changed once subscribers rely on it',
            'can be archived and restored',
          ),
        ],
      },
      {
        id: 'S3.1-3',
        says: 'Draft, switched to Active in the dashboard, is Active: subscriptions can now be created on the plan',
        tests: [
          ...planWritten,
          ...testsIn('test/http/idempotency.test.ts')(
            'is judged anew with the same key, once the plan is Active',
          ),
        ],
      },
      {
        id: 'S3.1-4',
        says: 'Active, moved to Archived when no longer needed: subscriptions cannot be created on it',
        tests: [...planWritten, ...notActive],
      },
      {
        id: 'S3.1-5',
        says: 'Archived, moved back to Active when needed: subscriptions can be created again',
        tests: [
          ...planWritten,
          ...createSubscription('that is restored from the archive takes subscriptions again'),
        ],
      },
      {
        id: 'S3.1-6',
        says: 'A subscription can be created only for an Active plan',
        tests: [
          ...notActive,
          ...testsIn('test/http/session-commands.test.ts')('is not possible to a plan that is %s'),
        ],
      },
    ],
  },
  {
    section: '3.2',
    title: 'Subscription',
    requirements: [
      {
        id: 'S3.2-1',
        says: 'States named: Draft, and an active state reached once the initial payment is processed',
        tests: beginning('a payer approves, and the first payment starts at once'),
      },
      {
        id: 'S3.2-2',
        says: 'Pausing and cancelling exist',
        tests: testsIn('test/chain/controls.test.ts')(
          'a merchant pauses and resumes, and the time left of the period stays',
          'a payer pauses and resumes without the service',
          'a merchant cancels a subscription for good',
        ),
      },
      {
        id: 'S3.2-3',
        says: 'A subscription is created as Draft',
        tests: createSubscription('a new subscription is a Draft that names its future contract'),
      },
      {
        id: 'S3.2-4',
        says: 'It becomes active when the payer grants allowance to the contract and the activation step is performed',
        tests: [
          ...beginning(
            'a merchant activates before the payer has approved, and learns what is missing',
            'a draft that the merchant wants to begin himself waits for the command, whatever the payer does',
          ),
          ...testsIn('test/http/activation.test.ts')(
            'an activation that found no funds is judged anew with the same key',
          ),
          ...testsIn('test/chain/subscription-path.test.ts')(
            'a seen allowance activates the subscription with one charge',
          ),
        ],
      },
      {
        id: 'S3.2-5',
        says: 'Full transition table of a subscription: open; decided by the machine, which is drawn',
        tests: drawn,
      },
    ],
  },
  {
    section: '3.3',
    title: 'Subscription charge',
    requirements: [
      {
        id: 'S3.3-1',
        says: 'States: Pending, Succeeded, Retrying, Failed, Cancelled',
        tests: [
          ...statuses,
          ...testsIn('test/machines/states.test.ts')(
            'docs/webhooks.md has every status that a charge changes to',
          ),
          ...testsIn('test/machines/exploration.test.ts')('reaches every state'),
        ],
      },
      {
        id: 'S3.3-2',
        says: 'A failed attempt leads to Retrying while automatic attempts remain',
        tests: chargeStory(
          'is tried after one hour, six hours and a day, then daily while the grace lasts',
        ),
      },
      {
        id: 'S3.3-3',
        says: 'Failed is final for automatic attempts',
        tests: [
          ...chargeStory(
            'that activates a subscription is tried once',
            'that is held back until the grace is over fails for what held it back',
          ),
          ...testsIn('test/machines/laws.test.ts')(
            'that may not be tried again asks for nothing more',
          ),
        ],
      },
      {
        id: 'S3.3-4',
        says: 'Full transition table of a charge: open; decided by the machine, which is drawn',
        tests: drawn,
      },
    ],
  },
]
