import { readFileSync } from 'node:fs'
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chargeReasons, paymentReasons, settlementReasons } from '../../machines/reasons.ts'
import { apis, dashboardApi, merchantApi, sessionApi } from '../../src/http/openapi/apis.ts'
import { describeApi } from '../../src/http/openapi/document.ts'
import { eventTypes } from '../../src/shared/event-types.ts'
import { problems } from '../../src/shared/problems.ts'
import { send } from './client.ts'
import { type DiscoveredRoute, discoverRoutes } from './discovered-routes.ts'
import { startWorld, type World } from './world.ts'

type Described = { properties?: object }
type Body = { content?: Record<string, { schema?: object; example?: unknown }> }

let world: World
let routes: DiscoveredRoute[]
beforeAll(async () => {
  const discovered = await discoverRoutes(() => startWorld())
  world = discovered.made
  routes = discovered.routes
})
afterAll(() => world.stop())

/** Pages and streams: what no program calls, and no document describes. */
const pagesAndStreams = [
  '/',
  '/docs',
  '/docs/dashboard',
  '/docs/session',
  '/docs/assets/*',
  '/docs/guides',
  '/docs/guides/*',
  '/docs/renderer.js',
  '/docs/search.json',
  '/openapi.json',
  '/openapi-dashboard.json',
  '/openapi-session.json',
  '/checkout/:paymentId',
  '/checkout/:paymentId/events',
  '/checkout/assets/*',
  '/join',
  '/widget',
  '/widget/join',
  '/widget/assets/*',
  '/manage',
  '/manage/assets/*',
  // A logo is served beside every page that shows it.
  ...['', '/checkout', '/widget', '/manage', '/dashboard', '/machines', '/docs'].map(
    (place) => `${place}/logo/:file`,
  ),
  '/mails/unsubscribe',
  '/dashboard',
  '/dashboard/account-link',
  ...['test', 'main', 'operator', 'account'].flatMap((part) => [
    `/dashboard/${part}`,
    `/dashboard/${part}/*`,
  ]),
  '/dashboard/assets/*',
  '/machines',
  '/machines/all',
  '/machines/simulator',
  '/machines/search.json',
  '/machines/:machine',
  '/machines/:machine/:state',
  '/machines/assets/*',
]

test('every route of the server is described by a document, pages and streams aside (S4-1)', () => {
  const described = apis.flatMap(({ routes: ofApi }) =>
    ofApi.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  const served = routes
    // A HEAD route is the GET route beside it, an OPTIONS route the question before a public one.
    .filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
    .filter(({ url }) => !pagesAndStreams.includes(url))
    .map(({ method, url }) => `${method} ${url}`)
  expect(served.toSorted()).toEqual(described.toSorted())
  const urls = routes.map(({ url }) => url)
  expect(pagesAndStreams.filter((url) => !urls.includes(url))).toEqual([])
})

test('the example of a customer’s token looks like one', () => {
  const { paths } = JSON.parse(JSON.stringify(describeApi(merchantApi)))
  const { responses } = paths['/integration/subscriptions/create-customer-token'].post
  expect(responses['200'].content['application/json'].example.token).toMatch(/^[\w-]{43}$/)
})

describe.each(apis)('the document $file', (api) => {
  const document = JSON.parse(JSON.stringify(describeApi(api)))

  test('names this server where it is served (S4-1)', async () => {
    const { body } = await send(`${world.url}/${api.file}`, 'GET')
    expect(body.openapi).toBe('3.1.0')
    expect(body.servers).toEqual([{ url: 'https://pay.example' }])
  })

  test('refers to nothing that is not there', () => {
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)]
    for (const [, name] of references) expect(document.components.schemas).toHaveProperty(name!)
    expect(JSON.stringify(document)).not.toContain('$defs')
  })

  test('has an example for every body, which is as its schema says', () => {
    // Each schema judges one example: to inline and optimize the code that judges takes longer than it saves.
    const ajv = new Ajv({
      strict: false,
      validateFormats: false,
      inlineRefs: false,
      code: { optimize: false },
    })
    ajv.addSchema({ $id: 'api', components: document.components })
    const inside = (schema: object) =>
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components'))
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map(
        (method) => `/paths/${path.replaceAll('/', '~1')}/${method}`,
      ),
    )
    const hooks = Object.keys(document.webhooks ?? {}).map((name) => `/webhooks/${name}/post`)
    for (const pointer of [...operations, ...hooks]) {
      const [, place, name, method] = pointer.split('/')
      const { requestBody, responses } = document[place!][name!.replaceAll('~1', '/')][method!]
      const answers = Object.entries(responses).filter(([status]) => status < '4')
      for (const { content } of [requestBody ?? {}, ...answers.map(([, one]) => one as Body)]) {
        const { schema, example } = content?.['application/json'] ?? {}
        if (!schema) continue
        const isValid = ajv.validate(inside(schema), example)
        expect({ pointer, errors: isValid ? null : ajv.errors }).toEqual({ pointer, errors: null })
        // Text with a rule is named for it, so no value is plain "text".
        expect(JSON.stringify(example)).not.toMatch(/[:[,]"text"[,\]}]/)
      }
    }
  })

  test('gives every operation a name of its own', () => {
    const names = api.routes.map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
  })

  test('names every parameter of every path', () => {
    for (const { path, method } of api.routes) {
      const { parameters = [] } = document.paths[path][method.toLowerCase()]
      const described = parameters.filter((one: { in: string }) => one.in === 'path')
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const names = described.map(({ name }: { name: string }) => name)
      expect({ path, names: new Set(names) }).toEqual({ path, names: new Set(inPath) })
    }
  })

  test('tells of every problem that a route answers with', () => {
    for (const route of api.routes) {
      const { responses } = document.paths[route.path][route.method.toLowerCase()]
      for (const code of route.problems ?? [])
        expect(responses[problems[code].status].description).toContain(code)
    }
  })

  test('is shown on a page that takes its scripts and styles from this server alone', async () => {
    const { status, headers, body } = await send(`${world.url}${api.page}`, 'GET')
    expect(status).toBe(200)
    const policy = headers.get('content-security-policy')
    for (const rule of ["default-src 'none'", "script-src 'self'", "connect-src 'self'"])
      expect(policy!.split('; ')).toContain(rule)
    expect(policy).not.toMatch(/style-src [^;]*'unsafe-inline'/)
    expect(body).toContain(`data-description="/${api.file}"`)
    expect(body).not.toMatch(/<script(?! type="module" crossorigin src="\/docs\/)| style=| on\w+=/)
    const named = [...body.matchAll(/(?:src|href|renderer)="([^"]+)"/g)].map(
      ([, address]) => address,
    )
    expect(named).toContain('/docs/renderer.js')
    for (const address of named)
      expect((await send(`${world.url}${address}`, 'GET')).status).toBe(200)
  })
})

