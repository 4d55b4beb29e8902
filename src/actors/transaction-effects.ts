/** What a transaction asks for: of the signer and the sender, and to tell its passengers. */
import type { TransactionContext } from '../../machines/transaction/transaction.context.ts'
import type {
  TransactionItem,
  TransactionOutcome,
} from '../../machines/transaction/transaction.events.ts'
import type { MessageEvent } from '../shared/message.ts'
import type { Effect } from './consequences.ts'
import { createChainEntry, type OutboxEntry } from './effects.ts'

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
      return tellWaiting(context, (kind) => ({
        type: kind === 'charge' ? 'charge.submitted' : 'payment.sweepSubmitted',
        transactionId: context.id,
      }))
    case 'reportHeldBack':
      return tellWaiting(context, (kind) => ({
        type: kind === 'charge' ? 'charge.heldBack' : 'payment.sweepHeldBack',
        reason: params['reason'],
      }))
    case 'reportOutcomes': {
      const { outcomes } = params as { outcomes: TransactionOutcome[] }
      return outcomes.flatMap((outcome) => outcomeErrand(context, outcome))
    }
    case 'reportRefused':
      return context.items.map((item) => refusalErrand(context, item, String(params['reason'])))
    default:
      throw new Error(`a transaction asks for ${name}, which nobody does`)
  }
}

const toItem = ({ kind, id }: TransactionItem, event: MessageEvent): OutboxEntry => ({
  channel: 'actor',
  kind,
  entityId: id,
  event,
})

/** Tells the passengers that follow their transaction; a subscription waits for its contract's word. */
const tellWaiting = (
  { items }: TransactionContext,
  eventFor: (kind: TransactionItem['kind']) => MessageEvent,
): OutboxEntry[] =>
  items
    .filter(({ kind }) => kind !== 'subscription')
    .map((item) => toItem(item, eventFor(item.kind)))

/** What went through is told by the contract's own events, so only the rest is told here. */
function outcomeErrand(context: TransactionContext, told: TransactionOutcome): OutboxEntry[] {
  if (told.outcome === 'done') return []
  if (told.kind !== 'charge' || told.outcome === 'notProcessed')
    return [refusalErrand(context, told, told.reason ?? 'NotProcessed')]
  return [toItem(told, { type: 'charge.attemptFailed', reason: told.reason ?? 'ChainReverted' })]
}

function refusalErrand(
  context: TransactionContext,
  item: TransactionItem,
  reason: string,
): OutboxEntry {
  switch (item.kind) {
    case 'charge':
      return toItem(item, { type: 'charge.notProcessed', transactionId: context.id })
    case 'subscription':
      return toItem(item, { type: 'request.refused', operation: context.purpose, reason })
    case 'payment':
      return toItem(item, { type: 'payment.sweepFailed', reason })
  }
}
