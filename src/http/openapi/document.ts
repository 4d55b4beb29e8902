/** An OpenAPI 3.1 document, made of the routes that the server runs. */
import type { Route } from '../routing/route.ts'
import type { Api } from './apis.ts'
import { describeOperation } from './operation.ts'
import { problemComponents } from './problem-answers.ts'
import type { Components, JsonSchema } from './schemas.ts'

/** Composes the document; the same routes give the same text. */
export function describeApi(
  { info, securitySchemes, security, routes }: Api,
  servers: { url: string }[] = [],
): JsonSchema {
  const schemas: Components = { ...problemComponents }
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const route of routes) {
    paths[route.path] ??= {}
    paths[route.path]![route.method.toLowerCase()] = describeOperation(route, schemas)
  }
  return {
    openapi: '3.1.0',
    info,
    ...(servers.length > 0 && { servers }),
    security,
    tags: tagsOf(routes),
    paths,
    components: { securitySchemes, schemas: sorted(schemas) },
  }
}

const tagsOf = (routes: readonly Route[]) =>
  [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name }))

const sorted = (schemas: Components): Components =>
  Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)))
