/** Holds what the dashboard's API answers to the schemas that its document describes. */
import { dashboardRoutes } from '../../src/http/dashboard/dashboard-routes.ts'

/** Throws where an answer of the API, below its prefix, is not what its route says. */
export function checkAnswer(method: string, path: string, status: number, body: unknown): void {
  if (status >= 400) return
  const url = `/dashboard/api${path.split('?', 1)[0]!}`
  const route = findRoute(method, url)
  if (!route) throw new Error(`${method} ${url} is no route of the dashboard`)
  const { answer } = route
  if (answer.status !== status) throw new Error(`${route.operationId} answered ${status}`)
  if (!('schema' in answer)) return
  const { error } = answer.schema.safeParse(body)
  if (error) throw new Error(`the answer of ${route.operationId}: ${error.message}`)
}

const findRoute = (method: string, url: string) =>
  dashboardRoutes
    .filter((one) => one.method === method && toPattern(one.path).test(url))
    // Without a parameter in the place of a word comes first, as in the server.
    .toSorted((one, other) => parametersOf(one.path) - parametersOf(other.path))[0]

/** Whether a call of the API, below its prefix, has to carry the proof of who it is. */
export function needsProofInCall(method: string, path: string): boolean {
  const route = findRoute(method, `/dashboard/api${path.split('?', 1)[0]!}`)
  return route !== undefined && 'needsProof' in route && route.needsProof === 'inCall'
}

const toPattern = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
const parametersOf = (path: string) => path.split('{').length
