/** Section 5: authentication. */
import { type Section, testsIn } from '../requirement.ts'

const authentication = testsIn('test/http/authentication.test.ts')
const settings = testsIn('proof/browser/dashboard/settings.test.ts')
const rolled = settings(
  'a key is rolled: the secret of the new one is shown once, and the old one works until it is deleted',
)
const keyTold = testsIn('test/dashboard/setup.test.ts')(
  'an API key tells its secret once, and is relabelled and deleted by its owner',
)
const signedBody = authentication('over the exact bytes of a body lets the merchant in')
const signedTarget = authentication('over %s lets the merchant in')
const wrongSignature = authentication('%s is answered 403')

export const authenticating: Section[] = [
  {
    section: '5',
    title: 'Authentication',
    requirements: [
      {
        id: 'S5-1',
        says: 'Every API request is authenticated with an API key (a key name plus a secret)',
        tests: authentication('lets nobody in to $operationId without credentials'),
      },
      {
        id: 'S5-2',
        says: 'Two methods are offered and the merchant chooses one',
        tests: authentication(
          'let the merchant in',
          'over %s lets the merchant in',
          'such as both methods at once are answered 400',
        ),
      },
    ],
  },
  {
    section: '5.1',
    title: 'API keys',
    requirements: [
      {
        id: 'S5.1-1',
        says: 'Created in the merchant dashboard under Settings, Integration, with the Create new API Key button',
        tests: [
          ...rolled,
          ...testsIn('test/browser/dashboard/shell.test.ts')(
            'the menu leads from the business and its numbers to the settings',
          ),
        ],
      },
      {
        id: 'S5.1-2',
        says: 'The secret part is displayed only once at creation',
        tests: [...rolled, ...keyTold],
      },
      { id: 'S5.1-3', says: 'Keys can be updated and deleted', tests: keyTold },
      {
        id: 'S5.1-4',
        says: 'A compromised key is deleted and a new one generated',
        tests: [
          ...rolled,
          ...authentication('a deleted key lets nobody in any more within seconds'),
        ],
      },
      {
        id: 'S5.1-5',
        says: 'The secret must stay on the merchant backend and never go into frontend code or to a browser',
        tests: [
          ...testsIn('test/http/public.test.ts')(
            'no other call is open to browsers of other origins',
          ),
          ...testsIn('test/http/session-matrix.test.ts')(
            'answers nobody, and a merchant’s own key, with 401',
          ),
        ],
      },
      {
        id: 'S5.1-6',
        says: 'Test network keys differ from main network keys',
        tests: testsIn('test/dashboard/setup.test.ts')(
          'a key of the test network shares nothing with one of the main network, and each is of its own',
        ),
      },
      {
        id: 'S5.1-7',
        says: 'If a merchant has several keys, each key produces its own webhook call',
        tests: testsIn('test/webhooks/webhook-relay.test.ts')(
          'two API keys make two calls with the same body, each signed with its own secret',
        ),
      },
    ],
  },
  {
    section: '5.2',
    title: 'Basic authentication',
    requirements: [
      {
        id: 'S5.2-1',
        says: 'Key name is the user name, secret is the password, sent in the Authorization header in the standard HTTP Basic form',
        tests: authentication('let the merchant in', 'that cannot be read (%s) are answered 401'),
      },
      {
        id: 'S5.2-2',
        says: '404 with the error name CompanyApiKeyNotFound: the key name is wrong',
        tests: authentication(
          'with an unknown key name are answered 404 CompanyApiKeyNotFound',
          'with a NUL in the key name are answered 404',
        ),
      },
      {
        id: 'S5.2-3',
        says: '403 Forbidden: the secret is wrong',
        tests: authentication('with a wrong secret are answered 403 Forbidden'),
      },
      {
        id: 'S5.2-4',
        says: 'Any other outcome: the key was used correctly',
        tests: authentication('let the merchant in'),
      },
    ],
  },
  {
    section: '5.3',
    title: 'HMAC-based signing',
    requirements: [
      {
        id: 'S5.3-1',
        says: 'x-api-key: API key name',
        tests: authentication(
          'under an unknown key name is answered 404',
          'such as half of a signature are answered 401',
        ),
      },
      {
        id: 'S5.3-2',
        says: 'x-api-sig: request signature, hex-encoded',
        tests: [
          ...signedTarget,
          ...authentication(
            'in upper-case hex lets the merchant in',
            'that is none (%s) is answered 4xx',
          ),
        ],
      },
      {
        id: 'S5.3-3',
        says: 'x-api-ts: request timestamp in seconds',
        tests: authentication(
          'made %i s away from the clock is taken',
          'with the timestamp %s is answered 403',
        ),
      },
      {
        id: 'S5.3-4',
        says: 'One string with no separators: the timestamp in seconds, the HTTP method in upper case, the URI path, and the JSON body text when the request has one',
        tests: [...signedTarget, ...signedBody, ...wrongSignature],
      },
      {
        id: 'S5.3-5',
        says: 'HMAC-SHA256 over that string with the API secret as key, encoded as hex, in x-api-sig',
        tests: [...signedTarget, ...authentication('that is none (%s) is answered 4xx')],
      },
      {
        id: 'S5.3-6',
        says: 'The JSON text in the signed string must be identical to the body sent',
        tests: [...signedBody, ...wrongSignature],
      },
      {
        id: 'S5.3-7',
        says: 'Acceptable clock skew, query strings in the URI, and the response to a missing or wrong signature: open; decided as 300 seconds, with or without the query, and 401 or 403',
        tests: [
          ...signedTarget,
          ...wrongSignature,
          ...authentication(
            'made %i s away from the clock is taken',
            'made %i s away from the clock is answered 403',
            'such as half of a signature are answered 401',
          ),
        ],
      },
      {
        id: 'S5.3-8',
        says: 'No credentials at all: open; decided as 401 with the way to authenticate',
        tests: authentication('are answered 401 with the way to authenticate'),
      },
    ],
  },
]
