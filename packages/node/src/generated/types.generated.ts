/** Generated from docs/openapi.json by `npm run generate`: change it there. */
import type { CallOptions } from '../call.ts'
import type { List } from '../list.ts'

/** Why a customer has no access, or why it is about to end. New ones may come. */
export type AccessReason = 'NotActivated' | 'NotStarted' | 'Overdue' | 'Suspended' | 'Paused' | 'GraceExpired' | 'DraftExpired' | 'CancelRequested' | 'CancelledByPayer' | 'CancelledOnChain' | 'SubscriptionCancelled' | 'Switched' | 'SwitchRefused' | 'Withdrawn' | 'Finished' | 'ChainContradiction'

/** One token on one chain. */
export type Asset = {
  /**
   * The `currency` of amounts
   * Such as `"ltUSDC"`.
   */
  code: string
  /** Such as `"USDC"`. */
  symbol: string
  /** Such as `"USD Coin"`. */
  name: string
  /**
   * The token contract
   * Such as `"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"`.
   */
  address: string
  /**
   * The decimals of the token
   * Such as `6`.
   */
  decimals: number
  /** Such as `"LocalTestNet"`. */
  blockchain: string
  /**
   * The chain id of EIP-155
   * Such as `31337`.
   */
  chainId: number
  /**
   * Makes the contracts of subscriptions, and charges them. It is never allowed anything: a payer approves the `contractAddress` of the subscription
   * Such as `"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"`.
   */
  subscriptionFactory: string
  /** Whether the token takes EIP-2612 permits, as the operator says; `null` where nothing is said */
  permit: boolean | null
  /** Whether an allowance must be set to 0 before it is set to another amount */
  resetAllowance: boolean
  /**
   * The least that a payment can ask for, a plain decimal
   * Such as `"0.01"`.
   */
  minPayment: string
  /** Whether you take it: switched on in the dashboard */
  active: boolean
}

/** A chain that this service watches and charges on. */
export type Blockchain = {
  /** Such as `"LocalTestNet"`. */
  blockchain: string
  /**
   * The chain id of EIP-155
   * Such as `31337`.
   */
  chainId: number
  /**
   * The symbol of the coin for gas
   * Such as `"ETH"`.
   */
  nativeSymbol: string
  /** Blocks until a payment or charge counts; `null`: once the chain calls it final */
  confirmations: number | null
  /**
   * Makes the contracts of subscriptions, and charges them. It is never allowed anything: a payer approves the `contractAddress` of the subscription
   * Such as `"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"`.
   */
  subscriptionFactory: string
  /**
   * Makes the addresses of payments
   * Such as `"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"`.
   */
  depositFactory: string
  /**
   * A node that wallets and pages may ask
   * Such as `"https://rpc.example.com"`.
   */
  publicRpcUrl: string | null
  /** Such as `"https://explorer.example.com"`. */
  explorerUrl: string | null
}

export type CancelWish = {
  /** `Now`: the contract is cancelled at once, for good. `PaidPeriodEnd`: nothing more is charged, the contract is cancelled shortly before `endsAt`, and until then `uncancel` takes it back; "Now" where it is left out */
  when?: 'Now' | 'PaidPeriodEnd'
}

/** Why a payer left, as the payer said it. */
export type CancellationDetails = {
  /** Why, in one word */
  feedback: 'TooExpensive' | 'MissingFeatures' | 'SwitchedService' | 'Unused' | 'CustomerService' | 'TooComplex' | 'LowQuality' | 'Other'
  /**
   * In the payer’s own words
   * Such as `"I use it twice a year"`.
   */
  comment: string | null
}

export type ChainHint = {
  blockchain: string
  /** The transaction, where it is known */
  hash?: string | null
}

/** One token transfer from payer to merchant: one period's money. */
export type Charge = {
  /** Such as `"1BwRWHZcSwfzWg9yhKUfzB"`. */
  id: string
  /**
   * The subscription it belongs to
   * Such as `"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"`.
   */
  contractAddress: string
  customerId: string
  /** Such as `"10 ltUSDC"`. */
  amount: string
  /**
   * When the money moved; before that, when it is due
   * ISO 8601.
   * Such as `"2026-01-31T12:00:00.000Z"`.
   */
  chargeDate: string
  status: 'Pending' | 'Succeeded' | 'Retrying' | 'Failed' | 'Cancelled'
  /** Which of the periods it pays for, from 1 */
  period: number
  /** Attempts made so far */
  attempts: number
  /** Why the last attempt failed */
  reason: ChargeReason | null
  /** When it is tried again, if the money does not come before; null unless it waits for that */
  nextAttemptAt: string | null
  transactionHash: string | null
  /** The subscription's metadata */
  metadata: string | null
}

/** Why a charge has not succeeded, or a subscription is where it is. New ones may come: treat what you do not know like `ChainReverted`. */
export type ChargeReason = 'InsufficientAllowance' | 'InsufficientBalance' | 'AllowanceRevoked' | 'TokenPaused' | 'PayerBlocked' | 'ReceiverBlocked' | 'ContractBlocked' | 'ChainReverted' | 'FailedOnChain' | 'GasWalletEmpty' | 'GasPriceTooHigh' | 'GasCostAboveLimit' | 'GasBudgetSpent' | 'ChainRefuses' | 'AssetInactive' | 'RpcUnavailable' | 'NodesDiffer' | 'NodesSilent' | 'EventsUnread' | 'NotDueOnChain' | 'ChainNotServed' | 'Paused' | 'OnlyPayerMayResume' | 'GraceExpired' | 'DraftExpired' | 'CancelRequested' | 'SubscriptionCancelled' | 'CancelledByPayer' | 'CancelledOnChain' | 'Switched' | 'SwitchRefused' | 'OtherBegan' | 'Withdrawn' | 'ChargeReorged' | 'ChainContradiction' | 'NotStarted' | 'NotPaused' | 'NotAllowed' | 'Cancelled' | 'Finished' | 'NonceUsed' | 'NotProcessed'

/** One of the three */
export type ClockAdvance = {
  /** So far from now */
  seconds?: number
  /**
   * To this moment, at most 3660 days ahead by the test clock
   * ISO 8601.
   */
  until?: string | Date
  /** To the next moment at which any timer is due, or a charge of yours */
  toNext?: 'timer' | 'charge'
}

/** A customer, by all subscriptions under this name. */
export type Customer = {
  /**
   * The merchant's own name for the customer
   * Such as `"customer-17"`.
   */
  customerId: string
  /** Whether the customer may use the product */
  hasAccess: boolean
  /** Until when, if nothing more is paid: the end of the paid time, and of the grace after it where another charge follows. Renewals move it without an event. Null without access */
  accessUntil: string | null
  /** Why there is no access, or why it will end; null where it goes on by itself */
  reason: AccessReason | null
  /** When access began or ended; null where that was never, or is being found out */
  since: string | null
  /** The subscription that the answer comes from */
  contractAddress: string | null
}

/** Whether a customer may use the product, and the subscriptions behind the answer. */
export type CustomerAccess = {
  /**
   * The merchant's own name for the customer
   * Such as `"customer-17"`.
   */
  customerId: string
  /** Whether the customer may use the product */
  hasAccess: boolean
  /** Until when, if nothing more is paid: the end of the paid time, and of the grace after it where another charge follows. Renewals move it without an event. Null without access */
  accessUntil: string | null
  /** Why there is no access, or why it will end; null where it goes on by itself */
  reason: AccessReason | null
  /** When access began or ended; null where that was never, or is being found out */
  since: string | null
  /** The subscription that the answer comes from */
  contractAddress: string | null
  /** Counts those not shown, too */
  subscriptionCount: number
  subscriptions: CustomerSubscription[]
}

/** A customer may use the product from now on, or no more: the first subscription began to grant access, or the last one ceased. */
export type CustomerAccessChangedEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'CustomerAccessChanged'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  customer: Customer
  /** The status before; `null` for what is new */
  previousStatus: 'WithoutAccess' | 'WithAccess' | null
  cause: EventCause
}

/** What one subscription says about access. */
export type CustomerSubscription = {
  /**
   * EIP-55 address
   * Such as `"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"`.
   */
  contractAddress: string
  /** Such as `"1BwRWHZcSwfzWg9yhKUfzB"`. */
  planId: string
  status: 'Draft' | 'Pending' | 'Active' | 'Suspended' | 'PendingPause' | 'Paused' | 'PendingUnPause' | 'PendingCancel' | 'Cancelled' | 'Finished' | 'Error'
  phase: string
  hasAccess: boolean
  accessUntil: string | null
  reason: AccessReason | null
  willChargeAt: string | null
}

/** A customer in a list. */
export type CustomerSummary = {
  /**
   * The merchant's own name for the customer
   * Such as `"customer-17"`.
   */
  customerId: string
  /** Whether the customer may use the product */
  hasAccess: boolean
  /** Until when, if nothing more is paid: the end of the paid time, and of the grace after it where another charge follows. Renewals move it without an event. Null without access */
  accessUntil: string | null
  subscriptionCount: number
  /** Those `Active` */
  activeSubscriptionCount: number
  payers: string[]
  /**
   * When the first subscription was created
   * ISO 8601.
   * Such as `"2026-01-31T12:00:00.000Z"`.
   */
  firstSeenAt: string
}

