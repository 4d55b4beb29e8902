/** An OpenAPI 3.1 document, made of the routes that the server runs. */
import type { Route } from '../routing/route.ts'
import type { Api } from './apis.ts'
import { composeExample } from './examples.ts'
import { describeOperation } from './operation.ts'
import { problemComponents } from './problem-answers.ts'
import type { Components, JsonSchema } from './schemas.ts'
import { tagMeanings } from './tags.ts'
import { describeWebhooks } from './webhooks.ts'

type Server = { url: string; description?: string }

/** The local default answers here; a running service names its own address. */
const localServers: Server[] = [{ url: 'http://127.0.0.1:3000', description: 'The local default' }]

/**
 * Documents are kept as the local default serves them: composing one takes a tenth of a second, and only its servers
 * ever differ.
 */
const composed = new Map<Api, JsonSchema>()

/** Returns the document; the same routes give the same text. */
export function describeApi(api: Api, servers: Server[] = localServers): JsonSchema {
  if (!composed.has(api)) composed.set(api, compose(api))
  return { ...composed.get(api), servers }
}

function compose(api: Api): JsonSchema {
  const { title, securitySchemes, security, routes, describesWebhooks } = api
  const schemas: Components = { ...problemComponents }
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const route of routes) {
    paths[route.path] ??= {}
    paths[route.path]![route.method.toLowerCase()] = describeOperation(route, schemas)
  }
  const webhooks = describesWebhooks && describeWebhooks(schemas)
  addExamples([paths, webhooks ?? {}], schemas)
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description: describe(api),
      contact: { name: 'Whoever runs this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: localServers,
    security,
    tags: tagsOf(routes),
    paths,
    ...(webhooks && { webhooks }),
    components: { securitySchemes, schemas: sorted(schemas) },
  }
}

/** The schemes are described where they stand; a signature has no scheme, so its headers are described here. */
const describe = ({ description, guides, authentication, signedBy = {} }: Api): string =>
  [
    description,
    ...(guides ? [guides] : []),
    authentication,
    ...Object.entries(signedBy).map(([header, meaning]) => `\`${header}\`: ${meaning}`),
  ].join('\n\n')

/** Adds an example to every body, once all components are known. */
function addExamples(places: Record<string, unknown>[], schemas: Components): void {
  const operations = places.flatMap((place) =>
    Object.values(place).flatMap((methods) => Object.values(methods as object) as Described[]),
  )
  for (const { operationId, requestBody, responses } of operations)
    for (const body of [requestBody, ...answersOf(responses)]) {
      const content = body?.content?.['application/json']
      if (content)
        content['example'] = composeExample(content['schema'] as JsonSchema, schemas, {
          name: operationId,
        })
    }
}

/** One example of a problem, at its component, is enough. */
const answersOf = (responses: Record<string, Body>): Body[] =>
  Object.entries(responses)
    .filter(([status]) => status < '400')
    .map(([, answer]) => answer)

type Body = { content?: Record<string, JsonSchema> }
type Described = { operationId: string; requestBody?: Body; responses: Record<string, Body> }

const tagsOf = (routes: readonly Route[]) =>
  [...new Set(routes.map(({ tag }) => tag))].map((name) => ({
    name,
    ...(tagMeanings[name] && { description: tagMeanings[name] }),
  }))

const sorted = (schemas: Components): Components =>
  Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)))
