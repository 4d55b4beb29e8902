/** The whole service in one process, with merchants whose webhooks go to given addresses. */
import type { Owner } from '../../src/shared/owner.ts'
import type { StoredActor } from '../../src/shared/stored-actor.ts'
import type { Started } from '../../src/main.ts'
import { createApiKey } from '../../src/store/merchants/api-keys.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import { setWebhookEndpoint } from '../../src/store/merchants/webhook-endpoints.ts'
import { enqueueMessages } from '../../src/store/engine/outbox.ts'
import { type PlannedEvent, planDeliveries } from '../../src/store/planned-deliveries.ts'
import { findTargetsOf } from '../../src/store/views/redeliveries.ts'
import { newId } from '../../src/shared/ids.ts'
import { openShop, type Shop } from '../http/open-shop.ts'
import { type ProcessorRequest, serveWholeService } from '../http/whole-service.ts'

export type Destination = Owner & { endpointId: string; apiKey: string }
type OwnRequest =
  /** A merchant for each address, who has nothing but that. */
  | { openReceivers: string[] }
  /** A shop that has finished its setup. */
  | { openShopFor: string }
  | 'createDelivery'
export type ServiceRequest = OwnRequest | ProcessorRequest

const requestTimeoutMs = 10_000

serveWholeService<OwnRequest>(async (request, started) => {
  if (request === 'createDelivery') return createDelivery(started)
  if ('openShopFor' in request)
    return { url: started.running.url!, shop: await openSendingShop(started, request.openShopFor) }
  const opened: Destination[] = []
  for (const url of request.openReceivers) opened.push(await openReceiver(started, url))
  return opened
})

async function openReceiver({ service }: Started, url: string): Promise<Destination> {
  const owner: Owner = { merchantId: await createMerchant(service, 'Shop'), network: 'TestNet' }
  await createApiKey(service, owner, 'benchmark')
  await setWebhookEndpoint(service, owner, url)
  const [targets] = await findTargetsOf(service.database.pool as never, [owner])
  return { ...owner, endpointId: targets!.endpointId!, apiKey: targets!.apiKeys[0]! }
}

async function openSendingShop(started: Started, url: string): Promise<Shop> {
  const { owner, ...shop } = await openShop(started)
  await setWebhookEndpoint(started.service, owner, url)
  return shop
}

/** Makes one delivery, of an event that is not there, and returns it as it was made. */
async function createDelivery({ service }: Started): Promise<StoredActor<'delivery'>> {
  const now = service.clock.now()
  const owner: Owner = { merchantId: newId(now), network: 'TestNet' }
  const event: PlannedEvent = {
    ...owner,
    eventId: newId(now),
    eventType: 'PaymentCreated',
    resourceKind: 'payment',
    resourceId: newId(now),
    logNumber: 1,
    sequence: 1,
    at: now,
  }
  const cause = { type: 'timer', timer: 'benchmark' } as const
  const [message] = planDeliveries(event, newId(now), ['none'], cause)
  await enqueueMessages(service.database.pool, [message!])
  const reply = await service.buses.of('relays').requestEvent(message!, requestTimeoutMs)
  if (reply.outcome !== 'applied') throw new Error(JSON.stringify(reply))
  return reply.actor as StoredActor<'delivery'>
}
