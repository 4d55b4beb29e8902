/** Sections 6 to 9: events, errors, limits, versioning. */
import { type Section, testsIn } from '../requirement.ts'

const authentication = testsIn('test/http/authentication.test.ts')
const createSubscription = testsIn('test/http/create-subscription.test.ts')
const hostileInput = testsIn('test/http/hostile-input.test.ts')
const lists = testsIn('test/http/lists.test.ts')
const plans = testsIn('test/dashboard/plans.test.ts')
const refusals = testsIn('test/http/refusals.test.ts')
const sign = testsIn('test/webhooks/sign.test.ts')(
  'the digest header of a webhook is the lower-case hexadecimal HMAC-SHA256 of the body under the secret',
)
const twoKeys = testsIn('test/webhooks/webhook-relay.test.ts')(
  'two API keys make two calls with the same body, each signed with its own secret',
)

const events: Section = {
  section: '6',
  title: 'Events',
  requirements: [
    {
      id: 'S6-1',
      says: 'The service sends webhooks to the merchant’s configured URL',
      tests: [
        ...testsIn('test/webhooks/webhook-relay.test.ts')(
          'goes to the address that the endpoint has now',
        ),
        ...testsIn('proof/flow/payments.test.ts')(
          'a payment from any wallet is reported at every step, and the merchant gets the money',
        ),
      ],
    },
    {
      id: 'S6-2',
      says: 'Each webhook is an HTTP POST',
      tests: testsIn('test/webhooks/send.test.ts')(
        'gets the body byte for byte, at its whole address',
      ),
    },
    { id: 'S6-3', says: 'x-sp-key: name of the API key', tests: [...sign, ...twoKeys] },
    {
      id: 'S6-4',
      says: 'x-sp-digest: signature of the request body computed with that key’s secret by HMAC-SHA256 (digest encoding: open; decided as lower-case hex)',
      tests: [...sign, ...twoKeys],
    },
    {
      id: 'S6-5',
      says: 'When the merchant has several API keys, the service sends one call per key. The body is identical and the signature differs per key',
      tests: twoKeys,
    },
    {
      id: 'S6-6',
      says: 'The metadata given at subscription creation is passed along with webhooks',
      tests: [
        ...testsIn('test/webhooks/event-relay.test.ts')(
          'has a body of the published shape, with the resource, the metadata and the cause',
        ),
        ...testsIn('test/http/reading.test.ts')(
          'the metadata of a subscription is in the events of it and of its charges',
        ),
      ],
    },
    {
      id: 'S6-7',
      says: 'Event kinds and body fields: open; decided in docs/webhooks.md',
      tests: testsIn('test/webhooks/documentation.test.ts')(
        'shows a body of %s, with the resource as the API has it',
        'shows no event that is not sent',
      ),
    },
    {
      id: 'S6-8',
      says: 'Retry behaviour: open; decided as nine more attempts',
      tests: testsIn('test/webhooks/retries.test.ts')(
        'nine more attempts follow a failed delivery, after the published waits, a fifth more or less',
      ),
    },
  ],
}

const errors: Section = {
  section: '7',
  title: 'Errors',
  requirements: [
    {
      id: 'S7-1',
      says: '404 CompanyApiKeyNotFound: the API key name is unknown',
      tests: authentication(
        'with an unknown key name are answered 404 CompanyApiKeyNotFound',
        'under an unknown key name is answered 404',
      ),
    },
    {
      id: 'S7-2',
      says: '403 Forbidden: the key name is known but the secret is wrong',
      tests: authentication('with a wrong secret are answered 403 Forbidden', '%s is answered 403'),
    },
    {
      id: 'S7-3',
      says: 'Subscription creation on a plan that is not Active is refused according to the plan rules (status and name: open; decided as 409 PlanNotActive)',
      tests: createSubscription('in %s is answered 409 PlanNotActive'),
    },
    {
      id: 'S7-4',
      says: 'The error body format and all other errors: open; decided as status, code, message, and RFC 9457 for who asks',
      tests: refusals(
        'has its own fields alone for those who accept %s',
        'has the fields of RFC 9457 for those who ask for them',
        'is explained at its type, each of them',
      ),
    },
  ],
}

const limits: Section = {
  section: '8',
  title: 'Limits',
  requirements: [
    {
      id: 'S8-1',
      says: 'Plan period: 1 to 365 days, whole days (plans in the dashboard)',
      tests: plans(
        'a plan with a wrong %s is refused',
        'a plan of %j days that asks for a grace of %j has one of %j',
      ),
    },
    {
      id: 'S8-2',
      says: 'maxPeriods default: 24 charges (subscription creation)',
      tests: createSubscription('a subscription without maxPeriods allows 24 charges'),
    },
    {
      id: 'S8-3',
      says: 'limit and offset: integers (plan listing and subscription listing)',
      tests: [
        ...lists('are not listed by %s, which is refused by the name of the parameter'),
        ...hostileInput('%s is answered 400 and names the parameter'),
      ],
    },
    {
      id: 'S8-4',
      says: 'Default and maximum of limit, and default of offset: open; decided as 50, 1000 and 0',
      tests: [
        ...lists('are listed with the fields of the specification'),
        ...refusals('of a list: %s'),
      ],
    },
    {
      id: 'S8-5',
      says: 'A listing response reports the limit and offset applied in page',
      tests: lists(
        'are listed the newest first, and say which page it is',
        'are filtered by statuses with commas, repeats, both, or none',
      ),
    },
    {
      id: 'S8-6',
      says: 'Rate limits: open; decided by merchant, customer, account and address',
      tests: [
        ...testsIn('test/http/limits.test.ts')(
          'a key that asks too often is told to slow down, and let in again',
          'public calls are limited by address',
        ),
        ...refusals('a limited call says how much of its limit is left'),
      ],
    },
  ],
}

const versioning: Section = {
  section: '9',
  title: 'Versioning',
  requirements: [
    {
      id: 'S9-1',
      says: 'Versioning: open; decided as one version, whose answers only gain fields',
      tests: testsIn('test/http/documentation.test.ts')(
        'a field with a default may be left out, and new fields of answers break nobody',
      ),
    },
  ],
}

export const eventsAndErrors: Section[] = [events, errors, limits, versioning]
