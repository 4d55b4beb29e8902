/** Tells a turn in one plain sentence: who did what, with which amounts, and why. */
import type { Cause } from '../../shared/message.ts'
import type { ActorKind } from '../../shared/stored-actor.ts'
import { delayOf } from './timer-words.ts'
import { isUpgrade, type PastTurn } from './replay.ts'
import { chargeStory } from './charge.ts'
import { customerStory, gasWalletStory, planStory, verificationStory } from './merchants.ts'
import { paymentStory } from './payment.ts'
import { permitStory } from './permit.ts'
import type { Story, StoryTurn } from './story.ts'
import { subscriptionStory } from './subscription.ts'
import { transactionStory } from './transaction.ts'
import { deliveryStory, destinationStory } from './webhooks.ts'

export const stories: { [K in ActorKind]: Story<K> } = {
  plan: planStory,
  subscription: subscriptionStory,
  charge: chargeStory,
  payment: paymentStory,
  transaction: transactionStory,
  delivery: deliveryStory,
  customer: customerStory,
  destination: destinationStory,
  verification: verificationStory,
  gasWallet: gasWalletStory,
  permit: permitStory,
}

/** The kind and the event are known at run time alone. */
type Sentence = (turn: StoryTurn<never, { type: string }>) => string

/** Tells the turn; one that cannot be replayed by its event alone. */
export function tellTurn(turn: PastTurn): string {
  const { kind, event, before, after, cause } = turn
  if (isUpgrade(turn))
    return `The service went on with version ${Number(event['to'])} of the machine.`
  const sentence = findSentence(kind, event.type)
  if (!after || (turn.gap !== null && !isFirst(turn)) || !sentence)
    return `${event.type} came${turn.toState ? `, and it is ${turn.toState} since` : ''}.`
  const { context } = after.snapshot
  return sentence({ who: whoOf(cause), event, context, before, after } as never)
}

/** Returns the sentence for an event of a kind; undefined where there is none. */
export function findSentence(kind: ActorKind, type: string): Sentence | undefined {
  const { begins, events, timers } = stories[kind] as Story<ActorKind>
  if (type === `${kind}.create`) return begins as Sentence
  const timer = type.startsWith('xstate.after.') ? delayOf(type) : undefined
  if (timer !== undefined) return timers[timer] as Sentence | undefined
  return (events as Record<string, unknown>)[type] as Sentence | undefined
}

const isFirst = ({ revision }: PastTurn): boolean => revision === 1

function whoOf(cause: Cause): string {
  if (cause.type !== 'command' || cause.by === 'system') return 'The service'
  return { merchant: 'The merchant', payer: 'The payer', operator: 'The operator' }[cause.by]
}