export type CustomerToken = {
  /** Such as `"Zb2vE0mJcYd4Lq8sTn1RkWx7HfAg9UoPi3Vy5Bt6MeQ"`. */
  token: string
  may: 'manage' | 'leave'
  /**
   * ISO 8601, UTC; real time, also where the test clock was moved
   * Such as `"2026-01-31T12:00:00.000Z"`.
   */
  expiresAt: string
}

export type CustomerTokenRevocation = {
  /**
   * The customer's name in your system
   * Such as `"customer-42"`.
   */
  customerId: string
}

/** One webhook call: this event under one API key. */
export type Delivery = {
  id: string
  apiKey: string
  status: 'Pending' | 'Retrying' | 'Delivered' | 'Exhausted' | 'Cancelled'
  /** `Sending`: at once. `WaitsForEarlierEvent`: when the event of `waitsFor` has arrived; send that one again to have both. `WaitsForEndpoint`: the endpoint is down; it is probed at once, and this goes out as soon as it answers */
  outcome: 'Sending' | 'WaitsForEarlierEvent' | 'WaitsForEndpoint'
  /** The first event of the same resource that has still to arrive */
  waitsFor: {
    eventId: string
    logNumber: number
  } | null
}

/** One transfer of the token asked for to the deposit address. */
export type Deposit = {
  /** Such as `"0x8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f"`. */
  transactionHash: string
  /** Which log of its block it is */
  logIndex: number
  blockNumber: number
  amount: Money
  /** Which address sent it; of an exchange, its own and not the payer’s */
  from: string | null
  /** Blocks, its own included */
  confirmations: number
  /** Mined after `expiresAt` */
  isLate: boolean
  /**
   * ISO 8601, UTC
   * Such as `"2026-01-31T12:00:00.000Z"`.
   */
  minedAt: string
}

/** How the endpoint does under one API key. */
export type EndpointUnderKey = {
  apiKey: string
  /** `Failing`: the last attempt failed, and everything is still sent. `Down`: only probes go out */
  status: 'Answering' | 'Failing' | 'Down'
  /** Since when it answers again, or fails; null where it never failed */
  since: string | null
  lastFailure: {
    /** Such as `"answered 500"`. */
    error: string
    /**
     * ISO 8601, UTC
     * Such as `"2026-01-31T12:00:00.000Z"`.
     */
    at: string
  } | null
  /** The deliveries that have still to arrive */
  waiting: number
  /** Since when the oldest of them waits */
  waitingSince: string | null
  /** When a `Down` one is tried next */
  nextProbeAt: string | null
}

/** One event, the same body as its webhook; `eventType` says which resource it holds. */
export type Event = PaymentCreatedEvent | PaymentStatusChangedEvent | PaymentFundsChangedEvent | SubscriptionCreatedEvent | SubscriptionStatusChangedEvent | SubscriptionChargeCreatedEvent | SubscriptionChargeStatusChangedEvent | SubscriptionAllowanceChangedEvent | SubscriptionAtRiskEvent | SubscriptionLapsingEvent | SubscriptionScheduleChangedEvent | SubscriptionResumeDueEvent | SubscriptionWithdrawnEvent | SubscriptionFeedbackGivenEvent | PlanStatusChangedEvent | CustomerAccessChangedEvent | GasWalletLowEvent | GasWalletRefilledEvent | EventLogRestoredEvent | WebhookTestEvent

/** The command, timer, transaction or word of the chain behind the event. */
export type EventCause = {
  type: 'command'
  command: string
  by: 'merchant' | 'payer' | 'operator' | 'system'
} | {
  type: 'timer'
  timer: string
} | {
  type: 'transaction'
  hash: string
  blockchain: string
} | {
  type: 'chain'
  detail: string
}

/** Where the log goes on. */
export type EventLog = {
  /** How often the database of the service was restored or failed over, this time included */
  epoch: number
  /** The number of the last event before the gap; later ones that you know stay what they were */
  lastLogNumber: number
}

/** The service goes on from a copy of its database: the log goes on behind a gap, and what happened since the copy may be told again. */
export type EventLogRestoredEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'EventLogRestored'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  eventLog: EventLog
  /** The status before; `null` for what is new */
  previousStatus: null
  cause: EventCause
}

export type EventPage = {
  /** The log number that this answer begins behind */
  after: number
  limit: number
  /** The number of the last event in this answer; `after` where it has none */
  next: number
  /**
   * The month that the log begins with, where events behind `after` are earlier: the operator of the service keeps those elsewhere. Null where none is missing
   * Such as `"2026-03"`.
   */
  keptFrom: string | null
}

/** Events of the log; say `after`, `status` or `undelivered`, or `after` and one of the others. */
export type EventRange = {
  /** Behind this log number or event, or from this moment on */
  after?: number | string
  /** Up to and with this log number or event, or before this moment */
  until?: number | string
  /** Only what has this status, such as `Exhausted`; without it, everything */
  status?: 'Pending' | 'Retrying' | 'Delivered' | 'Exhausted' | 'Cancelled'
  /** Only what has not arrived, whatever its status: given up, waiting for its next attempt, cancelled because the key or endpoint of then is gone, or never to be sent because there was none. An event that has arrived under a key is not sent again under it, nor under keys that are newer; false where it is left out */
  undelivered?: boolean
  eventTypes?: Array<'PaymentCreated' | 'PaymentStatusChanged' | 'PaymentFundsChanged' | 'SubscriptionCreated' | 'SubscriptionStatusChanged' | 'SubscriptionChargeCreated' | 'SubscriptionChargeStatusChanged' | 'SubscriptionAllowanceChanged' | 'SubscriptionAtRisk' | 'SubscriptionLapsing' | 'SubscriptionScheduleChanged' | 'SubscriptionResumeDue' | 'SubscriptionWithdrawn' | 'SubscriptionFeedbackGiven' | 'PlanStatusChanged' | 'CustomerAccessChanged' | 'GasWalletLow' | 'GasWalletRefilled' | 'EventLogRestored' | 'WebhookTest'>
}

/** What pays for your transactions on one chain. */
export type GasWallet = {
  /** Such as `"LocalTestNet"`. */
  blockchain: string
  /**
   * Send the chain's own coin here
   * Such as `"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"`.
   */
  address: string
  /** Null until balance and price were read from the chain */
  status: 'Ready' | 'Low' | 'Empty' | null
  /**
   * The last reading on the chain
   * Such as `"0.05 ETH"`.
   */
  balance: string | null
  /** For how many charges it lasts, each alone, at what gas costs now at most */
  chargesLeft: number | null
  /** Whole days until the first charge or sweep that it cannot pay for, by the schedule of your subscriptions; 30 stands for 30 or more. Null where nothing is to come */
  daysLeft: number | null
  /** With fewer days than these it is `Low` */
  lowBelowDays: number
}

/** The gas wallet of a chain lasts for less than seven days (`Low`), or cannot pay for one charge (`Empty`). */
export type GasWalletLowEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'GasWalletLow'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  gasWallet: GasWallet
  /** The status before; `null` for what is new */
  previousStatus: 'Ready' | 'Low' | 'Empty' | null
  cause: EventCause
}

/** A gas wallet that was low or empty lasts for a week again. */
export type GasWalletRefilledEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'GasWalletRefilled'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  gasWallet: GasWallet
  /** The status before; `null` for what is new */
  previousStatus: 'Ready' | 'Low' | 'Empty' | null
  cause: EventCause
}

export type HintAccepted = {
  isAccepted: true
}

/** Says that the contract is cancelled, signed by its operator; scripts/verify-proof.ts checks it. */
export type LeavingProof = {
  type: 'MandateLeavingProof'
  version: 1
  statement: {
    chainId: number
    /** Such as `"0x5FbDB2315678afecb367f032d93F642f64180aa3"`. */
    contractAddress: string
    /** Such as `"0x5FbDB2315678afecb367f032d93F642f64180aa3"`. */
    factory: string
    /** Such as `"0x5FbDB2315678afecb367f032d93F642f64180aa3"`. */
    implementation: string
    /** Such as `"0x8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f"`. */
    id: string
    /** Such as `"0x5FbDB2315678afecb367f032d93F642f64180aa3"`. */
    token: string
    /** Such as `"0x5FbDB2315678afecb367f032d93F642f64180aa3"`. */
    merchant: string
    /** Such as `"0x5FbDB2315678afecb367f032d93F642f64180aa3"`. */
    payer: string
    /** Such as `"0x5FbDB2315678afecb367f032d93F642f64180aa3"`. */
    operator: string
    /** Such as `"10000000"`. */
    amount: string
    start: number
    periodDays: number
    maxPeriods: number
    graceDays: number
    activateUntil: number
    cancelledAt: number
    cancelledInBlock: number
    /** Such as `"0x8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f"`. */
    cancelledInBlockHash: string
    /** Such as `"0x8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f"`. */
    cancelledByTransaction: string
    /** Such as `"10000000"`. */
    allowance: string
    readInBlock: number
    /** Such as `"0x8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f"`. */
    readInBlockHash: string
    readAt: number
  }
  /** Such as `"0x8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f"`. */
  signature: string
}

