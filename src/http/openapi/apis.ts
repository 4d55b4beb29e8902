/**
 * The APIs of the service, each described by a document of its own: one for merchants' servers, one for
 * the pages of their customers and one for the service's own pages, because nobody who writes against
 * one has the credentials of the others.
 */
import { payerRoutes } from '../checkout/payment-view.routes.ts'
import { sessionCookieName } from '../authentication/session.ts'
import { dashboardRoutes } from '../dashboard/dashboard-routes.ts'
import { healthRoutes } from '../health.routes.ts'
import { apiRoutes } from '../routes/api-routes.ts'
import { sessionRoutes } from '../session/session-routes.ts'
import type { Route } from '../routing/route.ts'
import type { JsonSchema } from './schemas.ts'

export type Api = {
  /** The address that the document is served at. */
  file: string
  /** The address of its page. */
  page: string
  title: string
  description: string
  /** What else to read. */
  guides?: string
  /** A sentence before the schemes. */
  authentication: string
  /** The note on calls that need none. */
  withoutCredentials: string
  securitySchemes: Record<string, JsonSchema>
  /** The headers of a signed request: another way in, which no generated client knows how to go. */
  signedBy?: Record<string, string>
  security: Record<string, never[]>[]
  routes: readonly Route[]
  /** Whether the webhooks are described, too: the calls to a merchant's own server. */
  describesWebhooks?: true
}

const conventions =
  'Moments are ISO 8601 in UTC, money is a plain decimal with its asset code, a list says which ' +
  '`limit` and `offset` it applied. Every error carries `status`, `code` and `message`.'

const signedBy = {
  'x-api-key': 'The name of an API key.',
  'x-api-ts': "Unix time in seconds, or milliseconds (13 digits), at most 300 s from the server's.",
  'x-api-sig':
    'Hex HMAC-SHA256, with the secret as key, of the timestamp, the method, path and query as ' +
    'sent, and the body bytes, with nothing between them. Requests that are alike have one signature, which counts for ' +
    'ten of them within two seconds, from one address; beyond that the answer is 409 `SignatureUsed`.',
}
export const merchantApi: Api = {
  file: 'openapi.json',
  page: '/docs',
  title: 'Merchant API',
  description: `Take crypto-token payments and run recurring token charges. ${conventions}`,
  guides:
    'Read beside it: [log in](/docs/guides/authentication), [webhooks](/docs/guides/webhooks) and [their signatures](/docs/guides/verify-webhooks), ' +
    '[checkout](/docs/guides/checkout), [widget](/docs/guides/widget), [manage page](/docs/guides/manage-page), [access](/docs/guides/access), ' +
    '[errors and limits](/docs/guides/api), [reasons](/docs/guides/reasons), [repeating a request](/docs/guides/repeating-requests), ' +
    '[test clock](/docs/guides/test-clock).',
  authentication:
    'Basic, or the three headers of a signed request: one of the two, never both. Generated clients ' +
    'send Basic; a signature is made anew for every request, which no generator can do.',
  withoutCredentials: 'No credentials, any origin.',
  securitySchemes: {
    basic: {
      type: 'http',
      scheme: 'basic',
      description: 'The name of an API key as user name, its secret as password.',
    },
  },
  signedBy,
  // One alternative: with two, clients that are generated send the headers of both, which is refused. A scheme that no call names is a form that nobody can fill in.
  security: [{ basic: [] }],
  routes: apiRoutes,
  describesWebhooks: true,
}

export const dashboardApi: Api = {
  file: 'openapi-dashboard.json',
  page: '/docs/dashboard',
  title: 'Dashboard API',
  description:
    'What people do: set a merchant up, look after payments and subscriptions, run the service. ' +
    `And what the checkout page and whoever watches over the service ask for. ${conventions}`,
  authentication:
    'A session cookie, which the login sets. Changes are taken from the pages of the service and ' +
    'from scripts, never from pages of another origin, and bodies as `application/json` only.',
  withoutCredentials: 'No session.',
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookieName,
      description:
        'Of an account: calls under `/operator` take an operator, calls under a network one of ' +
        'its merchant’s people.',
    },
  },
  security: [{ session: [] }],
  routes: [...dashboardRoutes, ...payerRoutes, ...healthRoutes],
}

export const sessionApi: Api = {
  file: 'openapi-session.json',
  page: '/docs/session',
  title: 'Session API',
  description:
    'What the pages ask for on which a customer of a merchant subscribes and manages subscriptions. ' +
    `Everything is about this one customer. ${conventions}`,
  authentication:
    'A customer token, which the merchant’s server gets by `create-customer-token`, as ' +
    '`Authorization: Bearer`. Whoever holds it is the customer.',
  withoutCredentials: 'No token.',
  securitySchemes: {
    customerToken: {
      type: 'http',
      scheme: 'bearer',
      description:
        'A customer token; one that may only `leave` reads, pauses, cancels and withdraws.',
    },
  },
  security: [{ customerToken: [] }],
  routes: sessionRoutes,
}

export const apis: readonly Api[] = [merchantApi, sessionApi, dashboardApi]
