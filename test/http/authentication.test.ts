import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rememberedMs } from '../../src/http/authentication/api-key-cache.ts'
import { apiRoutes } from '../../src/http/routes/api-routes.ts'
import { deleteApiKey } from '../../src/store/merchants/api-keys.ts'
import { passTime } from '../support/settle.ts'
import { basic, nowSeconds, send, signed } from './client.ts'
import { type Merchant, newMerchant, startWorld, type World } from './world.ts'

let world: World
let merchant: Merchant
const path = '/integration/subscription-plans'

beforeAll(async () => {
  world = await startWorld()
  merchant = await newMerchant(world)
})
afterAll(() => world.stop())

const get = (headers: Record<string, string>, target = path) =>
  send(`${world.url}${target}`, 'GET', { headers })

describe('Basic credentials', () => {
  test('let the merchant in (S5-2, S5.2-1, S5.2-4)', async () => {
    expect((await get(basic(merchant))).status).toBe(200)
  })

  test('with an unknown key name are answered 404 CompanyApiKeyNotFound (S5.2-2, S7-1)', async () => {
    const { status, body } = await get(basic({ name: 'test_nobody', secret: merchant.secret }))
    expect(status).toBe(404)
    expect(body).toMatchObject({ status: 404, code: 'CompanyApiKeyNotFound' })
  })

  test('with a wrong secret are answered 403 Forbidden (S5.2-3, S7-2)', async () => {
    const { status, body } = await get(basic({ name: merchant.name, secret: 'wrong' }))
    expect(status).toBe(403)
    expect(body).toMatchObject({ status: 403, code: 'Forbidden' })
  })

  test.each(['Basic', 'Basic !!!', `Basic ${btoa('no colon')}`, 'Bearer abc', ''])(
    'that cannot be read (%s) are answered 401 (S5.2-1)',
    async (authorization) => {
      const { status, headers } = await get({ authorization })
      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toMatch(/^Basic /)
    },
  )

  test('with a NUL in the key name are answered 404 (S5.2-2)', async () => {
    expect((await get(basic({ name: 'a\0b', secret: 'x' }))).status).toBe(404)
  })
})

describe('unusable credentials', () => {
  test('are answered 401 with the way to authenticate (S5.3-8)', async () => {
    const { status, headers, body } = await get({})
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toMatch(/^Basic /)
    expect(body).toMatchObject({ status: 401, code: 'Unauthorized' })
  })

  test('such as half of a signature are answered 401 (S5.3-1, S5.3-7)', async () => {
    const half = { 'x-api-key': merchant.name, 'x-api-ts': nowSeconds() }
    expect((await get(half)).status).toBe(401)
  })

  test('such as both methods at once are answered 400 (S5-2)', async () => {
    const both = { ...basic(merchant), ...signed(merchant, { target: path }) }
    expect((await get(both)).body.code).toBe('BadRequest')
  })
})

describe('a signature', () => {
  const query = `${path}?limit=5&statusIn=Active%2CDraft`

  test.each([
    ['the target as sent', query],
    ['the percent-decoded target', decodeURIComponent(query)],
    ['the path alone', path],
  ])('over %s lets the merchant in (S5-2, S5.3-2, S5.3-4, S5.3-5, S5.3-7)', async (_, target) => {
    expect((await get(signed(merchant, { target }), query)).status).toBe(200)
  })

  test('in upper-case hex lets the merchant in (S5.3-2)', async () => {
    const headers = signed(merchant, { target: path })
    headers['x-api-sig'] = headers['x-api-sig']!.toUpperCase()
    expect((await get(headers)).status).toBe(200)
  })

  test('over the exact bytes of a body lets the merchant in (S5.3-4, S5.3-6)', async () => {
    const body = '{ "customerId" :  "Zoë ☕" }'
    const target = '/integration/subscriptions/create-customer-token'
    const headers = {
      ...signed(merchant, { method: 'POST', target, body }),
      'content-type': 'application/json',
    }
    expect((await send(`${world.url}${target}`, 'POST', { headers, body })).status).toBe(200)
  })

  test.each([
    ['of another path', { target: '/integration/subscriptions' }],
    ['of another method', { target: path, method: 'POST' }],
    ['of a body that was not sent', { target: path, body: '{}' }],
  ])('%s is answered 403 (S5.3-4, S5.3-6, S5.3-7, S7-2)', async (_, signing) => {
    expect((await get(signed(merchant, signing))).body.code).toBe('Forbidden')
  })

  test.each(['', 'zz', '00', '0'.repeat(64), 'ü'.repeat(64)])(
    'that is none (%s) is answered 4xx (S5.3-2, S5.3-5)',
    async (signature) => {
      const headers = { ...signed(merchant, { target: path }), 'x-api-sig': signature }
      expect([401, 403]).toContain((await get(headers)).status)
    },
  )

  test('under an unknown key name is answered 404 (S5.3-1, S7-1)', async () => {
    const unknown = { name: 'test_nobody', secret: merchant.secret }
    expect((await get(signed(unknown, { target: path }))).body.code).toBe('CompanyApiKeyNotFound')
  })

  test.each([-299, 0, 299])(
    'made %i s away from the clock is taken (S5.3-3, S5.3-7)',
    async (seconds) => {
      const timestamp = nowSeconds(seconds)
      expect((await get(signed(merchant, { target: path, timestamp }))).status).toBe(200)
    },
  )

  test.each([-302, 302])(
    'made %i s away from the clock is answered 403 (S5.3-7)',
    async (seconds) => {
      const timestamp = nowSeconds(seconds)
      const { status, body } = await get(signed(merchant, { target: path, timestamp }))
      expect(status).toBe(403)
      expect(body.message).toMatch(/clock/)
    },
  )

  test('with its timestamp in milliseconds is taken', async () => {
    const timestamp = String(Date.now())
    expect((await get(signed(merchant, { target: path, timestamp }))).status).toBe(200)
  })

  test.each(['now', '-1700000000', '1e10', '99999999999999999999'])(
    'with the timestamp %s is answered 403 (S5.3-3)',
    async (timestamp) => {
      expect((await get(signed(merchant, { target: path, timestamp }))).status).toBe(403)
    },
  )
})

test('a deleted key lets nobody in any more within seconds (S5.1-4)', async () => {
  const { owner, name, secret } = await newMerchant(world)
  expect((await get(basic({ name, secret }))).status).toBe(200)
  await deleteApiKey(world, owner, name)
  await passTime(world, rememberedMs)
  expect((await get(basic({ name, secret }))).status).toBe(404)
})

describe('every route of merchants', () => {
  const routes = apiRoutes.filter(({ access }) => access === 'merchant')

  test.each(routes)(
    'lets nobody in to $operationId without credentials (S1-17, S4-2, S5-1)',
    async (route) => {
      const url = `${world.url}${route.path.replaceAll(/\{\w+\}/g, 'x')}`
      const wrong = basic({ name: merchant.name, secret: 'wrong' })
      expect((await send(url, route.method)).status).toBe(401)
      expect((await send(url, route.method, { headers: wrong })).status).toBe(403)
    },
  )
})