/** The part of the list that this is. */
export type ListPage = {
  limit: number
  offset: number
  /** How many match, on all pages together, counted up to 10000; where `withTotal` is true */
  total?: number
  /** Beside `total`: false where more match than it says */
  isTotalExact?: boolean
  /**
   * `before` for the page in front of this one; null on the first one
   * Such as `"MjAyNi0wMS0zMVQxMjowMDowMC4wMDAwMDBaIDFCd1JXSFpjU3dmeld"`.
   */
  previous: string | null
  /**
   * `after` for the next page; null on the last one
   * Such as `"MjAyNi0wMS0zMVQxMjowMDowMC4wMDAwMDBaIDFCd1JXSFpjU3dmeld"`.
   */
  next: string | null
}

export type Money = {
  /**
   * A plain decimal
   * Such as `"10"`.
   */
  value: string
  /**
   * Asset code
   * Such as `"ltUSDC"`.
   */
  currency: string
}

export type NewCustomerToken = {
  /**
   * The customer's name in your system
   * Such as `"customer-42"`.
   */
  customerId: string
  /** For how long it is good, in real time: a minute to 30 days; 3600 where it is left out */
  expiresInSeconds?: number
  /** `manage`: everything. `leave`: to read, and what ends or lowers what is taken from the payer: pause, cancel, withdraw, say why. That is what a mail may carry: whoever finds it takes no money, but can end what it names, at the gas of your wallet, and where you grant it by a withdrawal; "manage" where it is left out */
  may?: 'manage' | 'leave'
}

export type NewMoney = {
  /**
   * A plain decimal, greater than zero, as a text
   * Such as `"10"`.
   */
  value: string
  /**
   * Asset code
   * Such as `"ltUSDC"`.
   */
  currency: string
}

export type NewPayment = {
  /** What the payer has to pay; at least what is worth its gas */
  amount: NewMoney
  /** Until when, ISO 8601 with an offset; at least 1 minute and at most 365 days ahead */
  expiresAt: string | Date
  description?: string | null
  /** An object or a text, given back as it was sent, in webhooks too; at most 4096 bytes as JSON and 8 levels */
  metadata?: Record<string, unknown> | string | null
}

export type NewRefund = {
  /** A part of what came, in the token in which it came; at most what is not given back yet */
  amount: NewMoney
  /** The hash of the transfer that gave it back */
  transactionHash?: string | null
  /** For you alone */
  note?: string | null
}

export type NewSubscription = {
  /** An Active plan */
  planId: string
  /**
   * The customer's name in your system
   * Such as `"customer-42"`.
   */
  customerId: string
  /** The address that pays; mixed letter case must be a right EIP-55 checksum */
  payer: string
  /** The expected start, ISO 8601 with an offset. The past means at once; at most 5 years ahead. */
  startFrom: string | Date
  /** How many charges are allowed at most; 24 where it is left out */
  maxPeriods?: number
  /** `automatic`: it begins once the payer has allowed and has enough. `manual`: only by the call `activate`, after which the first charge is made; on the chain anybody may still make it; "automatic" where it is left out */
  activation?: 'automatic' | 'manual'
  /** Passed along with webhooks */
  metadata?: string | null
}

export type PauseWish = {
  /**
   * When it goes on by itself, at most `pausableUntil`: later is refused with 409, which names that moment. Without it, when somebody resumes it, also where the pause had an end before
   * ISO 8601.
   */
  until?: string | Date
}

/** An amount of one token, paid once. */
export type Payment = {
  /**
   * Payment identifier
   * Such as `"1BwRWHZcSwfzWg9yhKUfzB"`.
   */
  id: string
  status: 'Created' | 'InProgress' | 'Succeeded' | 'Failed' | 'Expired'
  /** The machine's inner state, for people */
  phase: 'Created' | 'Partial' | 'Confirming' | 'Exact' | 'Overpaid' | 'Accepted' | 'ExcessRefunded' | 'Unpaid' | 'Underpaid' | 'Late' | 'Refunded' | 'Cancelled' | 'Funded' | 'FundsRefunded'
  /** Why it is where it is. `TakenBack`: less is seen than was seen before, because the chain took a block back; usually the money comes again by itself */
  reason: PaymentReason | null
  /** What waits for your decision: accept it, or record a refund. `HeldAfterCancel`: you cancelled it, and money is there, from before or after that. `NotSettled`: the money does not move on, see `settlementReason`; it is tried again by itself */
  exception: 'Underpaid' | 'Overpaid' | 'Late' | 'HeldAfterCancel' | 'WrongToken' | 'NotSettled' | null
  /** What is asked for */
  amount: Money
  /** What came and is confirmed */
  paidAmount: Money
  /** What came, confirmed or not */
  seenAmount: Money
  /** What has still to come */
  dueAmount: Money
  /** Confirmed above the price, not given back */
  excessAmount: Money
  /** What you recorded as given back: first of the excess that was there, the rest of the price */
  refundedAmount: Money
  /** What left the deposit address for `receiver`; of a token that keeps a fee, less arrives */
  settledAmount: Money
  settlement: 'None' | 'Waiting' | 'Settled'
  /** Why the money waits */
  settlementReason: SettlementReason | null
  /** Such as `"ltUSDC"`. */
  asset: string
  /** Such as `"LocalTestNet"`. */
  blockchain: string
  /**
   * Where the payer sends the amount
   * Such as `"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"`.
   */
  depositAddress: string
  /**
   * Your address, where the money goes from there
   * Such as `"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"`.
   */
  receiver: string
  /** The newest transfer to the deposit address */
  transactionHash: string | null
  /** Tokens that nobody asked for */
  otherTokens: Array<{
    /**
     * EIP-55 address
     * Such as `"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"`.
     */
    token: string
    /** Its code, where it is a known one */
    asset: string | null
    /** A plain decimal; base units where it is unknown */
    amount: string
  }>
  refunds: Array<{
    amount: Money
    transactionHash: string | null
    note: string | null
  }>
  /** The commands accepted now, each the call of its name, but `recordRefund`, which is `POST …/refunds` */
  actions: string[]
  description: string | null
  /** The metadata as you sent it */
  metadata: string | Record<string, unknown> | null
  /** The page on which the payer pays */
  checkoutUrl: string
  /**
   * ISO 8601, UTC
   * Such as `"2026-01-31T12:00:00.000Z"`.
   */
  expiresAt: string
  /**
   * ISO 8601, UTC
   * Such as `"2026-01-31T12:00:00.000Z"`.
   */
  createdAt: string
}

/** A payment was created; nothing has come yet. */
export type PaymentCreatedEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'PaymentCreated'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  payment: Payment
  /** The status before; `null` for what is new */
  previousStatus: 'Created' | 'InProgress' | 'Succeeded' | 'Failed' | 'Expired' | null
  cause: EventCause
}

/** The status is the same, and something about the money is not: more came, it was confirmed or moved on, or a refund was recorded. */
export type PaymentFundsChangedEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'PaymentFundsChanged'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  payment: Payment
  /** The status before; `null` for what is new */
  previousStatus: 'Created' | 'InProgress' | 'Succeeded' | 'Failed' | 'Expired' | null
  cause: EventCause
}

/** Why a payment stands where it does. New ones may come. */
export type PaymentReason = 'NotPaid' | 'Underpaid' | 'PaidLate' | 'Refunded' | 'CalledOff' | 'AcceptedByMerchant' | 'TakenBack'

/** The payment is in another status than `previousStatus`. */
export type PaymentStatusChangedEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'PaymentStatusChanged'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  payment: Payment
  /** The status before; `null` for what is new */
  previousStatus: 'Created' | 'InProgress' | 'Succeeded' | 'Failed' | 'Expired' | null
  cause: EventCause
}

/** What a subscription costs, and how often. */
export type Plan = {
  /**
   * Plan identifier
   * Such as `"1BwRWHZcSwfzWg9yhKUfzB"`.
   */
  id: string
  /** Name shown to the payer */
  name: string
  /** Text shown to the payer */
  description: string
  status: 'Draft' | 'Active' | 'Archived'
  /**
   * What one period costs, with the asset code
   * Such as `"10 ltUSDC"`.
   */
  amount: string
  /**
   * Asset code of the token
   * Such as `"ltUSDC"`.
   */
  asset: string
  /** Such as `"LocalTestNet"`. */
  blockchain: string
  /** Charge period; whole days */
  periodSeconds: number
  /** How long an unpaid period is waited for before the cancellation; at least a quarter of the period, up to a day, is waited for also where this is less */
  gracePeriodSeconds: number
  tags: string[]
  /**
   * ISO 8601, UTC
   * Such as `"2026-01-31T12:00:00.000Z"`.
   */
  createdAt: string
}

