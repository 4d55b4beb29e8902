import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actorKinds } from '../../src/shared/stored-actor.ts'
import { type Dashboard, newMerchant, newOperator, type Person, startDashboard } from './service.ts'

let dashboard: Dashboard
let alice: Person
let operator: Person

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  operator = await newOperator(dashboard, 'olga')
})
afterAll(() => dashboard.stop())

test.each(['nope', '', 'http://', 'http://[::1', 'http://a b/', 'http://localhost:99999/'])(
  'the webhook endpoint %j is refused by name',
  async (url) => {
    const { status, body } = await alice.call('PUT', '/test/webhook-endpoint', { url })
    expect(status).toBe(400)
    expect(body.fields).toEqual([{ path: 'url', message: 'must be an http or https address' }])
  },
)

describe('text that cannot be stored', () => {
  const histories = actorKinds.flatMap((kind) => [
    `/${kind}/%00/history`,
    `/${kind}/%00/diagram.svg`,
  ])

  test.each(['/plans/%00', '/payments/%00', '/deliveries/%00', ...histories])(
    'is refused in the path %s',
    async (path) => {
      const { status, body } = await alice.call('GET', `/test${path}`)
      expect(status).toBe(400)
      expect(body.fields[0].path).toBe('id')
    },
  )

  test.each([
    '/payments?search=%00',
    '/payments?asset=%ff',
    '/charges?customerId=%00',
    '/subscriptions?planId=%00',
    '/deliveries?eventType=%00',
  ])('is refused in the query of %s', async (path) => {
    expect((await alice.call('GET', `/test${path}`)).status).toBe(400)
  })

  test.each(['PATCH', 'DELETE'] as const)('is refused in the address of a %s', async (method) => {
    const path = '/test/api-keys/%00'
    expect((await alice.call(method, path, { label: 'till' })).status).toBe(400)
  })

  test('is refused in a decision of an operator', async () => {
    const path = '/operator/verifications/%00/approve'
    expect((await operator.call('POST', path, {})).status).toBe(400)
  })
})
