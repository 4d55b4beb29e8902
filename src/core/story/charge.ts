/** The story of a charge. */
import { chargeReasons } from '../reasons/charge-reasons.ts'
import { says } from './says.ts'
import { amount, short, type Story, type StoryTurn } from './story.ts'

type Turn<Event = { type: string }> = StoryTurn<'charge', Event>

const because = (reason: string) => says(chargeReasons, reason)
const sum = ({ context }: Turn<unknown>) => amount(context.amount, context)

export const chargeStory: Story<'charge'> = {
  begins: (turn) =>
    turn.context.settlement
      ? `The contract had taken ${sum(turn)} for period ${turn.context.period} before anybody asked here.`
      : `${sum(turn)} of period ${turn.context.period} became due ${turn.context.dueAt}, and can be taken until ${turn.context.graceUntil}.`,
  events: {
    'charge.submitted': ({ event }) =>
      `It joined the transaction ${short(event.transactionId)}, which is on its way.`,
    'charge.attemptFailed': (turn) => {
      const { nextAttemptAt } = turn.context
      const next =
        turn.after.phase === 'Waiting' && nextAttemptAt
          ? `; it is tried again ${nextAttemptAt}, or when the money comes`
          : '; it is not tried again'
      return `Attempt ${turn.context.attempts} to take ${sum(turn)} failed: ${because(turn.event.reason)}${next}.`
    },
    'charge.notProcessed': () =>
      'Its transaction ended without trying it, so it was asked for again.',
    'charge.heldBack': (turn) =>
      `${sum(turn)} cannot be taken for now: ${because(turn.event.reason)}.`,
    'charge.confirm': (turn) =>
      `The contract took ${sum(turn)} from the payer ${turn.event.chargedAt}, in the transaction ${short(turn.event.transactionHash)}.`,
    'charge.fundsArrived': (turn) => `The money came: ${sum(turn)} is tried again at once.`,
    'charge.cancel': (turn) =>
      turn.after.status === 'Cancelled'
        ? `It was stopped: ${because(turn.event.reason)}.`
        : `It is to be stopped, if its transaction does not take ${sum(turn)} first: ${because(turn.event.reason)}.`,
    'charge.reorged': (turn) =>
      `A reorganisation of the chain took it back: ${sum(turn)} is asked for again.`,
    'charge.resume': (turn) =>
      `What stopped it is gone: ${sum(turn)} is due ${turn.event.dueAt}, and can be taken until ${turn.event.graceUntil}.`,
  },
  timers: {
    untilNextAttempt: (turn) => `The time of the next attempt came: ${sum(turn)} is tried again.`,
    untilGraceEnds: (turn) =>
      `The grace is over and ${sum(turn)} was not taken: ${says(chargeReasons, turn.context.reason)}.`,
  },
}
