import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logPlaceField } from '../../src/http/schemas/log-place.ts'
import { MomentWithOffset } from '../../src/http/schemas/moment.ts'
import { newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

const logPlace = logPlaceField('a place')

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

const moment = '2027-05-03T01:31:00.000Z'
test.each([
  '2027-05-03T01:31Z',
  '2027-05-03t01:31:00z',
  '2027-05-03T01:31:00.0000000Z',
  '2027-05-03T07:16:00+05:45',
  '2027-05-03T01:31:00+0000',
  '2027-05-03T07:16:00+0545',
  '2027-05-02T22:31:00-03',
  '2027-05-03 01:31:00+00',
  '2027-05-03 01:31:00+00:00',
  '2027-05-03 01:31:00 +0000',
  '2027-05-03 01:31Z',
  '20270503T013100Z',
  '20270503T0131Z',
  '20270503T071600.000+0545',
])('%s is the moment that it can only mean', (text) => {
  expect(MomentWithOffset.parse(text).toISOString()).toBe(moment)
})

test.each([
  '2027-05-03T01:31:00',
  '2027-05-03 01:31:00 0000',
  '2027-05-03T01:31:00 05:45',
  '2027-05-03T01:31:00+1',
  '2027-05-03T01:31:00+000',
  '2027-05-03T01:31:00+00:0',
  '2027-02-29T01:31:00+0000',
  '2027-0503T01:31:00Z',
  '20270503T01:31:00Z',
  '20270503T01Z',
  '05/03/2027 01:31:00Z',
  '2027-05-03T24:31:00Z',
  '2027-05-03T01:31:00+2400',
  '1809221460',
])('%s is refused', (text) => {
  expect(MomentWithOffset.safeParse(text).success).toBe(false)
})

test.each(['T', 'T ', 'T 1'])('%j as often as a body holds it is refused at once', (part) => {
  const text = part.repeat(60_000 / part.length)
  const before = process.cpuUsage()
  expect(MomentWithOffset.safeParse(text).success).toBe(false)
  expect(logPlace.safeParse(text).success).toBe(false)
  const { user, system } = process.cpuUsage(before)
  // It took seconds: from each T on, all of the rest was read anew.
  expect((user + system) / 1_000).toBeLessThan(100)
})