/** A plan was activated, archived or restored. */
export type PlanStatusChangedEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'PlanStatusChanged'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  plan: Plan
  /** The status before; `null` for what is new */
  previousStatus: 'Draft' | 'Active' | 'Archived' | null
  cause: EventCause
}

/** What every answer with a status of 400 and above carries. */
export type Problem = {
  status: number
  code: 'BadRequest' | 'Unauthorized' | 'SessionExpired' | 'SessionRevoked' | 'Forbidden' | 'SecondFactorRequired' | 'TokenMayOnlyLeave' | 'NotFound' | 'CompanyApiKeyNotFound' | 'PlanNotFound' | 'SubscriptionNotFound' | 'CustomerNotFound' | 'PayerNotFound' | 'PaymentNotFound' | 'ChargeNotFound' | 'EventNotFound' | 'MethodNotAllowed' | 'RequestTimeout' | 'CommandNotAllowed' | 'PlanNotActive' | 'MerchantNotReady' | 'TooManyDrafts' | 'WithdrawalUsed' | 'LastOwner' | 'WouldSuspend' | 'NotCancelledOnChain' | 'PermitNotTaken' | 'WebhooksNotSetUp' | 'IdempotencyKeyReused' | 'SignatureUsed' | 'PayloadTooLarge' | 'UriTooLong' | 'UnsupportedMediaType' | 'TooManyRequests' | 'HeadersTooLarge' | 'InternalError' | 'ServiceUnavailable'
  /** What is wrong, and what to do next */
  message: string
  /** The `x-request-id` of the answer: the request log of the dashboard finds it by this */
  requestId: string
  /** With BadRequest: each fault */
  fields?: Array<{
    path: string
    message: string
  }>
  /** With CommandNotAllowed and WithdrawalUsed: the status it is in */
  state?: string
  /** With CommandNotAllowed and WithdrawalUsed: the commands accepted now */
  allowed?: string[]
  /** With CommandNotAllowed of a `switch`: what `when` can be now */
  switchTimes?: string[]
  /** With CommandNotAllowed of a `pause`: the latest moment; null where it cannot be paused before the next charge, and where only the payer can end the pause */
  pausableUntil?: string | null
  /** With MerchantNotReady: what is left of the checklist */
  missing?: string[]
  /** With PermitNotTaken: the reason ([reasons](/docs/guides/reasons)) */
  reason?: string
  /** With Forbidden in the dashboard: your role */
  role?: string
  /** With Forbidden in the dashboard: the right that it lacks */
  right?: string
  /** With SecondFactorRequired: what counts as proof */
  proofs?: string[]
  /** True where it is about the `proof` that the body itself has to carry */
  inCall?: boolean
  /** With Forbidden in the dashboard: the roles that may */
  roles?: string[]
  /** With WouldSuspend: how many need it */
  subscriptions?: number
}

/** The same for those who accept `application/problem+json`: with the fields of RFC 9457. */
export type ProblemDetails = Problem & {
  /** Where the code is explained */
  type: string
  /** The code in words */
  title: string
  /** The same as `message` */
  detail: string
  /** The path that was asked for */
  instance: string
}

export type RangeRedelivery = {
  /** The events that are sent again, at most 100 */
  events: number
  /** Their calls, one for each API key */
  deliveries: number
  /** How many of these calls go out when, as each `Delivery` says it */
  outcomes: {
    Sending: number
    WaitsForEarlierEvent: number
    WaitsForEndpoint: number
  }
  /** Call again with this as `after`, also where no event was found so far; null when the range is done */
  next: number | null
}

export type RevokedCustomerTokens = {
  /** Such as `1`. */
  revoked: number
}

/** Why the money of a payment has not moved on yet. New ones may come. */
export type SettlementReason = 'BelowMinimum' | 'GasTooDear' | 'TokenPaused' | 'DepositBlocked' | 'ReceiverBlocked' | 'DepositEmpty' | 'NoBalance' | 'ReceiverRefuses' | 'TransferFailed' | 'ChainReverted' | 'GasWalletEmpty' | 'GasPriceTooHigh' | 'GasCostAboveLimit' | 'GasBudgetSpent' | 'ChainRefuses' | 'NonceUsed' | 'NotProcessed' | 'RpcUnavailable' | 'NodesDiffer' | 'NodesSilent' | 'ChainNotServed'

/** One plan, one customer, one paying address. */
export type Subscription = {
  /**
   * The charging contract; the payer approves it
   * Such as `"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"`.
   */
  contractAddress: string
  /** Such as `"1BwRWHZcSwfzWg9yhKUfzB"`. */
  planId: string
  /** The merchant's own name for the customer */
  customerId: string
  status: 'Draft' | 'Pending' | 'Active' | 'Suspended' | 'PendingPause' | 'Paused' | 'PendingUnPause' | 'PendingCancel' | 'Cancelled' | 'Finished' | 'Error'
  /** The machine's inner state, for people */
  phase: string
  /** Why it is where it is */
  reason: ChargeReason | null
  /** Whether the next charge will fail unless somebody acts, or has failed already. Before it is tried there is no reason yet: the payer allows too little for it */
  atRisk: boolean
  /**
   * The commands accepted now, each the call of its name, but: `pauseUntil` is `pause` with `until`, `cancelAtPeriodEnd` is `cancel` with `PaidPeriodEnd`, and `switch` comes with its `switchTimes`. What is asked for and is so already, as by a second `cancel`, is not listed, and answered 200 all the same. In a pause that is to end by itself, `pause` without `until` takes its end away
   * Such as `["activate","cancel"]`.
   */
  actions: string[]
  /**
   * At which `when` it can be left for another plan, by `switch`; empty where it cannot: a draft, or replaced already. After its end each of them begins the new one, once what is paid for has run out or, with `KeepBoth`, at once
   * Such as `["PaidPeriodEnd","Now","KeepBoth"]`.
   */
  switchTimes: Array<'PaidPeriodEnd' | 'Now' | 'KeepBoth'>
  /** Such as `"ltUSDC"`. */
  asset: string
  /** Such as `"LocalTestNet"`. */
  blockchain: string
  /**
   * What one period costs
   * Such as `"10 ltUSDC"`.
   */
  amount: string
  /**
   * What the payer allows the contract to take
   * Such as `"10 ltUSDC"`.
   */
  allowance: string
  /**
   * EIP-55 address
   * Such as `"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"`.
   */
  payer: string
  /**
   * The expected start
   * ISO 8601.
   * Such as `"2026-01-31T12:00:00.000Z"`.
   */
  startFrom: string
  /**
   * When the next charge is due by the schedule: also the end of the time that is paid for. It keeps a moment where nothing will be taken any more; see `willChargeAt`
   * ISO 8601.
   * Such as `"2026-01-31T12:00:00.000Z"`.
   */
  nextChargeAt: string
  /** When money will be taken next if nobody does anything: past where that is being tried, and null where nothing will be taken: a draft, paused, being ended, ended, after the last charge, or waiting for the one that it replaces. A draft whose `reason` is `InsufficientBalance` is approved, and begins by itself as soon as the payer has the amount */
  willChargeAt: string | null
  /** Until when an overdue or suspended subscription can be saved; it ends then. The last attempt of an overdue one begins ten minutes before. Null where nothing is late */
  lapsesAt: string | null
  /** When it ends, where that is decided: with the time that is paid for, after a cancellation at its end or at once, or after the last charge. Null where it goes on, and where nothing paid for is left */
  endsAt: string | null
  /** When a pause ends by itself; null where nobody said so, and outside a pause */
  resumesAt: string | null
  /** Until when a pause by you or on the page can be undone by you or on the page, before it begins and while it lasts: resume it by then, or let it end by itself. That is a quarter of the grace, and at most six hours, before the grace of the next charge is over, from when on the contract lets nobody but the payer resume, as `OnlyPayerMayResume` then says. A pause earlier in the period does not move it, so that it can be near, or over: then it cannot be paused before the next charge. Null where it cannot be paused, and where only the payer can end the pause */
  pausableUntil: string | null
  /** The subscription whose place it takes: that one ends once this one is approved */
  replaces: string | null
  /** The subscription that takes its place, once the payer has approved that one */
  replacedBy: string | null
  /** When the payer’s approval put it in force: a withdrawal is counted from it. Null where nothing was agreed yet */
  agreedAt: string | null
  /** Until when the payer may withdraw from the contract: counted from the approval, by the setting of the merchant when it was created. Null where there is no such right, nothing was agreed yet, or the customer or payer has withdrawn from the same plan; a webhook says it as if there were no other subscription */
  withdrawUntil: string | null
  /** When the payer withdrew: what was taken has to be returned, by the merchant */
  withdrawnAt: string | null
  /** What the payer said about leaving; null where nothing was said */
  cancellationDetails: CancellationDetails | null
  maxPeriods: number
  chargesMade: number
  /** Your choice at creation */
  activation: 'automatic' | 'manual'
  /** Your text from the creation */
  metadata: string | null
  /**
   * ISO 8601, UTC
   * Such as `"2026-01-31T12:00:00.000Z"`.
   */
  createdAt: string
}

