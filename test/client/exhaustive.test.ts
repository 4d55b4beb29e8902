/**
 * A program over every event and every reason, as a merchant writes it: the check of types fails where one
 * of them is not dealt with, because what is left is not `never`.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ChargeReason, Event } from '../../packages/node/src/index.ts'

type Standing = 'pays' | 'payerMustAct' | 'merchantMustAct' | 'wait' | 'over'

const overReasons = [
  'GraceExpired',
  'DraftExpired',
  'CancelRequested',
  'SubscriptionCancelled',
  'CancelledByPayer',
  'CancelledOnChain',
  'Switched',
  'SwitchRefused',
  'Withdrawn',
  'Cancelled',
  'Finished',
] as const satisfies ChargeReason[]

const isOver = (reason: ChargeReason): reason is (typeof overReasons)[number] =>
  overReasons.some((over) => over === reason)

/** A shop would say this to its customer about a charge that failed. */
function standingFor(reason: ChargeReason): Standing {
  if (isOver(reason)) return 'over'
  switch (reason) {
    case 'InsufficientAllowance':
    case 'InsufficientBalance':
    case 'AllowanceRevoked':
    case 'PayerBlocked':
    case 'OnlyPayerMayResume':
      return 'payerMustAct'
    case 'ReceiverBlocked':
    case 'GasWalletEmpty':
    case 'GasBudgetSpent':
    case 'GasCostAboveLimit':
    case 'AssetInactive':
    case 'Paused':
    case 'OtherBegan':
      return 'merchantMustAct'
    case 'TokenPaused':
    case 'ContractBlocked':
    case 'ChainReverted':
    case 'FailedOnChain':
    case 'GasPriceTooHigh':
    case 'ChainRefuses':
    case 'RpcUnavailable':
    case 'NodesDiffer':
    case 'NodesSilent':
    case 'EventsUnread':
    case 'NotDueOnChain':
    case 'ChainNotServed':
    case 'ChargeReorged':
    case 'ChainContradiction':
    case 'NotStarted':
    case 'NotPaused':
    case 'NotAllowed':
    case 'NonceUsed':
    case 'NotProcessed':
      return 'wait'
    default:
      return reason satisfies never
  }
}

/** Says what an event is about: each type has its own resource, and no other. */
function subjectOf(event: Event): string {
  switch (event.eventType) {
    case 'PaymentCreated':
    case 'PaymentStatusChanged':
    case 'PaymentFundsChanged':
      return event.payment.id
    case 'SubscriptionCreated':
    case 'SubscriptionStatusChanged':
    case 'SubscriptionAllowanceChanged':
    case 'SubscriptionAtRisk':
    case 'SubscriptionLapsing':
    case 'SubscriptionScheduleChanged':
    case 'SubscriptionResumeDue':
    case 'SubscriptionWithdrawn':
    case 'SubscriptionFeedbackGiven':
      return event.subscription.contractAddress
    case 'SubscriptionChargeCreated':
    case 'SubscriptionChargeStatusChanged':
      return event.charge.reason === null ? event.charge.id : standingFor(event.charge.reason)
    case 'GasWalletLow':
    case 'GasWalletRefilled':
      return event.gasWallet.address
    case 'PlanStatusChanged':
      return event.plan.id
    case 'CustomerAccessChanged':
      return event.customer.contractAddress ?? event.customer.customerId
    case 'EventLogRestored':
      return event.eventId
    case 'WebhookTest':
      return event.test.id
    default:
      return event satisfies never
  }
}

const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
const bodies = [...page.matchAll(/^### \w+\n.*?^```json\n(.*?)^```/gms)].map(
  ([, body]) => JSON.parse(body!) as Event,
)

test.each(bodies)('a program by types knows whom $eventType is about', (event) => {
  expect(subjectOf(event)).toMatch(/^(0x)?\w{20,}$|^payerMustAct$/)
})
