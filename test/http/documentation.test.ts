import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { apiRoutes } from '../../src/http/routes/api-routes.ts'
import { problems } from '../../src/shared/problems.ts'
import { send } from './client.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test('the committed OpenAPI document is the one that the routes make', () => {
  const committed = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')
  expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(openApiDocument())))
})

test('the served document names this server', async () => {
  const { body } = await send(`${world.url}/openapi.json`, 'GET')
  expect(body.openapi).toBe('3.1.0')
  expect(body.servers).toEqual([{ url: 'https://pay.example' }])
})

describe('the document', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument()))

  test('refers to nothing that is not there', () => {
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)]
    for (const [, name] of references) expect(document.components.schemas).toHaveProperty(name!)
    expect(JSON.stringify(document)).not.toContain('$defs')
  })

  test('gives every operation a name of its own', () => {
    const names = apiRoutes.map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
  })

  test('tells of every problem that a route answers with', () => {
    for (const route of apiRoutes) {
      const { responses } = document.paths[route.path][route.method.toLowerCase()]
      for (const code of route.problems ?? [])
        expect(responses[problems[code].status].description).toContain(code)
    }
  })
})

test('the page is complete without scripts and without other servers', async () => {
  const { status, headers, body } = await send(`${world.url}/docs`, 'GET')
  expect(status).toBe(200)
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(body).not.toMatch(/<script|https?:\/\/(?!pay\.example)/)
  for (const { operationId, path } of apiRoutes) {
    expect(body).toContain(`id="${operationId}"`)
    expect(body).toContain(path)
  }
  expect((await send(`${world.url}/docs/style.css`, 'GET')).status).toBe(200)
})
