import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apis } from '../../src/http/openapi/apis.ts'
import { describeApi } from '../../src/http/openapi/document.ts'
import { problems } from '../../src/shared/problems.ts'
import { send } from './client.ts'
import { type DiscoveredRoute, discoverRoutes } from './discovered-routes.ts'
import { startWorld, type World } from './world.ts'

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
  '/docs/style.css',
  '/openapi.json',
  '/openapi-dashboard.json',
  '/checkout/:paymentId',
  '/checkout/:paymentId/events',
  '/checkout/assets/*',
]

test('every route of the server is described by a document, pages and streams aside', () => {
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

describe.each(apis)('the document $file', (api) => {
  const document = JSON.parse(JSON.stringify(describeApi(api)))

  test('is committed as the routes make it', () => {
    const committed = readFileSync(new URL(`../../docs/${api.file}`, import.meta.url), 'utf8')
    expect(JSON.parse(committed)).toEqual(document)
  })

  test('names this server where it is served', async () => {
    const { body } = await send(`${world.url}/${api.file}`, 'GET')
    expect(body.openapi).toBe('3.1.0')
    expect(body.servers).toEqual([{ url: 'https://pay.example' }])
  })

  test('refers to nothing that is not there', () => {
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)]
    for (const [, name] of references) expect(document.components.schemas).toHaveProperty(name!)
    expect(JSON.stringify(document)).not.toContain('$defs')
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

  test('has a page that is complete without scripts and without other servers', async () => {
    const { status, headers, body } = await send(`${world.url}${api.page}`, 'GET')
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(body).not.toMatch(/<script|https?:\/\/(?!pay\.example)/)
    for (const { operationId, path } of api.routes) {
      expect(body).toContain(`id="${operationId}"`)
      expect(body).toContain(path)
    }
  })
})

test('the pages of the documents are styled by a file of this server', async () => {
  expect((await send(`${world.url}/docs/style.css`, 'GET')).status).toBe(200)
})
