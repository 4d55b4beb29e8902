/** Section 1: what the service does. */
import { type Section, testsIn } from '../requirement.ts'

const createPayment = testsIn('test/http/create-payment.test.ts')
const createSubscription = testsIn('test/http/create-subscription.test.ts')
const chargeContract = testsIn('contracts/test/Charge.t.sol')
const checkoutPage = testsIn('test/browser/page.test.ts')
const endings = testsIn('proof/browser/endings.test.ts')
const managePage = testsIn('test/browser/manage.test.ts')
const manageSteps = testsIn('test/browser/manage-steps.test.ts')
const merchants = testsIn('test/dashboard/merchants.test.ts')
const setup = testsIn('test/dashboard/setup.test.ts')
const twoYears = testsIn('test/flow/two-years.test.ts')(
  'a subscription of 24 periods with one failed month runs from Draft to Finished, every webhook at the clock’s time',
)
const planByClicking = testsIn('test/browser/dashboard/plans.test.ts')(
  'a plan is drafted, changed, activated and archived',
)
const widget = testsIn('test/browser/widget.test.ts')
const subscribed = widget(
  'a payer is subscribed with two taps on the page and two answers in the wallet',
)
const whoseToken = testsIn('test/http/session-reading.test.ts')(
  'says whose session it is, what it may do, and until when',
)
const newDraft = createSubscription('a new subscription is a Draft that names its future contract')

