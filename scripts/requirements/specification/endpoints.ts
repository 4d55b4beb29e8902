/** Section 4: endpoints. */
import { type Section, testsIn } from '../requirement.ts'

const authentication = testsIn('test/http/authentication.test.ts')
const createPayment = testsIn('test/http/create-payment.test.ts')
const createSubscription = testsIn('test/http/create-subscription.test.ts')
const newDraft = createSubscription('a new subscription is a Draft that names its future contract')
const everyFault = createSubscription('names every fault at once')
const wrongField = createSubscription('with %s %j is refused by name')
const hostileInput = testsIn('test/http/hostile-input.test.ts')
const lists = testsIn('test/http/lists.test.ts')
const planFields = lists('are listed with the fields of the specification')
const planFilters = lists('are filtered by statuses with commas, repeats, both, or none')
const wrongPlanQuery = lists('are not listed by %s, which is refused by the name of the parameter')
const subscriptionPages = lists('are listed the newest first, and say which page it is')
const subscriptionFilters = lists('are filtered by %s')
const wrongQuery = hostileInput('%s is answered 400 and names the parameter')
const activation = testsIn('test/http/activation.test.ts')
const checkout = testsIn('test/http/checkout.test.ts')

const all: Section = {
  section: '4',
  title: 'Endpoints',
  requirements: [
    {
      id: 'S4-1',
      says: 'All paths are under {base_url}',
      tests: testsIn('test/http/documentation.test.ts')(
        'names this server where it is served',
        'every route of the server is described by a document, pages and streams aside',
      ),
    },
    {
      id: 'S4-2',
      says: 'All requests must be authenticated',
      tests: authentication('lets nobody in to $operationId without credentials'),
    },
    {
      id: 'S4-3',
      says: 'Bodies are JSON, sent with Content-Type application/json',
      tests: hostileInput('called %s is answered 415', 'called %s is read', '%s is answered 400'),
    },
  ],
}

const postPayment: Section = {
  section: '4.1',
  title: 'POST /integration/payments',
  requirements: [
    {
      id: 'S4.1-1',
      says: 'Request body: amount {value: string, currency: string}, expiresAt (ISO 8601 string)',
      tests: createPayment(
        'a new payment names the address it is paid at, and the page',
        'every fault is named at once',
      ),
    },
    {
      id: 'S4.1-2',
      says: 'Response: JSON object with payment.id (string)',
      tests: createPayment('a new payment names the address it is paid at, and the page'),
    },
    {
      id: 'S4.1-3',
      says: 'Other optional request fields: open; decided as description and metadata',
      tests: testsIn('test/http/payment-metadata.test.ts')(
        '%j comes back as it was sent',
        '%j is kept as it is',
        '%s is no field of this call',
      ),
    },
    {
      id: 'S4.1-4',
      says: 'The payer is sent to {checkout_url}/<payment_id> with the optional query parameters name, success-url, fail-url',
      tests: [
        ...createPayment('a new payment names the address it is paid at, and the page'),
        ...checkout(
          'carries the payment, and says in its headers what a browser must not do',
          'a name with markup is text',
          'offers no address to pay to once nothing is to be paid any more',
        ),
        ...testsIn('proof/browser/endings.test.ts')(
          'the way back to the shop appears with the outcome, and names the payment',
          'a page does not leave a failed payment by itself, because money may be on its way',
        ),
      ],
    },
  ],
}

const getPlans: Section = {
  section: '4.2',
  title: 'GET /integration/subscription-plans',
  requirements: [
    {
      id: 'S4.2-1',
      says: 'Returns plans created in the dashboard',
      tests: [
        ...planFields,
        ...testsIn('test/browser/dashboard/first-charge.test.ts')(
          'an empty account comes to its first charge by clicking alone',
        ),
      ],
    },
    {
      id: 'S4.2-2',
      says: 'statusIn: array of string, not required, values Draft, Active, Archived',
      tests: [...planFilters, ...wrongPlanQuery],
    },
    {
      id: 'S4.2-3',
      says: 'limit: integer, not required, result limit',
      tests: [...planFilters, ...wrongPlanQuery],
    },
    {
      id: 'S4.2-4',
      says: 'offset: integer, not required, result offset',
      tests: [...planFilters, ...wrongPlanQuery],
    },
    {
      id: 'S4.2-5',
      says: 'Response: object with plans, an array of plan objects',
      tests: planFields,
    },
  ],
}

