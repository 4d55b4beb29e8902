/** Sections 4.5 and 4.6: customers' tokens, and what the specification does not cover. */
import { type Section, testsIn } from '../requirement.ts'

const newToken = testsIn('test/http/lists.test.ts')('every call gives another customer token')
const controls = testsIn('test/chain/controls.test.ts')

export const moreEndpoints: Section[] = [
  {
    section: '4.5',
    title: 'POST /integration/subscriptions/create-customer-token',
    requirements: [
      {
        id: 'S4.5-1',
        says: 'Body: customerId (string, required), the customer correlation ID',
        tests: [
          ...newToken,
          ...testsIn('test/http/session-reading.test.ts')('is not given for %j'),
        ],
      },
      { id: 'S4.5-2', says: 'Response: {token: string}', tests: newToken },
      {
        id: 'S4.5-3',
        says: 'The token opens the hosted widget and the management page',
        tests: [
          ...testsIn('test/browser/widget.test.ts')(
            'a payer is subscribed with two taps on the page and two answers in the wallet',
            'a page %s says what to do next',
          ),
          ...testsIn('test/browser/manage.test.ts')(
            'says that it runs, what is taken next, and that the wallet is ready',
          ),
        ],
      },
      {
        id: 'S4.5-4',
        says: 'and binds the widget to the merchant’s customerId',
        tests: [
          ...testsIn('test/http/session-commands.test.ts')(
            'makes a draft of the customer, by the payer’s word, which the merchant sees as well',
          ),
          ...testsIn('test/http/session-matrix.test.ts')('tells %s nothing of the customer'),
          ...testsIn('test/browser/widget.test.ts')(
            'a payer is subscribed with two taps on the page and two answers in the wallet',
          ),
        ],
      },
    ],
  },
  {
    section: '4.6',
    title: 'Not covered',
    requirements: [
      {
        id: 'S4.6-1',
        says: 'Payment endpoints other than creation: open; decided as reading, accepting, cancelling, sweeping and refunds',
        tests: [
          ...testsIn('test/http/payment-commands.test.ts')(
            'of an unknown payment is answered 404',
            'is taken before anything came',
          ),
          ...testsIn('test/http/payment-refunds.test.ts')(
            'is recorded with its hash and note, and adds up',
          ),
        ],
      },
      {
        id: 'S4.6-2',
        says: 'API endpoints for pausing, cancelling or changing the limit of a subscription: open; the first two are commands, a limit is the payer’s allowance on the chain',
        tests: [
          ...testsIn('test/http/commands.test.ts')(
            'a Draft is cancelled at once, and stays so',
            'a Draft refuses to %s and says what it allows',
          ),
          ...controls('a merchant pauses and resumes, and the time left of the period stays'),
          ...testsIn('test/chain/watching.test.ts')(
            'an allowance that is lowered in the wallet is noticed',
          ),
        ],
      },
    ],
  },
]
