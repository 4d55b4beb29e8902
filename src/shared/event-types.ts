/** Event types, with the name under which the body holds the resource of the event. */
export const eventTypes = {
  PaymentCreated: 'payment',
  PaymentStatusChanged: 'payment',
  PaymentFundsChanged: 'payment',
  SubscriptionCreated: 'subscription',
  SubscriptionStatusChanged: 'subscription',
  SubscriptionChargeCreated: 'charge',
  SubscriptionChargeStatusChanged: 'charge',
  SubscriptionAllowanceChanged: 'subscription',
  SubscriptionAtRisk: 'subscription',
  PlanStatusChanged: 'plan',
  WebhookTest: 'test',
} as const

export type EventType = keyof typeof eventTypes
export type ResourceName = (typeof eventTypes)[EventType]

/** A merchant event as a turn enqueues it: the payload of an outbox row of the channel `event`. */
export type MerchantEventPayload = {
  eventType: EventType
  resourceKind: string
  resourceId: string
  /** 1, 2, 3 … for this resource, without holes. */
  sequence: number
  resource: object | null
  previousStatus: string | null
}
