/** The effects of a transaction: requests to the signer and the sender, reports to the actors of its items. */
import type { TransactionContext } from '../../../machines/transaction/transaction.context.ts'
import {
  heldBackTypes,
  type TransactionItem,
  type TransactionOutcome,
  type WaitingKind,
} from '../../../machines/transaction/transaction.events.ts'
import type { MessageEvent } from '../../shared/message.ts'
import type { Effect, OutboxEntry } from './consequences.ts'
import type { ReasonName } from '../../../machines/reasons.ts'
import { createChainEntry } from './consequences.ts'

export function transactionEffect(
  context: TransactionContext,
  { name, params }: Effect,
): OutboxEntry[] {
  switch (name) {
    case 'signTransaction':
    case 'broadcastTransaction':
    case 'replaceTransaction':
      return [createChainEntry(context, name, { transactionId: context.id })]
    case 'reportSubmitted':
      return reportToWaiting(context, (kind) => ({
        type: submittedTypes[kind],
        transactionId: context.id,
      }))
    case 'reportHeldBack':
      return reportToWaiting(context, (kind) => ({
        type: heldBackTypes[kind],
        reason: params['reason'],
      }))
    case 'reportOutcomes': {
      const { outcomes } = params as { outcomes: TransactionOutcome[] }
      return outcomes.flatMap((outcome) => reportOutcome(context, outcome))
    }
    case 'reportRefused':
      return context.items.map((item) =>
        reportRefusal(context, item, params['reason'] as ReasonName),
      )
    default:
      throw new Error(`the effect ${name} of a transaction has no outbox entry`)
  }
}

const toItem = ({ kind, id }: TransactionItem, event: MessageEvent): OutboxEntry => ({
  channel: 'actor',
  kind,
  entityId: id,
  event,
})

const submittedTypes: Record<WaitingKind, string> = {
  charge: 'charge.submitted',
  payment: 'payment.sweepSubmitted',
  permit: 'permit.submitted',
}

const reportToWaiting = (
  { items }: TransactionContext,
  eventFor: (kind: WaitingKind) => MessageEvent,
): OutboxEntry[] =>
  items.flatMap((item) => (item.kind === 'subscription' ? [] : [toItem(item, eventFor(item.kind))]))

/** Reports an outcome. Success is reported by the contract's own event, except of a permit, which has none. */
function reportOutcome(context: TransactionContext, item: TransactionOutcome): OutboxEntry[] {
  if (item.outcome === 'done')
    return item.kind === 'permit' ? [toItem(item, { type: 'permit.confirmed' })] : []
  if (item.kind !== 'charge' || item.outcome === 'notProcessed')
    return [reportRefusal(context, item, item.reason ?? 'NotProcessed')]
  return [toItem(item, { type: 'charge.attemptFailed', reason: item.reason ?? 'ChainReverted' })]
}

function reportRefusal(
  context: TransactionContext,
  item: TransactionItem,
  reason: ReasonName,
): OutboxEntry {
  switch (item.kind) {
    case 'charge':
      return toItem(item, { type: 'charge.notProcessed', transactionId: context.id })
    case 'subscription':
      return toItem(item, { type: 'request.refused', operation: context.purpose, reason })
    case 'payment':
      return toItem(item, { type: 'payment.sweepFailed', reason })
    case 'permit':
      return toItem(item, { type: 'permit.failed', reason })
  }
}
