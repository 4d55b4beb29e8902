/**
 * All routes of the service as Fastify was told of them, whoever registered them, and the query
 * parameters that each takes, as the service itself answers. So a new route is in the tests
 * that go through all of them without a word here.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { payerRoutes } from '../../src/http/checkout/payment-view.routes.ts'
import { dashboardRoutes } from '../../src/http/dashboard/dashboard-routes.ts'
import { apiRoutes } from '../../src/http/routes/api-routes.ts'
import { sessionRoutes } from '../../src/http/session/session-routes.ts'

export type DiscoveredRoute = { method: string; url: string }

/** Notes every route of the servers that are made while `make` runs. */
export async function discoverRoutes<Made>(
  make: () => Promise<Made>,
): Promise<{ made: Made; routes: DiscoveredRoute[] }> {
  const routes: DiscoveredRoute[] = []
  const listener = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push({ method: one, url })
    })
  }
  subscribe('fastify.initialization', listener)
  try {
    return { made: await make(), routes }
  } finally {
    unsubscribe('fastify.initialization', listener)
  }
}

/** The names of the parameters in a path; `*` is one as well. */
export const pathParametersOf = ({ url }: DiscoveredRoute): string[] =>
  [...url.matchAll(/:(\w+)|(\*)/g)].map(([, name, star]) => name ?? star!)

/** The address with one parameter as given and the others as `usual` has them. */
export function fillPath(
  { url }: DiscoveredRoute,
  given: Record<string, string>,
  usual: (name: string) => string,
): string {
  return url.replaceAll(/:(\w+)|(\*)/g, (_, name: string | undefined) => {
    const parameter = name ?? '*'
    return given[parameter] ?? usual(parameter)
  })
}

const readSources = (): string[] =>
  ['src/http', 'web/checkout', 'web/input'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(join(folder, path), 'utf8')),
  )

/** The parameters that some route of the API, of sessions or of the dashboard has a schema for, and those that pages read themselves. */
export function declaredParameters(): string[] {
  const declared = [...apiRoutes, ...sessionRoutes, ...dashboardRoutes, ...payerRoutes].flatMap(
    ({ query }) => (query instanceof z.ZodObject ? Object.keys(query.shape) : []),
  )
  const read = readSources().flatMap((text) =>
    [...text.matchAll(/parameters\.get\('([\w-]+)'\)/g)].map(([, word]) => word!),
  )
  return [...new Set([...declared, ...read])]
}

/** Every word in the sources that could be the name of a query parameter. */
export function parameterCandidates(): string[] {
  const texts = readSources()
  const words = texts.flatMap((text) => [
    ...[...text.matchAll(/\b([a-z][A-Za-z]{2,30}):/g)].map(([, word]) => word!),
    ...[...text.matchAll(/parameters\.get\('([\w-]+)'\)/g)].map(([, word]) => word!),
  ])
  return [...new Set(words)]
}
