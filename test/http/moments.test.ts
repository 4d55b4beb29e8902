import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

/** Moments that ISO 8601 allows and PostgreSQL does not read. */
describe.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00'])(
  'the moment %s, which is in no year of four digits by UTC,',
  (moment) => {
    const encoded = encodeURIComponent(moment)

    test.each([
      `payments?createdFrom=${encoded}`,
      `payments?createdTo=${encoded}`,
      `subscriptions?createdFrom=${encoded}`,
      `charges?chargeDateTo=${encoded}`,
      `events?after=${encoded}`,
      `events?after=0&before=${encoded}`,
    ])('is refused by name in %s', async (target) => {
      const { status, body } = await merchant.get(`/integration/${target}`)
      expect([status, body.code]).toEqual([400, 'BadRequest'])
      expect(body.message).toContain(moment)
    })

    test.each([{ after: moment }, { after: 0, until: moment }])(
      'is refused in a range of events to send again: %j',
      async (range) => {
        const { status } = await merchant.post('/integration/events/redeliver', range)
        expect(status).toBe(400)
      },
    )

    test('is refused as the start of a subscription', async () => {
      const body = newSubscription(merchant.planId, { startFrom: moment })
      const { status } = await merchant.post('/integration/subscriptions', body)
      expect(status).toBe(400)
    })
  },
)

test('the first moment that .NET knows is a moment', async () => {
  const { status } = await merchant.get('/integration/payments?createdFrom=0001-01-01T00:00:00Z')
  expect(status).toBe(200)
})