const postSubscription: Section = {
  section: '4.3',
  title: 'POST /integration/subscriptions',
  requirements: [
    { id: 'S4.3-1', says: 'Creates a subscription in the Draft state', tests: newDraft },
    {
      id: 'S4.3-2',
      says: 'The payer must then grant allowance to contractAddress',
      tests: [
        ...activation(
          'an activation that found no funds is judged anew with the same key',
          'the public status shows the allowance that the chain has now',
        ),
        ...testsIn('contracts/test/Activate.t.sol')('test_withoutAllowanceNothingIsLeftBehind'),
      ],
    },
    {
      id: 'S4.3-3',
      says: 'planId: string, required, ID of an active plan',
      tests: [
        ...everyFault,
        ...wrongField,
        ...createSubscription(
          'in %s is answered 409 PlanNotActive',
          'of another merchant is as unknown as a random id',
        ),
      ],
    },
    {
      id: 'S4.3-4',
      says: 'customerId: string, required, customer correlation ID in the merchant’s system',
      tests: [
        ...everyFault,
        ...wrongField,
        ...lists('a customer of any name that a subscription takes is found by it'),
      ],
    },
    {
      id: 'S4.3-5',
      says: 'payer: string, required, blockchain address the debits come from',
      tests: [
        ...createSubscription('is taken in %s', '%s is refused by name'),
        ...testsIn('contracts/test/Charge.t.sol')(
          'test_aDueChargeMovesExactlyTheAmountFromPayerToMerchant',
        ),
      ],
    },
    {
      id: 'S4.3-6',
      says: 'startFrom: string, required, ISO 8601 timestamp of the expected start',
      tests: [
        ...createSubscription(
          'in the past means now',
          'keeps whole seconds of a moment with an offset',
          '%j is refused by name',
        ),
        ...testsIn('test/machines/stories/subscription-beginning.test.ts')(
          'a start that lies ahead is waited for, and nothing is taken before',
        ),
      ],
    },
    {
      id: 'S4.3-7',
      says: 'metadata: string, not required, passed along with webhooks',
      tests: [
        ...wrongField,
        ...createSubscription(
          'a subscription without maxPeriods allows 24 charges',
          'text of a subscription in any script is stored as it is',
        ),
      ],
    },
    {
      id: 'S4.3-8',
      says: 'maxPeriods: integer, not required, maximum allowed charges; default 24',
      tests: [
        ...wrongField,
        ...createSubscription('a subscription without maxPeriods allows 24 charges'),
      ],
    },
    {
      id: 'S4.3-9',
      says: 'Response: a subscription object with status Draft',
      tests: newDraft,
    },
    {
      id: 'S4.3-10',
      says: 'Flow: list active plans; create the Draft subscription and read the future contract address; the payer approves for the plan’s token, with the contract as spender; activate (the endpoint: open; decided as POST …/activate)',
      tests: [
        ...testsIn('test/client/api.test.ts')('a shop does its business by %s'),
        ...activation(
          'an activation is answered when the funds have been checked, and again without harm',
        ),
        ...testsIn('test/flow/two-years.test.ts')(
          'a subscription of 24 periods with one failed month runs from Draft to Finished, every webhook at the clock’s time',
        ),
      ],
    },
  ],
}

const getSubscriptions: Section = {
  section: '4.4',
  title: 'GET /integration/subscriptions',
  requirements: [
    { id: 'S4.4-1', says: 'Returns subscriptions by filter', tests: subscriptionFilters },
    {
      id: 'S4.4-2',
      says: 'customerId: string, not required, external customer ID',
      tests: [...subscriptionFilters, ...wrongQuery],
    },
    {
      id: 'S4.4-3',
      says: 'payer: string, not required, payer address',
      tests: [...subscriptionFilters, ...wrongQuery],
    },
    {
      id: 'S4.4-4',
      says: 'statusIn: array of string, not required, sent as comma-separated statuses',
      tests: [...subscriptionFilters, ...wrongQuery],
    },
    {
      id: 'S4.4-5',
      says: 'limit: integer, not required, result limit',
      tests: [...subscriptionPages, ...wrongQuery],
    },
    {
      id: 'S4.4-6',
      says: 'offset: integer, not required, result offset',
      tests: [...subscriptionPages, ...wrongQuery],
    },
    {
      id: 'S4.4-7',
      says: 'Response: object with subscriptions (array of subscription objects) and page {limit: integer, offset: integer}',
      tests: subscriptionPages,
    },
  ],
}

export const endpoints: Section[] = [all, postPayment, getPlans, postSubscription, getSubscriptions]
