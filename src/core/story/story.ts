/** Defines the story of a kind of actor: a sentence for each of its events, its timers and its beginning. */
import type { ChargeEvent } from '../../../machines/charge/charge.events.ts'
import type { CustomerEvent } from '../../../machines/customer/customer.events.ts'
import type { DeliveryEvent } from '../../../machines/delivery/delivery.events.ts'
import type { DestinationEvent } from '../../../machines/destination/destination.events.ts'
import type { EventOf } from '../../../machines/event-of.ts'
import type { GasWalletEvent } from '../../../machines/gas-wallet/gas-wallet.events.ts'
import type { PaymentEvent } from '../../../machines/payment/payment.events.ts'
import type { PermitEvent } from '../../../machines/permit/permit.events.ts'
import type { PlanEvent } from '../../../machines/plan/plan.events.ts'
import type { SubscriptionEvent } from '../../../machines/subscription/subscription.events.ts'
import type { TransactionEvent } from '../../../machines/transaction/transaction.events.ts'
import type { VerificationEvent } from '../../../machines/verification/verification.events.ts'
import { sayMoney } from '../../shared/money.ts'
import type { ActorKind, ActorOfKind, StoredSnapshot } from '../../shared/stored-actor.ts'

type EventsOf = {
  plan: PlanEvent
  subscription: SubscriptionEvent
  charge: ChargeEvent
  payment: PaymentEvent
  transaction: TransactionEvent
  delivery: DeliveryEvent
  customer: CustomerEvent
  destination: DestinationEvent
  verification: VerificationEvent
  gasWallet: GasWalletEvent
  permit: PermitEvent
}

/** A turn of the story: who caused it, what came, and what the actor remembers after and before it. */
export type StoryTurn<K extends ActorKind, Event = { type: string }> = {
  /** `The merchant`, `The payer`, `The operator` or `The service`. */
  who: string
  event: Event
  context: StoredSnapshot<K>['context']
  /** Null before the first turn. */
  before: ActorOfKind<K> | null
  after: ActorOfKind<K>
}

export type Story<K extends ActorKind> = {
  begins: (turn: StoryTurn<K>) => string
  events: {
    [Type in EventsOf[K]['type']]: (turn: StoryTurn<K, EventOf<EventsOf[K], Type>>) => string
  }
  /** By the name of the delay. */
  timers: Record<string, (turn: StoryTurn<K>) => string>
}

export const amount = (
  baseUnits: bigint | string,
  { decimals, asset }: { decimals: number; asset: string },
): string => sayMoney(baseUnits, decimals, asset)

/** Shortens an address or a hash: `0xd8dA…6045`. */
export const short = (hex: string): string =>
  hex.length > 12 ? `${hex.slice(0, 6)}…${hex.slice(-4)}` : hex

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
