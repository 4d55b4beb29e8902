/** Every address that people and merchants read, generated from the routes: plain, and once under each parameter. */
import { z } from 'zod'
import { dayMs } from '../../machines/durations.ts'
import { dashboardRoutes } from '../../src/http/dashboard/dashboard-routes.ts'
import { apiRoutes } from '../../src/http/routes/api-routes.ts'
import type { Route } from '../../src/http/routing/route.ts'
import { pluralOf } from '../../src/http/unknown-id.ts'
import { actorKinds } from '../../src/shared/stored-actor.ts'
import { heldMonths, idIn } from './months.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()
/** Names a row in the middle of the copies. */
const address = (n: number) => `0x${String(n).padStart(40, '0')}`
const hash = `0x${'4711'.padStart(64, '0')}`
const id = (letter: string) => '4711'.padStart(22, letter)

const ids: Record<string, string> = {
  subscriptions: address(4711),
  charges: id('c'),
  payments: id('y'),
  customers: 'customer-4711',
  events: idIn(heldMonths[1]!, 4711),
  deliveries: idIn(heldMonths[1]!, 4711),
  transactions: id('t'),
  requests: id('r'),
  payers: address(1_000_004_711),
}

/** Far into a list; what many rows have, and what few or none do. Words that a list does not know are refused by it. */
const values: Record<string, string[]> = {
  limit: [],
  offset: ['1500', '10000'],
  withTotal: ['true'],
  statusIn: [
    'Active',
    'Pending',
    'Succeeded',
    'Created',
    'Failed',
    'Exhausted',
    'Waiting',
    'Ready',
  ],
  phaseIn: ['Exact', 'Partial'],
  reasonIn: ['InsufficientBalance', 'GraceExpired', 'TakenBack', 'Underpaid'],
  exceptionIn: ['Underpaid', 'WrongToken', 'NotSettled'],
  outcomeIn: ['Done', 'Failed'],
  eventTypeIn: ['SubscriptionChargeCreated', 'PaymentCreated'],
  eventType: ['SubscriptionChargeCreated', 'PaymentCreated'],
  roleIn: ['Owner'],
  customerId: [ids['customers']!, 'nobody'],
  plan: ['11'.padStart(22, 'p')],
  planId: ['7'.padStart(22, 'p'), 'none'],
  payer: [ids['payers']!],
  contractAddress: [ids['subscriptions']!],
  metadata: ['order 4711', '{"order":4711}'],
  tags: ['monthly', 'none'],
  asset: ['ltUSDC', 'none'],
  blockchain: ['LocalTestNet'],
  amountFrom: ['5', '5000'],
  amountTo: ['0.5', '5000'],
  search: [ids['payments']!, address(2_000_004_711), hash],
  eventId: [ids['events']!],
  resourceId: [ids['charges']!],
  apiKey: ['none'],
  account: ['none'],
  method: ['POST', 'DELETE'],
  operationId: ['createPayment', 'createPlan'],
  problemCode: ['NotFound'],
  requestId: ['request-4711'],
  status: ['201', '409'],
  isReplayed: ['true', 'false'],
  atRisk: ['true', 'false'],
  endedBy: ['voluntary'],
  failedFirstFor: ['InsufficientBalance'],
  payingAt: [daysAgo(30)],
  createdWithin: ['24h', '90d'],
  before: [daysAgo(600)],
  since: [daysAgo(30)],
  until: [daysAgo(30)],
  from: [daysAgo(30)],
  to: [daysAgo(1)],
  knownTo: ['Service'],
  days: ['30'],
  // Half an hour beside full ones, and the far end of the day.
  utcOffset: ['330', '-720'],
  date: [daysAgo(-7).slice(0, 10)],
  class: ['atRisk', 'covered'],
  reason: ['InsufficientBalance', 'InsufficientAllowance'],
  what: ['Missing'],
  open: ['true', 'false'],
  by: ['nobody'],
  call: ['createPlan'],
  subject: [ids['subscriptions']!],
  words: ['4711', 'tea 4711', 'tea'],
  q: [
    'customer-',
    'order 4711',
    'tea',
    'tea 4711',
    'tea 47',
    ids['charges']!,
    address(4711),
    '10',
    hash,
    hash.slice(0, 10),
  ],
  merchantId: ['none'],
  turn: [],
  command: [],
}
const moment = /(?:From|To)$/

/** `mayBeRefused`: with which statuses, after it was looked for. */
export type Read = { access: Route['access']; path: string; mayBeRefused: number[] }

/**
 * A stream has no end; a proof is asked of a chain that knows nothing of copies; a reconciliation holds all that there is
 * against all that the chain has.
 */
const leftOut = /\/live$|\/proof$|\/reconciliation/

/** Lists the addresses; throws where a parameter has no value here. */
export function listReads(): Read[] {
  const routes = [...dashboardRoutes, ...apiRoutes].filter(
    ({ method, path }) => method === 'GET' && !leftOut.test(path),
  )
  return routes.flatMap((route) =>
    pathsOf(route.path).flatMap((path) => [
      { access: route.access, path: withDefaults(path), mayBeRefused: refusalsOf(path) },
      ...parametersOf(route).flatMap((name) =>
        valuesOf(name).map((value) => ({
          access: route.access,
          path: `${path}?${name}=${encodeURIComponent(value)}`,
          mayBeRefused: [400, ...refusalsOf(path)],
        })),
      ),
    ]),
  )
}

/** Rows that were copied without their journal have no turns, one customer does not have every plan, and no asset is `none`. */
const refusalsOf = (path: string) =>
  /turns|diagram|checklist|\/customers\/./.test(path) ? [404] : []

/** A search has words; a file is that of a day: its rows are those of the list, however many are asked for. */
const withDefaults = (path: string) =>
  path +
  (path.endsWith('/search') ? '?q=customer-4711' : '') +
  (isFile(path) ? '?createdWithin=24h' : '')
const isFile = (path: string) => path.endsWith('.csv')

function parametersOf({ path, query }: Route): string[] {
  if (isFile(path) || !(query instanceof z.ZodObject)) return []
  return Object.keys(query.shape)
}

function valuesOf(name: string): string[] {
  const known = values[name] ?? (moment.test(name) ? [daysAgo(30), daysAgo(600)] : undefined)
  if (name === 'after') return []
  if (!known) throw new Error(`reads.ts has no value for the parameter ${name}`)
  return known
}

/** The addresses of a path: of one of each thing that was copied, none where nothing was. */
function pathsOf(path: string): string[] {
  const named = path.replace('{network}', 'test').replace('{seq}', '1').replace('{code}', 'ltUSDC')
  const all = named.includes('{entity}')
    ? actorKinds.map((kind) => named.replace('{entity}', pluralOf(kind)))
    : [named]
  return all.flatMap((one) => {
    const place = one.split('/').findIndex((part) => part.startsWith('{'))
    if (place === -1) return [one]
    const known = ids[one.split('/')[place - 1]!]
    return known === undefined ? [] : [one.replace(/\{\w+\}/, known)]
  })
}