/** The payer allowed the contract more, or less. What a charge uses up is not told. */
export type SubscriptionAllowanceChangedEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'SubscriptionAllowanceChanged'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  subscription: Subscription
  /** The status before; `null` for what is new */
  previousStatus: 'Draft' | 'Pending' | 'Active' | 'Suspended' | 'PendingPause' | 'Paused' | 'PendingUnPause' | 'PendingCancel' | 'Cancelled' | 'Finished' | 'Error' | null
  cause: EventCause
}

/** The next charge will fail unless the payer does something: it comes within seven days, and the allowance does not cover it. */
export type SubscriptionAtRiskEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'SubscriptionAtRisk'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  subscription: Subscription
  /** The status before; `null` for what is new */
  previousStatus: 'Draft' | 'Pending' | 'Active' | 'Suspended' | 'PendingPause' | 'Paused' | 'PendingUnPause' | 'PendingCancel' | 'Cancelled' | 'Finished' | 'Error' | null
  cause: EventCause
}

/** A period is due and its charge was opened. */
export type SubscriptionChargeCreatedEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'SubscriptionChargeCreated'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  charge: Charge
  /** The status before; `null` for what is new */
  previousStatus: 'Pending' | 'Succeeded' | 'Retrying' | 'Failed' | 'Cancelled' | null
  cause: EventCause
}

/** The charge is in another status than `previousStatus`. */
export type SubscriptionChargeStatusChangedEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'SubscriptionChargeStatusChanged'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  charge: Charge
  /** The status before; `null` for what is new */
  previousStatus: 'Pending' | 'Succeeded' | 'Retrying' | 'Failed' | 'Cancelled' | null
  cause: EventCause
}

/** A subscription was created as a Draft; the payer has still to allow its contract. */
export type SubscriptionCreatedEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'SubscriptionCreated'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  subscription: Subscription
  /** The status before; `null` for what is new */
  previousStatus: 'Draft' | 'Pending' | 'Active' | 'Suspended' | 'PendingPause' | 'Paused' | 'PendingUnPause' | 'PendingCancel' | 'Cancelled' | 'Finished' | 'Error' | null
  cause: EventCause
}

/** The payer said why the subscription ends, or said it anew: see `cancellationDetails`. */
export type SubscriptionFeedbackGivenEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'SubscriptionFeedbackGiven'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  subscription: Subscription
  /** The status before; `null` for what is new */
  previousStatus: 'Draft' | 'Pending' | 'Active' | 'Suspended' | 'PendingPause' | 'Paused' | 'PendingUnPause' | 'PendingCancel' | 'Cancelled' | 'Finished' | 'Error' | null
  cause: EventCause
}

/** A late charge will soon be too late for good: at `lapsesAt` the subscription ends. `reason` says what is in the way. */
export type SubscriptionLapsingEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'SubscriptionLapsing'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  subscription: Subscription
  /** The status before; `null` for what is new */
  previousStatus: 'Draft' | 'Pending' | 'Active' | 'Suspended' | 'PendingPause' | 'Paused' | 'PendingUnPause' | 'PendingCancel' | 'Cancelled' | 'Finished' | 'Error' | null
  cause: EventCause
}

/** A pause without an end has lasted so long that soon only the payer’s own wallet can end it: resume it by `pausableUntil`. */
export type SubscriptionResumeDueEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'SubscriptionResumeDue'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  subscription: Subscription
  /** The status before; `null` for what is new */
  previousStatus: 'Draft' | 'Pending' | 'Active' | 'Suspended' | 'PendingPause' | 'Paused' | 'PendingUnPause' | 'PendingCancel' | 'Cancelled' | 'Finished' | 'Error' | null
  cause: EventCause
}

/** Somebody planned its end or the end of its pause, or took that back: see `endsAt` and `resumesAt`. Or, with the reason `OnlyPayerMayResume`, neither you nor the page can end the pause any more. The status is the same. */
export type SubscriptionScheduleChangedEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'SubscriptionScheduleChanged'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  subscription: Subscription
  /** The status before; `null` for what is new */
  previousStatus: 'Draft' | 'Pending' | 'Active' | 'Suspended' | 'PendingPause' | 'Paused' | 'PendingUnPause' | 'PendingCancel' | 'Cancelled' | 'Finished' | 'Error' | null
  cause: EventCause
}

export type SubscriptionStatus = {
  status: 'Draft' | 'Pending' | 'Active' | 'Suspended' | 'PendingPause' | 'Paused' | 'PendingUnPause' | 'PendingCancel' | 'Cancelled' | 'Finished' | 'Error'
  /** Such as `"24 ltUSDC"`. */
  allowance: string
}

/** The subscription is in another status than `previousStatus`. */
export type SubscriptionStatusChangedEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'SubscriptionStatusChanged'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  subscription: Subscription
  /** The status before; `null` for what is new */
  previousStatus: 'Draft' | 'Pending' | 'Active' | 'Suspended' | 'PendingPause' | 'Paused' | 'PendingUnPause' | 'PendingCancel' | 'Cancelled' | 'Finished' | 'Error' | null
  cause: EventCause
}

/** The payer made use of the right to withdraw: you owe the payer what was taken. `withdrawnAt` is the moment of the declaration. */
export type SubscriptionWithdrawnEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'SubscriptionWithdrawn'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  subscription: Subscription
  /** The status before; `null` for what is new */
  previousStatus: 'Draft' | 'Pending' | 'Active' | 'Suspended' | 'PendingPause' | 'Paused' | 'PendingUnPause' | 'PendingCancel' | 'Cancelled' | 'Finished' | 'Error' | null
  cause: EventCause
}

export type SwitchWish = {
  /** An Active plan */
  planId: string
  /** `PaidPeriodEnd`: the old subscription ends with the time that is paid for, and the new one begins then, so that no time is paid for twice. `Now`: the old one ends for good as soon as the payer has approved the new one, which still begins with the end of the time that is paid for; a paused one loses what it had left. `KeepBoth`: the old one goes on, and the new one begins at once; "PaidPeriodEnd" where it is left out */
  when?: 'PaidPeriodEnd' | 'Now' | 'KeepBoth'
  /** How many charges are allowed at most; 24 where it is left out */
  maxPeriods?: number
}

/** Where webhooks go, and how it does. */
export type WebhookEndpoint = {
  /** Null where there is none */
  url: string | null
  updatedAt: string | null
  /** The worst of its keys */
  status: 'NotSet' | 'Answering' | 'Failing' | 'Down'
  /** The deliveries that have still to arrive, of all keys */
  waiting: number
  keys: EndpointUnderKey[]
}

/** What a test event carries. */
export type WebhookTest = {
  /** Such as `"1BwRWHZcSwfzWg9yhKUfzB"`. */
  id: string
  /** Such as `"This is a test. Nothing happened."`. */
  message: string
}

/** Somebody asked for a test. Nothing happened. */
export type WebhookTestEvent = {
  /** The same in every repetition: the key to notice one */
  eventId: string
  eventType: 'WebhookTest'
  /**
   * When it happened
   * ISO 8601.
   */
  eventTs: string
  /** Its place in the event log: 1, 2, 3 … */
  logNumber: number
  /** Counts per resource, without holes */
  sequence: number
  test: WebhookTest
  /** The status before; `null` for what is new */
  previousStatus: string | null
  cause: EventCause
}

export type ListPaymentsQuery = {
  statusIn?: Array<'Created' | 'InProgress' | 'Succeeded' | 'Failed' | 'Expired'>
  exceptionIn?: Array<'Underpaid' | 'Overpaid' | 'Late' | 'HeldAfterCancel' | 'WrongToken' | 'NotSettled'>
  /** Your own reference: the text that `metadata` is, or, as a JSON object, members that it has, such as `{"order":4711}` */
  metadata?: string
  /**
   * Created at this moment or later
   * ISO 8601.
   */
  createdFrom?: string | Date
  /**
   * Created before this moment
   * ISO 8601.
   */
  createdTo?: string | Date
  /** Default: 50. */
  limit?: number
  /**
   * How many to leave out; `after` leads further than the most
   * Default: 0.
   */
  offset?: number
  /** `page.next` of the page before: what comes after it, however far into the list, and with nothing twice and nothing left out while the list grows. It holds for the same filter */
  after?: string
  /** `page.previous` of the page behind: what comes just before it, in the order of the list */
  before?: string
  /**
   * Whether `page.total` says how many match; counting them costs as much as reading that far
   * Default: false.
   */
  withTotal?: boolean
}

