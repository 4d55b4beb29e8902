/** Puts subscriptions, charges and deliveries where the dashboard's tests want them. */
import { randomBytes } from 'node:crypto'
import { getAddress } from 'viem'
import { activateUntilOf } from '../../machines/subscription/subscription.events.ts'
import { newId } from '../../src/shared/ids.ts'
import type { Message, MessageEvent } from '../../src/shared/message.ts'
import type { ActorKind } from '../../src/shared/stored-actor.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { askWorker } from '../support/ask.ts'
import type { Dashboard } from './service.ts'
import { addressOf } from './world.ts'

const timeoutMs = 60_000

/** Tells an actor something, as its neighbours would; throws where it does not take it. */
export async function tellActor(
  dashboard: Dashboard,
  target: { kind: ActorKind; id: string; owner: Owner },
  event: MessageEvent,
): Promise<void> {
  const message: Message = {
    id: `http/test/${randomBytes(16).toString('hex')}`,
    kind: target.kind,
    entityId: target.id,
    ...target.owner,
    event,
    cause: { type: 'command', command: event.type, by: 'merchant' },
  }
  const { outcome } = await askWorker(dashboard, message, timeoutMs)
  if (outcome !== 'applied') throw new Error(`${event.type} was ${outcome}`)
}

type Terms = {
  customerId: string
  payer?: string
  planId?: string
  /** In base units. */
  amount?: string
  metadata?: string
}

/** Creates a Draft subscription of 10 tUSDC every 31 days and returns its address. */
export async function createSubscription(
  dashboard: Dashboard,
  owner: Owner,
  { customerId, payer = addressOf('bb'), ...terms }: Terms,
): Promise<string> {
  const now = dashboard.clock.now()
  const contractAddress = getAddress(`0x${randomBytes(20).toString('hex')}`)
  const input = {
    contractAddress,
    id: newId(now),
    ...owner,
    planId: newId(now),
    customerId,
    metadata: null,
    blockchain: 'LocalTestNet',
    asset: 'tUSDC',
    decimals: 6,
    token: addressOf('c0'),
    receiver: addressOf('ab'),
    payer,
    operator: addressOf('0a'),
    amount: '10000000',
    startFrom: now.toISOString(),
    periodDays: 31,
    maxPeriods: 24,
    graceDays: 3,
    activateUntil: activateUntilOf(now.toISOString()),
    createdAt: now.toISOString(),
    ...terms,
  }
  const target = { kind: 'subscription', id: contractAddress, owner } as const
  await tellActor(dashboard, target, { type: 'subscription.create', input })
  return contractAddress
}

/** Creates a delivery on its way and returns its id. */
export async function createDelivery(
  dashboard: Dashboard,
  owner: Owner,
  {
    eventId,
    sequence,
    ...to
  }: { eventId: string; sequence: number; endpointId?: string; apiKey?: string },
): Promise<string> {
  const now = dashboard.clock.now()
  const id = newId(now)
  const input = {
    id,
    ...owner,
    eventId,
    eventType: 'PlanStatusChanged',
    lane: 'plan/1/2/key',
    sequence,
    endpointId: newId(now),
    apiKey: 'test_key',
    createdAt: now.toISOString(),
    ...to,
  }
  await tellActor(dashboard, { kind: 'delivery', id, owner }, { type: 'delivery.create', input })
  return id
}
