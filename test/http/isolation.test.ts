/** Every route that names an object, called by everybody whose object it is not. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/store/merchants/api-keys.ts'
import { momentOfId } from '../../src/shared/ids.ts'
import { monthOf } from '../../src/store/partitions/months.ts'
import { makePartitions } from '../../src/store/partitions/partitions.ts'
import { MerchantEvent } from '../../src/store/tables/events.ts'
import { basicClient } from './client.ts'
import { callAbout, namingRoutes, unknownObject } from './strangers.ts'
import { newPayment, newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

let world: World
let owner: Awaited<ReturnType<typeof newReadyMerchant>>
let strangers: Record<string, ReturnType<typeof basicClient>>
let contractAddress: string
let paymentId: string
const eventId = '1BwRWHZcSwfzWg9yhKUfzB'

beforeAll(async () => {
  world = await startWorld()
  owner = await newReadyMerchant(world)
  const onMainNet = { ...owner.owner, network: 'MainNet' as const }
  strangers = {
    'another merchant': await newReadyMerchant(world),
    'the same merchant on the main network': basicClient(
      world.url,
      await createApiKey(world, onMainNet, 'main'),
    ),
  }
  const { body } = await owner.post('/integration/subscriptions', newSubscription(owner.planId))
  contractAddress = body.contractAddress
  paymentId = (await owner.post('/integration/payments', newPayment())).body.payment.id
  await makePartitions(world.database.pool, [monthOf(momentOfId(eventId))])
  await world.database.orm.em.fork().insert(MerchantEvent, {
    ...owner.owner,
    logNumber: 1,
    eventId,
    eventType: 'SubscriptionCreated',
    resourceKind: 'subscription',
    resourceId: contractAddress,
    sequence: 1,
    body: JSON.stringify({ eventId }),
    at: new Date(),
  })
})
afterAll(() => world.stop())

const everyStranger = ['another merchant', 'the same merchant on the main network']

describe.each(everyStranger)('%s', (who) => {
  test.each(namingRoutes)(
    'cannot $operationId of what is not theirs (S1-29, P18)',
    async (route) => {
      const { customerId } = newSubscription('')
      const objects = { planId: owner.planId, contractAddress, eventId, paymentId, customerId }
      const { status, body } = await callAbout(objects, route, strangers[who]!)
      expect(status).toBe(404)
      expect(body.code).toMatch(unknownObject)
    },
  )

  test('sees none of it in any list (S1-29, P18)', async () => {
    const { body: found } = await strangers[who]!.get('/integration/subscriptions')
    const { body: plans } = await strangers[who]!.get('/integration/subscription-plans')
    const { body: asked } = await strangers[who]!.get('/integration/payments')
    const { body: log } = await strangers[who]!.get('/integration/events')
    const ofPlan = `planId=${owner.planId}`
    const { body: charged } = await strangers[who]!.get(`/integration/charges?${ofPlan}`)
    const { body: told } = await strangers[who]!.get(`/integration/events?${ofPlan}`)
    expect([charged.charges, told.events]).toEqual([[], []])
    expect(found.subscriptions).toEqual([])
    expect(asked.payments).toEqual([])
    expect(plans.plans.map(({ id }: { id: string }) => id)).not.toContain(owner.planId)
    expect(log.events.map((event: { eventId: string }) => event.eventId)).not.toContain(eventId)
  })

  test('cannot subscribe anybody to a plan that is not theirs', async () => {
    const body = newSubscription(owner.planId)
    expect((await strangers[who]!.post('/integration/subscriptions', body)).body.code).toBe(
      'PlanNotFound',
    )
  })
})

test('the owner still finds everything as it was', async () => {
  const { body } = await owner.get(`/integration/subscriptions/${contractAddress}`)
  expect(body).toMatchObject({ contractAddress, status: 'Draft' })
  const { payment } = (await owner.get(`/integration/payments/${paymentId}`)).body
  expect(payment).toMatchObject({ id: paymentId, status: 'Created' })
})