test('the document of the merchant API is committed as the routes make it', () => {
  const committed = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')
  expect(JSON.parse(committed)).toEqual(describeApi(merchantApi))
})

describe('the surface of the APIs in docs/', () => {
  const surface = readFileSync(new URL('../../docs/api-surface.txt', import.meta.url), 'utf8')
  const lines = surface.split('\n')

  test.each([sessionApi, dashboardApi])('has a line for each call of the $title', ({ routes }) => {
    for (const { method, path, operationId } of routes) {
      const start = `${method} ${path} ${operationId} (`
      expect(lines.filter((line) => line.startsWith(start))).toHaveLength(1)
    }
  })

  test.each([sessionApi, dashboardApi])('has a line for each field of the $title', (api) => {
    const { components } = JSON.parse(JSON.stringify(describeApi(api)))
    const chapter = surface
      .slice(surface.indexOf(`# ${api.title}`))
      .split('\n# ')[0]!
      .split('\n')
    for (const [name, schema] of Object.entries<Described>(components.schemas)) {
      const start = chapter.findIndex((line) => line.startsWith(`${name}: `))
      const length = chapter.slice(start + 1).findIndex((line) => !line.startsWith(' '))
      const below = chapter.slice(start + 1).slice(0, length)
      for (const field of Object.keys(schema.properties ?? {}))
        expect(below.map((line) => line.split(/\??: /)[0])).toContain(`  ${field}`)
    }
  })

  test('says what a field is, whether it may be left out, and what an answer holds that has no name', () => {
    expect(lines).toContain('ApiKeyLabel: object')
    expect(lines).toContain('  label: string 1..100')
    expect(lines).toContain('  confirm?: boolean')
    expect(lines).toContain('  recoveryCodes: list of string | null')
  })
})

describe('what generated clients make of the document of the merchant API', () => {
  const document = JSON.parse(JSON.stringify(describeApi(merchantApi)))
  const { schemas } = document.components

  test('every event is a webhook and a part of the union of events, told apart by its type', () => {
    expect(Object.keys(document.webhooks)).toEqual(Object.keys(eventTypes))
    const { mapping } = schemas.Event.discriminator
    expect(Object.keys(mapping)).toEqual(Object.keys(eventTypes))
    for (const [type, resource] of Object.entries(eventTypes)) {
      const { content } = document.webhooks[type].post.requestBody
      const { $ref } = content['application/json'].schema
      expect([$ref, { $ref: mapping[type] }]).toEqual([mapping[type], { $ref }])
      const { properties, required } = schemas[$ref.split('/').at(-1)]
      expect(properties.eventType.const).toBe(type)
      expect(required).toContain(resource)
    }
  })

  test('the reasons are those that the code knows', () => {
    expect(schemas.ChargeReason.enum).toEqual([...chargeReasons])
    expect(schemas.PaymentReason.enum).toEqual([...paymentReasons])
    expect(schemas.SettlementReason.enum).toEqual([...settlementReasons])
  })

  test('a field with a default may be left out, and new fields of answers break nobody (S9-1)', () => {
    const { properties, required } = schemas.NewSubscription
    expect(required).not.toContain('maxPeriods')
    expect(properties.maxPeriods).not.toHaveProperty('default')
    expect(properties.maxPeriods.description).toContain('24 where it is left out')
    expect(schemas.NewSubscription.additionalProperties).toBe(false)
    expect(schemas.Subscription).not.toHaveProperty('additionalProperties')
  })

  test('no call offers two ways to authenticate, of which a client would send both', () => {
    expect(document.security).toHaveLength(1)
  })
})

test('the renderer is sent compressed to those who read that', async () => {
  const sizes = await Promise.all(
    ['gzip', 'identity'].map(async (accepted) => {
      const url = `${world.url}/docs/renderer.js`
      const answer = await fetch(url, { headers: { 'accept-encoding': accepted } })
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(answer.headers.get('content-encoding')).toBe(accepted === 'gzip' ? 'gzip' : null)
      return (await answer.arrayBuffer()).byteLength
    }),
  )
  expect(sizes[0]).toBe(sizes[1])
})
