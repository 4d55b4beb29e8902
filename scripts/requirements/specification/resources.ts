/** Sections 2.1 and 2.2: payments and plans. */
import { type Section, testsIn } from '../requirement.ts'

const createPayment = testsIn('test/http/create-payment.test.ts')
const subscriptionContract = testsIn('contracts/test/Deploy.t.sol')
const chargeContract = testsIn('contracts/test/Charge.t.sol')
const lists = testsIn('test/http/lists.test.ts')
const planLists = lists('are listed with the fields of the specification')
const plans = testsIn('test/dashboard/plans.test.ts')
const planWritten = plans('a plan is written, changed, activated, archived and restored')
const wrongPlan = plans('a plan with a wrong %s is refused')

const payment: Section = {
  section: '2.1',
  title: 'Payment (creation input and output)',
  requirements: [
    {
      id: 'S2.1-1',
      says: 'amount: object, required, contains value and currency',
      tests: createPayment('cannot be %j', 'takes no further fields'),
    },
    {
      id: 'S2.1-2',
      says: 'amount.value: string, required, decimal amount as a string',
      tests: createPayment(
        '%s is asked for as %s',
        '%j is refused, repeated and explained',
        'that is %j instead of a text is refused',
      ),
    },
    {
      id: 'S2.1-3',
      says: 'amount.currency: string, required, asset code of the token',
      tests: createPayment(
        '%j is unknown here, and the answer names those that are known',
        'that is %j is refused by name',
      ),
    },
    {
      id: 'S2.1-4',
      says: 'expiresAt: string, required, ISO 8601 timestamp, UTC or with an offset',
      tests: createPayment(
        '%s is told in UTC',
        '%j is refused by name',
        'every fault is named at once',
      ),
    },
    {
      id: 'S2.1-5',
      says: 'The response contains an object payment with a string field id',
      tests: createPayment('a new payment names the address it is paid at, and the page'),
    },
    {
      id: 'S2.1-6',
      says: 'Other fields of the payment record: open; decided as in the description of the API',
      tests: testsIn('test/http/payment-lists.test.ts')(
        'are listed the newest first, and say which page it is',
        'are read one by one',
      ),
    },
  ],
}

const plan: Section = {
  section: '2.2',
  title: 'Subscription plan',
  requirements: [
    { id: 'S2.2-1', says: 'id: string, plan identifier', tests: planLists },
    { id: 'S2.2-2', says: 'description: string, text shown to the user', tests: planLists },
    {
      id: 'S2.2-3',
      says: 'amount: string, amount together with the asset code, in one string',
      tests: planLists,
    },
    { id: 'S2.2-4', says: 'periodSeconds: integer, charge period in seconds', tests: planLists },
    { id: 'S2.2-5', says: 'createdAt: string, ISO 8601 timestamp', tests: planLists },
    {
      id: 'S2.2-6',
      says: 'tags: array of string, optional free tags used for search and grouping',
      tests: [
        ...planLists,
        ...plans('a plan needs no tags and no description'),
        ...testsIn('test/http/session-reading.test.ts')('are found by one of their tags'),
      ],
    },
    {
      id: 'S2.2-7',
      says: 'status: string, Draft, Active or Archived',
      tests: [
        ...lists('are filtered by statuses with commas, repeats, both, or none'),
        ...testsIn('test/machines/states.test.ts')('the statuses of a %s are those of its machine'),
      ],
    },
    {
      id: 'S2.2-8',
      says: 'Set in the dashboard: asset, the token debited from the customer',
      tests: [...planWritten, ...wrongPlan],
    },
    {
      id: 'S2.2-9',
      says: 'period: the debit frequency in whole days, 1 to 365',
      tests: [
        ...wrongPlan,
        ...plans('a plan of %j days that asks for a grace of %j has one of %j'),
        ...subscriptionContract('test_aPeriodIsOneTo365Days'),
      ],
    },
    {
      id: 'S2.2-10',
      says: 'A month is not adjusted for its length. For monthly debits the plan specifies 31 days',
      tests: [
        ...planWritten,
        ...testsIn('test/browser/dashboard/plans.test.ts')(
          'a plan is drafted, changed, activated and archived',
        ),
      ],
    },
    {
      id: 'S2.2-11',
      says: 'Debits always occur after exactly the specified number of days',
      tests: [
        ...chargeContract(
          'test_theFactoryTellsPeriodAndNextDue',
          'testFuzz_nothingIsChargedBeforeItIsDue',
        ),
        ...testsIn('test/machines/stories/subscription-renewing.test.ts')(
          'every period is charged when it is due, until all are paid',
          'a late charge does not move the next one',
        ),
        ...testsIn('test/flow/two-years.test.ts')(
          'a subscription of 24 periods with one failed month runs from Draft to Finished, every webhook at the clock’s time',
        ),
      ],
    },
    {
      id: 'S2.2-12',
      says: 'grace period: time allowed after a subscription expires before it is cancelled (its unit: open; decided as whole days)',
      tests: [
        ...plans('a plan of %j days that asks for a grace of %j has one of %j'),
        ...testsIn('test/machines/stories/subscription-renewing.test.ts')(
          'tops up within the grace and keeps the subscription',
          'and does not top up loses the subscription when the grace is over',
        ),
        ...testsIn('contracts/test/Schedule.t.sol')('test_theGraceEndsOnItsLastSecond'),
      ],
    },
    {
      id: 'S2.2-13',
      says: 'name and description: shown to the user',
      tests: [
        ...planWritten,
        ...testsIn('test/browser/widget.test.ts')(
          'the plan is shown in words before a wallet is asked, and its text on the manage page as well',
        ),
      ],
    },
    {
      id: 'S2.2-14',
      says: 'tags: optional list of text tags',
      tests: [...wrongPlan, ...plans('a plan needs no tags and no description')],
    },
  ],
}

export const resources: Section[] = [payment, plan]
