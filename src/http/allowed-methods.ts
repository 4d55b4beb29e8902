/** Tells an address that does not exist from a method that it does not have: 404 or 405. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../shared/problems.ts'

type KnownAddress = { pattern: RegExp; methods: Set<string> }

/** Answers what no route takes; routes of every plugin registered later are known. */
export function answerUnknownAddresses(server: FastifyInstance): void {
  const known = new Map<string, KnownAddress>()
  server.addHook('onRoute', ({ url, method }) => {
    const address = known.get(url) ?? { pattern: toPattern(url), methods: new Set() }
    for (const one of [method].flat()) address.methods.add(one)
    known.set(url, address)
  })
  server.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(known, request)
    if (request.method === 'OPTIONS' && methods.length > 0) return answerOptions(reply, methods)
    throw toUnknown(request, methods)
  })
}

function methodsOf(known: Map<string, KnownAddress>, { url }: FastifyRequest): string[] {
  const path = url.split('?', 1)[0]!
  const methods = [...known.values()]
    .filter(({ pattern }) => pattern.test(path))
    .flatMap((address) => [...address.methods])
  return [...new Set(methods)].toSorted()
}

/** `/events/:id/redeliver` and `/assets/*` as expressions, with or without a last slash. */
function toPattern(url: string): RegExp {
  const escaped = url.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
  const open = escaped.replaceAll(/:[^/]+/g, '[^/]+').replaceAll('*', '.*')
  return new RegExp(`^${open}/?$`)
}

const answerOptions = (reply: FastifyReply, methods: string[]) =>
  reply.code(204).header('allow', methods.join(', ')).send()

function toUnknown({ method, url }: FastifyRequest, methods: string[]): Problem {
  const path = url.split('?', 1)[0]!.slice(0, 200)
  // A route may take the method and still have nothing there, as the one of the built files.
  if (methods.length === 0 || methods.includes(method))
    return new Problem('NotFound', `There is nothing at ${path}; ${whereToLook(path)}.`)
  const allow = methods.join(', ')
  const hint = hints.find(({ address, on }) => address.test(path) && on.includes(method))
  const message = `${path} takes ${allow}, not ${method}.${hint ? ` ${hint.text}` : ''}`
  return new Problem('MethodNotAllowed', message, {
    headers: { allow },
  })
}

const whereToLook = (path: string): string =>
  path.startsWith('/dashboard')
    ? '/docs/dashboard lists every call of the dashboard'
    : "/docs lists every call of merchants, /docs/session those of their customers' pages, /docs/dashboard the dashboard's"

/** Guesses what a caller meant by a method that the address does not have. */
const hints = [
  {
    address: /^\/integration\/subscription-plans(\/|$)/,
    on: ['POST', 'PUT', 'PATCH', 'DELETE'],
    text:
      'Plans are made and changed in the dashboard, by POST /dashboard/api/{test|main}/plans and the ' +
      'calls beside it: see /docs/dashboard.',
  },
  {
    address: /^\/dashboard\/api\/\w+\/webhook-endpoint\/?$/,
    on: ['DELETE'],
    text: 'PUT {"url": null} takes the endpoint away.',
  },
]