export type ListPlansQuery = {
  statusIn?: Array<'Draft' | 'Active' | 'Archived'>
  /** Default: 50. */
  limit?: number
  /**
   * How many to leave out; `after` leads further than the most
   * Default: 0.
   */
  offset?: number
  /** `page.next` of the page before: what comes after it, however far into the list, and with nothing twice and nothing left out while the list grows. It holds for the same filter */
  after?: string
  /** `page.previous` of the page behind: what comes just before it, in the order of the list */
  before?: string
  /**
   * Whether `page.total` says how many match; counting them costs as much as reading that far
   * Default: false.
   */
  withTotal?: boolean
}

export type GetCustomerQuery = {
  plan?: string
}

export type ListCustomersQuery = {
  /** Default: 50. */
  limit?: number
  /**
   * How many to leave out; `after` leads further than the most
   * Default: 0.
   */
  offset?: number
  /** `page.next` of the page before: what comes after it, however far into the list, and with nothing twice and nothing left out while the list grows. It holds for the same filter */
  after?: string
  /** `page.previous` of the page behind: what comes just before it, in the order of the list */
  before?: string
  /**
   * Whether `page.total` says how many match; counting them costs as much as reading that far
   * Default: false.
   */
  withTotal?: boolean
}

export type ListSubscriptionsQuery = {
  /** Only this plan */
  planId?: string
  /** Only this customer, by the name that you gave it */
  customerId?: string
  /** Such as `"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"`. */
  payer?: string
  statusIn?: Array<'Draft' | 'Pending' | 'Active' | 'Suspended' | 'PendingPause' | 'Paused' | 'PendingUnPause' | 'PendingCancel' | 'Cancelled' | 'Finished' | 'Error'>
  /** Your own reference: `metadata` is exactly this text */
  metadata?: string
  /**
   * Created at this moment or later
   * ISO 8601.
   */
  createdFrom?: string | Date
  /**
   * Created before this moment
   * ISO 8601.
   */
  createdTo?: string | Date
  /** Default: 50. */
  limit?: number
  /**
   * How many to leave out; `after` leads further than the most
   * Default: 0.
   */
  offset?: number
  /** `page.next` of the page before: what comes after it, however far into the list, and with nothing twice and nothing left out while the list grows. It holds for the same filter */
  after?: string
  /** `page.previous` of the page behind: what comes just before it, in the order of the list */
  before?: string
  /**
   * Whether `page.total` says how many match; counting them costs as much as reading that far
   * Default: false.
   */
  withTotal?: boolean
}

export type GetSubscriptionAnswer = {
  /**
   * The charging contract; the payer approves it
   * Such as `"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"`.
   */
  contractAddress: string
  /** Such as `"1BwRWHZcSwfzWg9yhKUfzB"`. */
  planId: string
  /** The merchant's own name for the customer */
  customerId: string
  status: 'Draft' | 'Pending' | 'Active' | 'Suspended' | 'PendingPause' | 'Paused' | 'PendingUnPause' | 'PendingCancel' | 'Cancelled' | 'Finished' | 'Error'
  /** The machine's inner state, for people */
  phase: string
  /** Why it is where it is */
  reason: ChargeReason | null
  /** Whether the next charge will fail unless somebody acts, or has failed already. Before it is tried there is no reason yet: the payer allows too little for it */
  atRisk: boolean
  /**
   * The commands accepted now, each the call of its name, but: `pauseUntil` is `pause` with `until`, `cancelAtPeriodEnd` is `cancel` with `PaidPeriodEnd`, and `switch` comes with its `switchTimes`. What is asked for and is so already, as by a second `cancel`, is not listed, and answered 200 all the same. In a pause that is to end by itself, `pause` without `until` takes its end away
   * Such as `["activate","cancel"]`.
   */
  actions: string[]
  /**
   * At which `when` it can be left for another plan, by `switch`; empty where it cannot: a draft, or replaced already. After its end each of them begins the new one, once what is paid for has run out or, with `KeepBoth`, at once
   * Such as `["PaidPeriodEnd","Now","KeepBoth"]`.
   */
  switchTimes: Array<'PaidPeriodEnd' | 'Now' | 'KeepBoth'>
  /** Such as `"ltUSDC"`. */
  asset: string
  /** Such as `"LocalTestNet"`. */
  blockchain: string
  /**
   * What one period costs
   * Such as `"10 ltUSDC"`.
   */
  amount: string
  /**
   * What the payer allows the contract to take
   * Such as `"10 ltUSDC"`.
   */
  allowance: string
  /**
   * EIP-55 address
   * Such as `"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"`.
   */
  payer: string
  /**
   * The expected start
   * ISO 8601.
   * Such as `"2026-01-31T12:00:00.000Z"`.
   */
  startFrom: string
  /**
   * When the next charge is due by the schedule: also the end of the time that is paid for. It keeps a moment where nothing will be taken any more; see `willChargeAt`
   * ISO 8601.
   * Such as `"2026-01-31T12:00:00.000Z"`.
   */
  nextChargeAt: string
  /** When money will be taken next if nobody does anything: past where that is being tried, and null where nothing will be taken: a draft, paused, being ended, ended, after the last charge, or waiting for the one that it replaces. A draft whose `reason` is `InsufficientBalance` is approved, and begins by itself as soon as the payer has the amount */
  willChargeAt: string | null
  /** Until when an overdue or suspended subscription can be saved; it ends then. The last attempt of an overdue one begins ten minutes before. Null where nothing is late */
  lapsesAt: string | null
  /** When it ends, where that is decided: with the time that is paid for, after a cancellation at its end or at once, or after the last charge. Null where it goes on, and where nothing paid for is left */
  endsAt: string | null
  /** When a pause ends by itself; null where nobody said so, and outside a pause */
  resumesAt: string | null
  /** Until when a pause by you or on the page can be undone by you or on the page, before it begins and while it lasts: resume it by then, or let it end by itself. That is a quarter of the grace, and at most six hours, before the grace of the next charge is over, from when on the contract lets nobody but the payer resume, as `OnlyPayerMayResume` then says. A pause earlier in the period does not move it, so that it can be near, or over: then it cannot be paused before the next charge. Null where it cannot be paused, and where only the payer can end the pause */
  pausableUntil: string | null
  /** The subscription whose place it takes: that one ends once this one is approved */
  replaces: string | null
  /** The subscription that takes its place, once the payer has approved that one */
  replacedBy: string | null
  /** When the payer’s approval put it in force: a withdrawal is counted from it. Null where nothing was agreed yet */
  agreedAt: string | null
  /** Until when the payer may withdraw from the contract: counted from the approval, by the setting of the merchant when it was created. Null where there is no such right, nothing was agreed yet, or the customer or payer has withdrawn from the same plan; a webhook says it as if there were no other subscription */
  withdrawUntil: string | null
  /** When the payer withdrew: what was taken has to be returned, by the merchant */
  withdrawnAt: string | null
  /** What the payer said about leaving; null where nothing was said */
  cancellationDetails: CancellationDetails | null
  maxPeriods: number
  chargesMade: number
  /** Your choice at creation */
  activation: 'automatic' | 'manual'
  /** Your text from the creation */
  metadata: string | null
  /**
   * ISO 8601, UTC
   * Such as `"2026-01-31T12:00:00.000Z"`.
   */
  createdAt: string
  charges: Charge[]
}

export type ListChargesQuery = {
  /** Default: 50. */
  limit?: number
  /**
   * How many to leave out; `after` leads further than the most
   * Default: 0.
   */
  offset?: number
  /** `page.next` of the page before: what comes after it, however far into the list, and with nothing twice and nothing left out while the list grows. It holds for the same filter */
  after?: string
  /** `page.previous` of the page behind: what comes just before it, in the order of the list */
  before?: string
  /**
   * Whether `page.total` says how many match; counting them costs as much as reading that far
   * Default: false.
   */
  withTotal?: boolean
}

export type ListAllChargesQuery = {
  /** Only this plan */
  planId?: string
  /** Only this customer, by the name that you gave it */
  customerId?: string
  /**
   * Only this subscription
   * Such as `"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"`.
   */
  contractAddress?: string
  statusIn?: Array<'Pending' | 'Succeeded' | 'Retrying' | 'Failed' | 'Cancelled'>
  /** Your own reference: `metadata` is exactly this text */
  metadata?: string
  /**
   * With a `chargeDate` at this moment or later
   * ISO 8601.
   */
  chargeDateFrom?: string | Date
  /**
   * With a `chargeDate` before this moment
   * ISO 8601.
   */
  chargeDateTo?: string | Date
  /** Default: 50. */
  limit?: number
  /**
   * How many to leave out; `after` leads further than the most
   * Default: 0.
   */
  offset?: number
  /** `page.next` of the page before: what comes after it, however far into the list, and with nothing twice and nothing left out while the list grows. It holds for the same filter */
  after?: string
  /** `page.previous` of the page behind: what comes just before it, in the order of the list */
  before?: string
  /**
   * Whether `page.total` says how many match; counting them costs as much as reading that far
   * Default: false.
   */
  withTotal?: boolean
}

