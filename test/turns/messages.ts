/** The messages that tests of turns send: commands to plans, subscriptions, charges and deliveries. */
import { randomBytes } from 'node:crypto'
import { getAddress } from 'viem'
import { dayMs } from '../../machines/durations.ts'
import type { ChargeInput } from '../../machines/charge/charge.events.ts'
import type { DeliveryInput } from '../../machines/delivery/delivery.events.ts'
import type { PaymentInput } from '../../machines/payment/payment.events.ts'
import type { PlanInput, PlanTerms } from '../../machines/plan/plan.events.ts'
import {
  activateUntilOf,
  type SubscriptionInput,
} from '../../machines/subscription/subscription.events.ts'
import { newId } from '../../src/shared/ids.ts'
import type { AuditedCommand, Message, MessageEvent } from '../../src/shared/message.ts'
import type { ActorKind } from '../../src/shared/stored-actor.ts'

export const owner = { merchantId: 'merchant', network: 'TestNet' } as const
const createdAt = new Date().toISOString()
/** A start so long ago that every charge of a subscription is due at once, one after another. */
const startFrom = new Date(Date.now() - 200 * dayMs).toISOString()
export const maxPeriods = 4

export const anId = (): string => newId(new Date())
export const anAddress = (): string => getAddress(`0x${randomBytes(20).toString('hex')}`)
export const aHash = (): string => `0x${randomBytes(32).toString('hex')}`

/** Makes a command of a merchant; one that is sent again with the same `id` is the same command. */
export const command = (
  kind: ActorKind,
  entityId: string,
  event: MessageEvent,
  id: string = `http/${anId()}`,
): Message => ({
  id,
  kind,
  entityId,
  ...owner,
  event,
  cause: { type: 'command', command: event.type, by: 'merchant' },
})

/** Makes an event from the chain or another actor. */
export const told = (
  kind: ActorKind,
  entityId: string,
  event: MessageEvent,
  id: string = `telling/${anId()}`,
): Message => ({
  ...command(kind, entityId, event, id),
  cause: { type: 'chain', detail: event.type },
})

/** Builds the audit entry of a person of the merchant in the dashboard. */
export const auditedCommand = (call: string, subject: string): AuditedCommand => ({
  id: anId(),
  ...owner,
  accountId: anId(),
  email: 'owner@shop.example',
  role: 'Owner',
  address: '192.0.2.1',
  call,
  subject,
  asked: null,
  at: new Date().toISOString(),
})

const create = (kind: ActorKind, entityId: string, input: object): Message =>
  command(kind, entityId, { type: `${kind}.create`, input })

const terms: PlanTerms = {
  name: 'Monthly',
  description: '',
  asset: 'ltUSDC',
  decimals: 6,
  blockchain: 'LocalTestNet',
  amount: '10000000',
  periodDays: 30,
  graceDays: 3,
  tags: [],
}

export const createPlan = (id: string): Message =>
  create('plan', id, { id, ...owner, ...terms, createdAt } satisfies PlanInput)

export const renamePlan = (id: string, name: string): Message =>
  command('plan', id, { type: 'plan.update', terms: { ...terms, name } })

/** Makes a subscription, whose id is its contract's address. */
export const createSubscription = (contractAddress: string): Message =>
  create('subscription', contractAddress, {
    contractAddress,
    id: anId(),
    ...owner,
    planId: anId(),
    customerId: 'customer',
    metadata: null,
    blockchain: 'LocalTestNet',
    asset: 'ltUSDC',
    decimals: 6,
    token: anAddress(),
    receiver: anAddress(),
    payer: anAddress(),
    operator: anAddress(),
    amount: '10000000',
    startFrom,
    periodDays: 30,
    maxPeriods,
    graceDays: 3,
    // The schedule began long ago, but the draft may still be activated.
    activateUntil: activateUntilOf(createdAt),
    createdAt,
  } satisfies SubscriptionInput)

export const createCharge = (id: string, contractAddress: string, period: number): Message =>
  create('charge', id, {
    id,
    ...owner,
    contractAddress,
    customerId: 'customer',
    metadata: null,
    blockchain: 'LocalTestNet',
    asset: 'ltUSDC',
    decimals: 6,
    amount: '10000000',
    number: period,
    period,
    dueAt: startFrom,
    graceUntil: '2100-01-01T00:00:00.000Z',
    isInitial: period === 1,
    settlement: null,
    createdAt,
  } satisfies ChargeInput)

/** Makes a payment of a thousand base units of a token, within a day unless `fields` change that. */
export const createPayment = (
  id: string,
  expiresAt = new Date(Date.now() + dayMs).toISOString(),
): Message =>
  create('payment', id, {
    id,
    ...owner,
    blockchain: 'LocalTestNet',
    asset: 'ltUSDC',
    decimals: 6,
    token: anAddress(),
    amount: '1000',
    receiver: anAddress(),
    depositSalt: `0x${'5a'.repeat(16)}`,
    depositAddress: anAddress(),
    description: null,
    metadata: null,
    checkoutUrl: 'https://shop.example/checkout',
    expiresAt,
    createdAt,
  } satisfies PaymentInput)

export const createDelivery = (id: string): Message =>
  create('delivery', id, {
    id,
    ...owner,
    eventId: anId(),
    eventType: 'SubscriptionCreated',
    lane: id,
    sequence: 1,
    endpointId: anId(),
    apiKey: 'key',
    createdAt,
  } satisfies DeliveryInput)

/** Reports that the endpoint failed: the delivery waits for about 5 s. */
export const failDelivery = (id: string): Message =>
  told('delivery', id, {
    type: 'delivery.attemptFailed',
    httpStatus: 500,
    error: 'no',
    durationMs: 1,
    jitter: 0,
  })

/** Reports that the payer allows and has enough for the first charge. */
export const fundsSeen = (contractAddress: string): Message =>
  told('subscription', contractAddress, {
    type: 'chain.fundsSeen',
    allowance: '120000000',
    balance: '120000000',
    position: 1,
  })
