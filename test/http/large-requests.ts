/** Requests in which one part is as large as can be, for every route. */
import { z } from 'zod'
import { payerRoutes } from '../../src/http/checkout/payment-view.routes.ts'
import { dashboardRoutes } from '../../src/http/dashboard/dashboard-routes.ts'
import { apiRoutes } from '../../src/http/routes/api-routes.ts'
import { sessionRoutes } from '../../src/http/session/session-routes.ts'
import { type DiscoveredRoute, fillPath } from './discovered-routes.ts'

const kib = 1024

export type Plain = {
  what: string
  method: string
  target: string
  headers: Record<string, string>
  body: string
}
export type Asked = Plain & { plain: Plain }

export const takesBody = ({ method }: DiscoveredRoute) =>
  !['GET', 'OPTIONS', 'DELETE'].includes(method)

const largeOf = (plain: Plain, what: string, changes: Partial<Plain>): Asked => {
  return { ...plain, ...changes, what: `${plain.what}, ${what},`, plain }
}

const longParts: [string, string][] = [
  ['a part of letters', 'a'.repeat(255)],
  ['a part of emoji', '%F0%9F%98%80'.repeat(255)],
  ['parts', 'a/'.repeat(2_000)],
  ['parts beyond what is taken', 'a/'.repeat(58_000)],
]

export function withLargePaths(route: DiscoveredRoute, plain: Plain): Asked[] {
  if (!/[:*]/.test(route.url)) return []
  return longParts.map(([name, text]) => {
    const target = fillPath(route, {}, (part) => (part === 'network' ? 'test' : text))
    return largeOf(plain, name, { target })
  })
}

const definitions = [...apiRoutes, ...sessionRoutes, ...dashboardRoutes, ...payerRoutes]
const fieldsOf = (route: DiscoveredRoute, part: 'query' | 'body'): string[] => {
  const url = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')
  const known = definitions.find(
    ({ method, path }) => method === route.method && url(path) === route.url,
  )
  const schema = known?.[part]
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

export const emoji = '%F0%9F%98%80'
export function withLargeQueries(route: DiscoveredRoute, plain: Plain): Asked[] {
  const own = fieldsOf(route, 'query')
  const names = own.length > 0 ? own : ['name', 'lang', 'plan', 'token']
  const queries = [
    ...names.flatMap((name) => [
      `${name}=${'a,'.repeat(7_900)}`,
      `${name}=${emoji.repeat(1_300)}`,
      `${name}=${'T+'.repeat(7_900)}`,
      `${name}=a&`.repeat(100),
      `${name}=${'%7B%22a%22:'.repeat(400)}`,
    ]),
    `${'a&'.repeat(8_000)}`,
    `${emoji.repeat(1_300)}=`,
    Array.from({ length: 100 }, (_, at) => `k${at}=${'a'.repeat(150)}`).join('&'),
    'a&'.repeat(60_000),
  ]
  return queries.map((query) =>
    largeOf(plain, `the query ${query.slice(0, 20)}`, {
      target: `${plain.target}?${query}`,
    }),
  )
}

export const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
export function withLargeBodies(route: DiscoveredRoute, plain: Plain): Asked[] {
  if (!takesBody(route)) return []
  const bodies = [
    nested(32_000),
    `{"a":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_001)}`,
    `{"a":"${'['.repeat(65_000)}"}`,
    JSON.stringify(Object.fromEntries(Array.from({ length: 5_500 }, (_, at) => [`k${at}`, 1]))),
    ...fieldsOf(route, 'body').flatMap((field) =>
      [
        '9'.repeat(60_000),
        JSON.stringify('9'.repeat(60_000)),
        JSON.stringify('😀'.repeat(15_000)),
        JSON.stringify('T '.repeat(30_000)),
        `[${'1,'.repeat(30_000)}1]`,
        `[${'"a",'.repeat(15_000)}"a"]`,
        `[${'{},'.repeat(20_000)}{}]`,
        `{${Array.from({ length: 5_500 }, (_, at) => `"k${at}":1`).join()}}`,
        nested(15),
      ].map((value) => `{"${field}":${value}}`),
    ),
  ]
  return bodies.map((body) => largeOf(plain, `the body ${body.slice(0, 40)}`, { body }))
}

const headersRead = {
  accept: 'text/html;q=0.1,',
  'accept-encoding': 'gzip;q=0.1,',
  'accept-language': 'a;q=0.1,',
  authorization: 'Basic a',
  'content-encoding': 'gzip,',
  'content-type': 'application/json; ',
  cookie: 'a=%41; ',
  'idempotency-key': 'a',
  'if-none-match': '"a", ',
  'if-modified-since': 'Mon, ',
  'mandate-cell': 'a',
  origin: 'http://a',
  range: 'bytes=0-0,1-1,',
  traceparent: '00-',
  'user-agent': 'a(',
  'x-api-key': 'a',
  'x-api-sig': 'a',
  'x-api-ts': '1',
  'x-forwarded-for': '1.1.1.1, ',
  'x-request-id': 'a',
}

/** Each route meets several headers, and each header several routes of every kind. */
export function withLargeHeaders(_route: DiscoveredRoute, plain: Plain, index: number): Asked[] {
  const names = Object.entries(headersRead)
  const some = [0, 7, 14].map((step) => names[(index + step) % names.length]!)
  const sizes = [7 * kib, 120 * kib]
  const dealt = some.flatMap(([name, text]) =>
    sizes.map((bytes) => ({ [name]: text.repeat(bytes / text.length) })),
  )
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`x-${at}`, 'a']))
  const each = Object.fromEntries(names.map(([name, text]) => [name, text.repeat(60)]))
  return [...dealt, many, each].map((headers) =>
    largeOf(plain, `headers ${Object.keys(headers).slice(0, 3).join()}`, {
      headers: { ...plain.headers, ...headers },
    }),
  )
}
