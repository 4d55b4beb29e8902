/** The OpenAPI 3.1 document, made of the routes that the server runs. */
import { apiRoutes } from '../routes/api-routes.ts'
import type { Route } from '../routing/route.ts'
import { describeOperation } from './operation.ts'
import { problemComponents } from './problem-answers.ts'
import type { Components, JsonSchema } from './schemas.ts'

const info = {
  title: 'Merchant API',
  version: '1',
  description:
    'Take crypto-token payments and run recurring token charges. Moments are ISO 8601 in UTC, ' +
    'money is a plain decimal with its asset code, a list says which `limit` and `offset` it applied. ' +
    'Every error carries `status`, `code` and `message`.',
}

const securitySchemes = {
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'The name of an API key as user name, its secret as password.',
  },
  key: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The name of an API key.' },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-sig',
    description:
      'Hex HMAC-SHA256, with the secret as key, of the timestamp, the method, path and query as ' +
      'sent, and the body bytes, with nothing between them.',
  },
  timestamp: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-ts',
    description: "Unix time in seconds, at most 300 s from the server's.",
  },
}

/** Composes the document; the same routes give the same text. */
export function openApiDocument(servers: { url: string }[] = []): JsonSchema {
  const schemas: Components = { ...problemComponents }
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const route of apiRoutes) {
    paths[route.path] ??= {}
    paths[route.path]![route.method.toLowerCase()] = describeOperation(route, schemas)
  }
  return {
    openapi: '3.1.0',
    info,
    ...(servers.length > 0 && { servers }),
    security: [{ basic: [] }, { key: [], signature: [], timestamp: [] }],
    tags: tagsOf(apiRoutes),
    paths,
    components: { securitySchemes, schemas: sorted(schemas) },
  }
}

const tagsOf = (routes: readonly Route[]) =>
  [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name }))

const sorted = (schemas: Components): Components =>
  Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)))