export type ListEventsQuery = {
  /**
   * Where to begin: behind this log number, behind this event, or with the first event of this moment or later
   * Such as `42`, `"1ChG2Tpo5QeqnqwdKHjpiQ"`, `"2026-01-31T12:00:00Z"`.
   */
  after?: number | string
  /** Default: 50. */
  limit?: number
  eventTypeIn?: Array<'PaymentCreated' | 'PaymentStatusChanged' | 'PaymentFundsChanged' | 'SubscriptionCreated' | 'SubscriptionStatusChanged' | 'SubscriptionChargeCreated' | 'SubscriptionChargeStatusChanged' | 'SubscriptionAllowanceChanged' | 'SubscriptionAtRisk' | 'SubscriptionLapsing' | 'SubscriptionScheduleChanged' | 'SubscriptionResumeDue' | 'SubscriptionWithdrawn' | 'SubscriptionFeedbackGiven' | 'PlanStatusChanged' | 'CustomerAccessChanged' | 'GasWalletLow' | 'GasWalletRefilled' | 'EventLogRestored' | 'WebhookTest'>
  /** About this payment, subscription, charge or plan */
  resourceId?: string
  /**
   * About this subscription or one of its charges
   * Such as `"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"`.
   */
  contractAddress?: string
  /** Only this customer, by the name that you gave it */
  customerId?: string
  /** Only this plan */
  planId?: string
  /**
   * Before this moment
   * ISO 8601.
   */
  before?: string | Date
}

export type RedeliverEventAnswer = {
  eventId: string
  deliveries: Delivery[]
}

export type ReadTestClockAnswer = {
  /**
   * ISO 8601, UTC
   * Such as `"2026-01-31T12:00:00.000Z"`.
   */
  now: string
}

export type AdvanceTestClockAnswer = {
  /**
   * ISO 8601, UTC
   * Such as `"2026-01-31T12:00:00.000Z"`.
   */
  now: string
  settled: boolean
  /**
   * ISO 8601, UTC
   * Such as `"2026-01-31T12:00:00.000Z"`.
   */
  stoppedAt?: string
  /** What did not settle, and what to do */
  reason?: string
  /** How much of what did not settle */
  pending?: Record<string, number>
}