export const service: Section = {
  section: '1',
  title: 'What the service does',
  requirements: [
    {
      id: 'S1-1',
      says: 'A merchant accepts payments in crypto tokens',
      tests: testsIn('proof/flow/payments.test.ts')(
        'a payment from any wallet is reported at every step, and the merchant gets the money',
      ),
    },
    {
      id: 'S1-2',
      says: 'and runs recurring token charges (subscriptions) on a blockchain network',
      tests: twoYears,
    },
    {
      id: 'S1-3',
      says: 'A merchant creates a payment through the API',
      tests: createPayment('a new payment names the address it is paid at, and the page'),
    },
    {
      id: 'S1-4',
      says: 'The payer completes it on a hosted checkout page at {checkout_url}/<payment_id>',
      tests: [
        ...createPayment('a new payment names the address it is paid at, and the page'),
        ...testsIn('test/browser/paying.test.ts')(
          'a payer pays with the wallet of the browser: one tap connects, another one pays',
        ),
      ],
    },
    {
      id: 'S1-5',
      says: 'The page takes the optional query parameter name (item name)',
      tests: checkoutPage(
        'a page without scripts shows address, amount, network and code, and follows the payment',
        'an item name with markup is shown as text, and cut where it is long',
      ),
    },
    {
      id: 'S1-6',
      says: 'The page takes the optional query parameter success-url',
      tests: endings(
        'the way back to the shop appears with the outcome, and names the payment',
        'a page goes back to the shop by itself after the payer has seen the outcome',
      ),
    },
    {
      id: 'S1-7',
      says: 'The page takes the optional query parameter fail-url',
      tests: endings(
        'a page does not leave a failed payment by itself, because money may be on its way',
      ),
    },
    {
      id: 'S1-8',
      says: 'A merchant defines subscription plans in the merchant dashboard',
      tests: planByClicking,
    },
    {
      id: 'S1-9',
      says: 'Plans are not created through the API',
      tests: testsIn('test/http/refusals.test.ts')('%s %s is told where to go'),
    },
    {
      id: 'S1-10',
      says: 'The API can list plans',
      tests: testsIn('test/http/lists.test.ts')('are listed with the fields of the specification'),
    },
    {
      id: 'S1-11',
      says: 'A subscription links one plan to one customer of the merchant and to one payer blockchain address',
      tests: newDraft,
    },
    {
      id: 'S1-12',
      says: 'Creating it through the API returns the address of a charging contract on the blockchain',
      tests: [
        ...newDraft,
        ...testsIn('test/chain/contract-address.test.ts')(
          'the address of %s is the one that the factory predicts',
        ),
      ],
    },
    {
      id: 'S1-13',
      says: 'The contract’s charging rules are immutable',
      tests: [
        ...testsIn('contracts/test/Predict.t.sol')('testFuzz_theAddressCommitsToEveryTerm'),
        ...testsIn('contracts/test/Operator.t.sol')(
          'testFuzz_theOperatorGainsNothingWhateverItCalls',
        ),
      ],
    },
    {
      id: 'S1-14',
      says: 'It transfers tokens from the payer address to the merchant',
      tests: chargeContract('test_aDueChargeMovesExactlyTheAmountFromPayerToMerchant'),
    },
    {
      id: 'S1-15',
      says: 'The payer must first grant the contract explicit permission (allowance) to withdraw tokens',
      tests: [
        ...testsIn('contracts/test/Activate.t.sol')('test_withoutAllowanceNothingIsLeftBehind'),
        ...chargeContract('testFuzz_theAllowanceIsTheLimitHoweverOftenAnyoneTries'),
      ],
    },
    {
      id: 'S1-16',
      says: 'A subscription charge is one token transfer from payer to merchant',
      tests: [
        ...chargeContract('test_aDueChargeMovesExactlyTheAmountFromPayerToMerchant'),
        ...testsIn('proof/chain/chaos.test.ts')(
          'with faults at every step, each period is charged exactly once (CHAOS_SEED=${seed})',
        ),
      ],
    },
    {
      id: 'S1-17',
      says: 'Subscription creation must happen on the merchant backend, because the API secret is required',
      tests: [
        ...testsIn('test/http/authentication.test.ts')(
          'lets nobody in to $operationId without credentials',
        ),
        ...testsIn('test/http/public.test.ts')(
          'no other call is open to browsers of other origins',
        ),
      ],
    },
    {
      id: 'S1-18',
      says: 'Through the API: the merchant backend creates a Draft subscription, the payer grants allowance on the blockchain, then the subscription is activated',
      tests: twoYears,
    },
    {
      id: 'S1-19',
      says: 'Through the hosted widget at {widget_url}/?plan=<plan_id>&session=<session_token>',
      tests: subscribed,
    },
    {
      id: 'S1-20',
      says: 'The widget connects the payer’s crypto wallet, shows the future subscription and asks for permission to debit',
      tests: [
        ...subscribed,
        ...widget(
          'the plan is shown in words before a wallet is asked, and its text on the manage page as well',
        ),
      ],
    },
    {
      id: 'S1-21',
      says: 'The session token comes from the customer-token endpoint',
      tests: [
        ...whoseToken,
        ...widget('the token leaves the address at the first load, and a reload goes on with it'),
      ],
    },
    {
      id: 'S1-22',
      says: 'Payer self-service page: {manage_url}/?session=<session_token>; the token is created the same way as for the widget',
      tests: [
        ...managePage('says that it runs, what is taken next, and that the wallet is ready'),
        ...testsIn('proof/browser/sessions.test.ts')(
          'a link that runs out while the page is open says so by itself, on both pages',
        ),
      ],
    },
    {
      id: 'S1-23',
      says: 'There the payer can view subscription details',
      tests: managePage(
        'says that it runs, what is taken next, and that the wallet is ready',
        'the exposure is read from the chain, and the wallet is tested by the contract itself',
        'a customer with several subscriptions sees a list of them',
      ),
    },
    {
      id: 'S1-24',
      says: 'change the authorized limit for future charges',
      tests: managePage(
        'is raised with one signature where wallet and token take permits',
        'is raised by a plain transaction, and read back from the chain',
      ),
    },
    {
      id: 'S1-25',
      says: 'pause the subscription',
      tests: managePage('a pause and its end are seen as they come true on the chain'),
    },
    {
      id: 'S1-26',
      says: 'cancel it',
      tests: managePage(
        'takes two clicks, no wallet and no gas; the leftover limit is one more step, by the wallet',
      ),
    },
    {
      id: 'S1-27',
      says: 'create a new subscription on a different plan',
      tests: manageSteps('a switch that keeps both leaves the old plan as it is'),
    },
    {
      id: 'S1-28',
      says: 'and view charge history',
      tests: managePage(
        'payments are listed in words, each with a receipt, and the next ones go to the calendar',
      ),
    },
    {
      id: 'S1-29',
      says: 'A test network and a main network exist',
      tests: testsIn('test/http/isolation.test.ts')(
        'cannot $operationId of what is not theirs',
        'sees none of it in any list',
      ),
    },
    {
      id: 'S1-30',
      says: 'Their API keys differ. Every staging key and secret differs from every production key and secret',
      tests: setup(
        'a key of the test network shares nothing with one of the main network, and each is of its own',
      ),
    },
    {
      id: 'S1-31',
      says: 'Before creating subscriptions: active assets are configured',
      tests: createSubscription(
        'is told everything that is missing',
        "is one who has switched the plan's asset off",
      ),
    },
    {
      id: 'S1-32',
      says: 'the gas wallet holds native tokens',
      tests: createSubscription('is one whose gas wallet is empty'),
    },
    {
      id: 'S1-33',
      says: 'an API key exists',
      tests: [
        ...setup('the checklist says what is left to do'),
        ...merchants(
          'the checklist tells what is missing, and for one asset only that asset counts',
        ),
      ],
    },
    {
      id: 'S1-34',
      says: 'plans exist and are Active (they are created in the dashboard beforehand)',
      tests: [
        ...createSubscription('in %s is answered 409 PlanNotActive'),
        ...merchants(
          'the checklist tells what is missing, and for one asset only that asset counts',
        ),
      ],
    },
    {
      id: 'S1-35',
      says: 'for the main network, the merchant’s business verification procedure (KYB) is finished',
      tests: [
        ...createSubscription('is one on the main network whose business is not verified'),
        ...testsIn('test/dashboard/verification.test.ts')(
          'a business is verified by the operator, and the main network opens',
        ),
      ],
    },
  ],
}
