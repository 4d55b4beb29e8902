/** Every route that names an object, called by everybody whose object it is not. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/store/merchants/api-keys.ts'
import { MerchantEvent } from '../../src/store/tables/events.ts'
import { basicClient } from './client.ts'
import { newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

let world: World
let owner: Awaited<ReturnType<typeof newReadyMerchant>>
let strangers: Record<string, ReturnType<typeof basicClient>>
let contractAddress: string
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
  await world.database.orm.em.fork().insert(MerchantEvent, {
    ...owner.owner,
    seq: 1,
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

const subscription = () => `/integration/subscriptions/${contractAddress}`
const named: [string, 'get' | 'post', () => string][] = [
  ['read', 'get', subscription],
  ['list the charges of', 'get', () => `${subscription()}/charges`],
  ['activate', 'post', () => `${subscription()}/activate`],
  ['pause', 'post', () => `${subscription()}/pause`],
  ['unpause', 'post', () => `${subscription()}/unpause`],
  ['cancel', 'post', () => `${subscription()}/cancel`],
  ['have the webhook sent again of', 'post', () => `/integration/events/${eventId}/redeliver`],
]
const everyStranger = ['another merchant', 'the same merchant on the main network']

describe.each(everyStranger)('%s', (who) => {
  test.each(named)('cannot %s what is not theirs', async (_, method, path) => {
    const { status, body } = await strangers[who]![method](path())
    expect(status).toBe(404)
    expect(body.code).toMatch(/^(Subscription|Event)NotFound$/)
  })

  test('sees none of it in any list', async () => {
    const { body: found } = await strangers[who]!.get('/integration/subscriptions')
    const { body: plans } = await strangers[who]!.get('/integration/subscription-plans')
    const { body: log } = await strangers[who]!.get('/integration/events')
    expect(found.subscriptions).toEqual([])
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
  const { body } = await owner.get(subscription())
  expect(body).toMatchObject({ contractAddress, status: 'Draft' })
})