/** The calls of the API, by what they are about. */
export type Groups = {
  payments: {
    /**
     * Create a payment.
     * Next, send the payer to `checkoutUrl`, or show `amount` and `depositAddress` yourself: whatever reaches that address can only go on to `receiver`.
     * @throws {MerchantNotReadyError} The setup checklist is not finished. Merchants are told by `missing` what is left, their customers are not.
     */
    create(body: NewPayment, options?: CallOptions): Promise<Payment>
    /**
     * List payments.
     * The newest comes first. `exceptionIn` finds those that wait for your decision, `metadata` those of your own order.
     */
    list(query?: ListPaymentsQuery, options?: CallOptions): List<Payment, ListPage>
    /**
     * Read one payment.
     * The payment as it is now.
     * @throws {PaymentNotFoundError} You have no payment with this id on this network.
     */
    get(id: string, options?: CallOptions): Promise<Payment>
    /**
     * Accept what came.
     * Takes what came for the price: a part while the rest is still due, too little, too late, too much, or although it was cancelled. The payment is `Succeeded` then, and what comes later is too much. Everything that was seen must be confirmed.
     * @throws {PaymentNotFoundError} You have no payment with this id on this network.
     * @throws {CommandNotAllowedError} The current `state` does not allow this command; `allowed` names those it does.
     */
    accept(id: string, options?: CallOptions): Promise<Payment>
    /**
     * Cancel a payment.
     * Before the whole amount came. A part that is there waits for you, as `exception` `HeldAfterCancel`: give it back and record that, or accept it after all. The address is watched on, and so is what comes later. A payment that is cancelled already stays so: 200.
     * @throws {PaymentNotFoundError} You have no payment with this id on this network.
     * @throws {CommandNotAllowedError} The current `state` does not allow this command; `allowed` names those it does.
     */
    cancel(id: string, options?: CallOptions): Promise<Payment>
    /**
     * Move the money on now.
     * Sends everything at the deposit address to `receiver`, tokens that nobody asked for too, paid from your gas wallet. Usually it happens by itself; this is for what was held back.
     * @throws {PaymentNotFoundError} You have no payment with this id on this network.
     * @throws {CommandNotAllowedError} The current `state` does not allow this command; `allowed` names those it does.
     */
    sweep(id: string, options?: CallOptions): Promise<Payment>
  }
  deposits: {
    /**
     * List what came for a payment.
     * Transfer by transfer, as far as the chain still holds it. The newest comes first.
     * @throws {PaymentNotFoundError} You have no payment with this id on this network.
     */
    list(id: string, options?: CallOptions): Promise<Deposit[]>
  }
  refunds: {
    /**
     * Record a refund made by hand.
     * Says that you gave money back; this moves none. The command is called `recordRefund` among the `actions` of a payment. It gives back the excess that is there first, and then the price. A payment keeps at most 50 refunds.
     * @throws {PaymentNotFoundError} You have no payment with this id on this network.
     * @throws {CommandNotAllowedError} The current `state` does not allow this command; `allowed` names those it does.
     */
    record(id: string, body: NewRefund, options?: CallOptions): Promise<Payment>
  }
  plans: {
    /**
     * List plans.
     * Plans are created in the dashboard; the newest comes first. Without `statusIn`: all of them.
     */
    list(query?: ListPlansQuery, options?: CallOptions): List<Plan, ListPage>
    /**
     * Read one plan.
     * The plan as it is now.
     * @throws {PlanNotFoundError} You have no plan with this id on this network.
     */
    get(id: string, options?: CallOptions): Promise<Plan>
  }
  customers: {
    /**
     * Ask whether a customer may use the product.
     * Now, until when, and why not. Access is there while one subscription of the customer grants it: its period is paid, or late and within its grace. `CustomerAccessChanged` tells when it begins and ends. With `plan`, only the subscriptions to that plan count.
     * @throws {CustomerNotFoundError} No subscription on this network has this customer id.
     */
    get(customerId: string, query?: GetCustomerQuery, options?: CallOptions): Promise<CustomerAccess>
    /**
     * List customers.
     * Known by their subscriptions; the one with the latest comes first.
     */
    list(query?: ListCustomersQuery, options?: CallOptions): List<CustomerSummary, ListPage>
  }
  subscriptions: {
    /**
     * Create a subscription.
     * Next, the payer approves `contractAddress` as spender of the token; then activate the subscription.
     * @throws {PlanNotFoundError} You have no plan with this id on this network.
     * @throws {PlanNotActiveError} Subscriptions can only be created on an Active plan.
     * @throws {MerchantNotReadyError} The setup checklist is not finished. Merchants are told by `missing` what is left, their customers are not.
     */
    create(body: NewSubscription, options?: CallOptions): Promise<Subscription>
    /**
     * List subscriptions.
     * The newest comes first.
     */
    list(query?: ListSubscriptionsQuery, options?: CallOptions): List<Subscription, ListPage>
    /**
     * Read one subscription and its charges.
     * The subscription; of its charges the newest 1000, the newest first.
     * @throws {SubscriptionNotFoundError} You have no such subscription on this network.
     */
    get(contractAddress: string, options?: CallOptions): Promise<GetSubscriptionAnswer>
    /**
     * List the charges of a subscription.
     * The newest comes first.
     * @throws {SubscriptionNotFoundError} You have no such subscription on this network.
     */
    listCharges(contractAddress: string, query?: ListChargesQuery, options?: CallOptions): List<Charge, ListPage>
    /**
     * Activate a subscription.
     * Answers once allowance and balance have been looked at: `Pending` or `Active`, or still `Draft` with the `reason` `InsufficientAllowance`, `AllowanceRevoked` (the payer took it back) or `InsufficientBalance`. Activating what is active already changes nothing, but where a charge is overdue: then the payer’s money is looked at, and with enough of it the charge is tried at once.
     * @throws {SubscriptionNotFoundError} You have no such subscription on this network.
     * @throws {CommandNotAllowedError} The current `state` does not allow this command; `allowed` names those it does.
     */
    activate(contractAddress: string, options?: CallOptions): Promise<Subscription>
    /**
     * Pause a subscription.
     * Freezes the contract on the chain: `PendingPause`, then `Paused`. Time left is kept, and so is what is overdue. With `until` it goes on by itself; in a pause, another `until` moves its end, and none takes the end from it. You and the page can resume it until `pausableUntil`, which every answer and webhook names while it lasts: soon after that only the payer’s own wallet can, and none is begun. `SubscriptionResumeDue` reminds you, three days before, or with a third of the time left.
     * @throws {SubscriptionNotFoundError} You have no such subscription on this network.
     * @throws {CommandNotAllowedError} The current `state` does not allow this command; `allowed` names those it does.
     */
    pause(contractAddress: string, body?: PauseWish, options?: CallOptions): Promise<Subscription>
    /**
     * Resume a paused subscription.
     * Unfreezes the contract on the chain: `PendingUnPause`, then `Active`. To be done by `pausableUntil`: soon after it only the payer’s own wallet can, and this is refused, with the `reason` `OnlyPayerMayResume` on the subscription.
     * @throws {SubscriptionNotFoundError} You have no such subscription on this network.
     * @throws {CommandNotAllowedError} The current `state` does not allow this command; `allowed` names those it does.
     */
    unpause(contractAddress: string, options?: CallOptions): Promise<Subscription>
    /**
     * Cancel a subscription.
     * Ends the contract on the chain for good: `PendingCancel`, then `Cancelled`; what is paid for runs on. Or, with `PaidPeriodEnd`, leaves it `Active` in the phase `Ending`, from which `uncancel` brings it back.
     * @throws {SubscriptionNotFoundError} You have no such subscription on this network.
     * @throws {CommandNotAllowedError} The current `state` does not allow this command; `allowed` names those it does.
     */
    cancel(contractAddress: string, body?: CancelWish, options?: CallOptions): Promise<Subscription>
    /**
     * Take a planned cancellation back.
     * For a subscription that was cancelled with `PaidPeriodEnd`, until shortly before `endsAt`, and where no other one replaces it.
     * @throws {SubscriptionNotFoundError} You have no such subscription on this network.
     * @throws {CommandNotAllowedError} The current `state` does not allow this command; `allowed` names those it does.
     */
    uncancel(contractAddress: string, options?: CallOptions): Promise<Subscription>
    /**
     * Switch to another plan.
     * Creates a subscription of the same customer and payer, with the old one’s `metadata`. The payer approves its `contractAddress`, as of any new one; only then is the old one told to end. The same switch again, while that Draft is not approved, answers with it. `switchTimes` of the subscription, and of a 409, names what `when` can be; one that has ended can be left as well: that is to subscribe again.
     * @throws {SubscriptionNotFoundError} You have no such subscription on this network.
     * @throws {PlanNotFoundError} You have no plan with this id on this network.
     * @throws {PlanNotActiveError} Subscriptions can only be created on an Active plan.
     * @throws {MerchantNotReadyError} The setup checklist is not finished. Merchants are told by `missing` what is left, their customers are not.
     * @throws {CommandNotAllowedError} The current `state` does not allow this command; `allowed` names those it does.
     */
    switch(contractAddress: string, body: SwitchWish, options?: CallOptions): Promise<Subscription>
    /**
     * Withdraw from a subscription.
     * For a payer who declared it to you, until `withdrawUntil`: it ends at once, as `Withdrawn`, and you owe the payer what was taken. Once for a plan, by a customer and by a payer.
     * @throws {SubscriptionNotFoundError} You have no such subscription on this network.
     * @throws {CommandNotAllowedError} The current `state` does not allow this command; `allowed` names those it does.
     * @throws {WithdrawalUsedError} The right to withdraw is granted once for a plan, and this customer or payer has used it; cancel instead.
     */
    withdraw(contractAddress: string, options?: CallOptions): Promise<Subscription>
    /**
     * Hint that something happened on the chain.
     * A hint is never believed, only checked: the chain is looked at now. The answer does not wait for the look.
     */
    hintUpdateState(body: ChainHint, options?: CallOptions): Promise<HintAccepted>
  }
  customerTokens: {
    /**
     * Create a session token for a customer.
     * Opens the pages on which this one customer sees and manages subscriptions. Whoever holds it is that customer, so send it to nobody else. Every call gives a different one. The customer subscribes at `{widget}/?plan={planId}&session={token}`, and sees, pauses and ends it at `{manage}/?session={token}`: by default `{widget}` is the address of this service and `{manage}` is `/manage` of it; Settings › Integration of the dashboard shows both addresses in full. What else they take: [widget](/docs/guides/widget), [manage page](/docs/guides/manage-page).
     */
    create(body: NewCustomerToken, options?: CallOptions): Promise<CustomerToken>
    /**
     * Revoke the session tokens of a customer.
     * All of them, from now on: for a customer who signs out, leaves, or passed a link on. What the customer has subscribed to stays as it is, and new tokens can be created at once.
     */
    revokeMany(body: CustomerTokenRevocation, options?: CallOptions): Promise<RevokedCustomerTokens>
  }
  leavingProofs: {
    /**
     * Read the proof of leaving.
     * A dated statement that the contract is cancelled on its chain, and what its allowance is, signed (EIP-712) by the operator of the contract’s own terms: it can be checked without the service.
     * @throws {SubscriptionNotFoundError} You have no such subscription on this network.
     * @throws {NotCancelledOnChainError} There is no proof of leaving: the contract is not cancelled on its chain.
     */
    get(contractAddress: string, options?: CallOptions): Promise<LeavingProof>
  }
  charges: {
    /**
     * List the charges of all subscriptions.
     * The newest comes first. With `withTotal=true` also how many match, and their sums.
     */
    list(query?: ListAllChargesQuery, options?: CallOptions): List<Charge, ListPage>
    /**
     * Read one charge.
     * The charge as it is now.
     * @throws {ChargeNotFoundError} You have no charge with this id on this network.
     */
    get(id: string, options?: CallOptions): Promise<Charge>
  }
  assets: {
    /**
     * List assets.
     * Every token of this network, whether you take it or not. With `address`, `decimals` and `chainId` a page asks the payer’s wallet to approve the `contractAddress` of a subscription.
     */
    list(options?: CallOptions): Promise<Asset[]>
  }
  chains: {
    /**
     * List chains.
     * The chains of this network that are served now.
     */
    list(options?: CallOptions): Promise<Blockchain[]>
  }
  gasWallets: {
    /**
     * List gas wallets.
     * What pays for your charges and for moving payments on, and how long it lasts. `GasWalletLow` tells you before it is too late.
     */
    list(options?: CallOptions): Promise<GasWallet[]>
  }
  events: {
    /**
     * Read the event log.
     * Events are numbered 1, 2, 3 … for each merchant and network, without holes: `logNumber`; after a restore of the service they go on behind a gap, which an `EventLogRestored` tells of, and a log whose first months are kept elsewhere begins later, which `page.keptFrom` tells of. Read on with `after` set to the `page.next` of the last answer, or to the `logNumber` or `eventId` of the last event that you have dealt with. Filters leave events out; their numbers stay.
     * @throws {EventNotFoundError} You have no event with this id on this network.
     */
    list(query?: ListEventsQuery, options?: CallOptions): List<Event, EventPage>
    /**
     * Read one event.
     * The event, the same body as its webhook.
     * @throws {EventNotFoundError} You have no event with this id on this network.
     */
    get(eventId: string, options?: CallOptions): Promise<Event>
    /**
     * Send the webhook of an event again.
     * The same body and `eventId`, to the endpoint of now and under every API key of now, also where there were others when it happened, or none. Each delivery says what will happen to it.
     * @throws {EventNotFoundError} You have no event with this id on this network.
     * @throws {WebhooksNotSetUpError} There is no webhook endpoint, or no API key to sign with; `missing` names which.
     */
    redeliver(eventId: string, options?: CallOptions): Promise<RedeliverEventAnswer>
    /**
     * Send the webhooks of many events again.
     * The events of a range of the log, what has not arrived, or what has one status: `{"after": "2027-01-31T10:00:00Z", "undelivered": true}` sends again everything since then that has not arrived. Up to 100 events for each call; go on with `after` set to `next`.
     * @throws {EventNotFoundError} You have no event with this id on this network.
     * @throws {WebhooksNotSetUpError} There is no webhook endpoint, or no API key to sign with; `missing` names which.
     */
    redeliverMany(body?: EventRange, options?: CallOptions): Promise<RangeRedelivery>
  }
  webhookEndpoints: {
    /**
     * Read where webhooks go, and whether they arrive.
     * The endpoint of this network, under each API key.
     */
    get(options?: CallOptions): Promise<WebhookEndpoint>
  }
  subscriptionStatus: {
    /**
     * Read status and allowance.
     * The allowance is what the chain says now, or said last where it does not answer.
     * @throws {SubscriptionNotFoundError} You have no such subscription on this network.
     */
    get(contractAddress: string, options?: CallOptions): Promise<SubscriptionStatus>
  }
  testClock: {
    /**
     * Read the test clock.
     * Business time as it is now.
     * @throws {NotFoundError} There is nothing at this address.
     */
    read(options?: CallOptions): Promise<ReadTestClockAnswer>
    /**
     * Move the test clock forward.
     * Fires timers in their order and answers when what they caused has settled. There is one clock for everybody: it moves all merchants, and goes on when the caller hangs up. With `Accept: application/x-ndjson` or `text/event-stream` each step is told while it happens, and the last line is the answer.
     * @throws {NotFoundError} There is nothing at this address.
     * @throws {CommandNotAllowedError} The current `state` does not allow this command; `allowed` names those it does.
     */
    advance(body?: ClockAdvance, options?: CallOptions): Promise<AdvanceTestClockAnswer>
  }
}
