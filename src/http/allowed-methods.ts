/** Tells an address that does not exist from a method that it does not have: 404 or 405. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../shared/problems.ts'
import type { RateLimiter } from './routing/rate-limits.ts'

type KnownAddress = { parts: string[]; methods: Set<string> }

/** Answers what no route takes, counted by address; routes of every plugin registered later are known. */
export function answerUnknownAddresses(server: FastifyInstance, limiter: RateLimiter): void {
  // Before a body is read.
  server.addHook('onRequest', async (request) => {
    if (request.is404) limiter.countFile(request)
  })
  const known = new Map<string, KnownAddress>()
  server.addHook('onRoute', ({ url, method }) => {
    const address = known.get(url) ?? { parts: toParts(url), methods: new Set() }
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
  const asked = toParts(url.split('?', 1)[0]!)
  const methods = [...known.values()]
    .filter(({ parts }) => isAddressOf(parts, asked))
    .flatMap((address) => [...address.methods])
  return [...new Set(methods)].toSorted()
}

/** The parts between slashes, with or without a last slash. */
const toParts = (path: string): string[] => path.replace(/\/$/, '').split('/')

/** Compares part by part, and by no expression, which would read a long address once for every route. */
const isAddressOf = (parts: string[], asked: string[]): boolean =>
  (parts.length === asked.length || (parts.at(-1) === '*' && asked.length > parts.length)) &&
  parts.every((part, at) => part === '*' || (part.startsWith(':') ? asked[at] : part === asked[at]))

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
