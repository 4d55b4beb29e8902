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
  SubscriptionLapsing: 'subscription',
  SubscriptionScheduleChanged: 'subscription',
  SubscriptionResumeDue: 'subscription',
  SubscriptionWithdrawn: 'subscription',
  SubscriptionFeedbackGiven: 'subscription',
  PlanStatusChanged: 'plan',
  CustomerAccessChanged: 'customer',
  GasWalletLow: 'gasWallet',
  GasWalletRefilled: 'gasWallet',
  EventLogRestored: 'eventLog',
  WebhookTest: 'test',
} as const

/** Says what each type reports, in a sentence. */
export const eventMeanings: Record<keyof typeof eventTypes, string> = {
  PaymentCreated: 'A payment was created; nothing has come yet.',
  PaymentStatusChanged: 'The payment is in another status than `previousStatus`.',
  PaymentFundsChanged:
    'The status is the same, and something about the money is not: more came, it was confirmed or moved on, or a refund was recorded.',
  SubscriptionCreated:
    'A subscription was created as a Draft; the payer has still to allow its contract.',
  SubscriptionStatusChanged: 'The subscription is in another status than `previousStatus`.',
  SubscriptionChargeCreated: 'A period is due and its charge was opened.',
  SubscriptionChargeStatusChanged: 'The charge is in another status than `previousStatus`.',
  SubscriptionAllowanceChanged:
    'The payer allowed the contract more, or less. What a charge uses up is not told.',
  SubscriptionAtRisk:
    'The next charge will fail unless the payer does something: it comes within seven days, and the allowance does not cover it.',
  SubscriptionLapsing:
    'A late charge will soon be too late for good: at `lapsesAt` the subscription ends. `reason` says what is in the way.',
  SubscriptionScheduleChanged:
    'Somebody planned its end or the end of its pause, or took that back: see `endsAt` and `resumesAt`. Or, with the reason `OnlyPayerMayResume`, neither you nor the page can end the pause any more. The status is the same.',
  SubscriptionResumeDue:
    'A pause without an end has lasted so long that soon only the payer’s own wallet can end it: resume it by `pausableUntil`.',
  SubscriptionWithdrawn:
    'The payer made use of the right to withdraw: you owe the payer what was taken. `withdrawnAt` is the moment of the declaration.',
  SubscriptionFeedbackGiven:
    'The payer said why the subscription ends, or said it anew: see `cancellationDetails`.',
  CustomerAccessChanged:
    'A customer may use the product from now on, or no more: the first subscription began to grant access, or the last one ceased.',
  PlanStatusChanged: 'A plan was activated, archived or restored.',
  GasWalletLow:
    'The gas wallet of a chain lasts for less than seven days (`Low`), or cannot pay for one charge (`Empty`).',
  GasWalletRefilled: 'A gas wallet that was low or empty lasts for a week again.',
  EventLogRestored:
    'The service goes on from a copy of its database: the log goes on behind a gap, and what happened since the copy may be told again.',
  WebhookTest: 'Somebody asked for a test. Nothing happened.',
}

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
  /** Absent where nothing would be the same if it were reported again. */
  fact?: Fact
}

/** An event follows from a fact: a block of the chain, or a timer that was due. `at`: its moment, ISO 8601. */
export type Fact = { what: string; at: string }
