/** The story of a subscription. */
import { pausableUntil } from '../../../machines/subscription/subscription.schedule.ts'
import { chargeReasons } from '../reasons/charge-reasons.ts'
import { says } from './says.ts'
import { amount, plural, short, type Story, type StoryTurn } from './story.ts'

type Turn<Event = { type: string }> = StoryTurn<'subscription', Event>

const because = (reason: string) => says(chargeReasons, reason)
const moved = ({ before, after }: Turn<unknown>) => before?.status !== after.status

/** Says what an approved subscription waits for. */
const waits: Record<string, (turn: Turn<unknown>) => string> = {
  AwaitingStart: ({ context }) => `, until it starts ${context.startFrom}`,
  AwaitingPredecessor: () => ', until the subscription that it replaces has ended',
  Charging: () => ': its first charge is under way',
}

/** Names the new place, if the turn led to one that people tell apart. */
function now(turn: Turn<unknown>): string {
  const { status, phase } = turn.after
  const waiting = status === 'Pending' ? (waits[phase]?.(turn) ?? '') : ''
  const isElsewhere = waiting && phase !== turn.before?.phase
  if (moved(turn) || isElsewhere) return ` It is ${status} now${waiting}.`
  const isLate = turn.after.phase === 'Overdue' && turn.before?.phase !== 'Overdue'
  return isLate ? ' It is overdue now.' : ''
}

const operations = { freeze: 'pause', unfreeze: 'resumption', cancel: 'cancellation' }

export const subscriptionStory: Story<'subscription'> = {
  begins: ({ who, context }) =>
    `${who} created it for the customer ${context.customerId}: ${amount(context.amount, context)} every ` +
    `${plural(context.periodDays, 'day')}, ${plural(context.maxPeriods, 'charge')} at most, from ${context.startFrom}.`,
  events: {
    'subscription.activate': ({ who, after }) =>
      `${who} asked to ${after.phase === 'Overdue' ? 'try the charge now' : 'activate it'}; the chain is asked what the payer allows and has.`,
    'subscription.pause': ({ who }) => `${who} asked for a pause.`,
    'subscription.pauseUntil': ({ who, event }) => `${who} asked for a pause until ${event.until}.`,
    'subscription.unpause': ({ who }) => `${who} asked to resume it.`,
    'subscription.cancel': (turn) => `${turn.who} cancelled it at once.${now(turn)}`,
    'subscription.cancelAtPeriodEnd': ({ who, context }) =>
      `${who} cancelled it at the end of the paid time, ${context.nextChargeAt}.`,
    'subscription.uncancel': ({ who }) => `${who} took the cancellation back: it goes on.`,
    'subscription.withdraw': ({ who }) =>
      `${who} made use of the right to withdraw; what was taken has to be returned.`,
    'subscription.giveFeedback': ({ who, event }) =>
      `${who} said why: ${event.feedback}${event.comment ? ` (“${event.comment}”)` : ''}.`,
    'successor.approved': (turn) => {
      const { event, context } = turn
      const accepted = context.successor === event.contractAddress
      return accepted
        ? `The payer approved the subscription ${short(event.contractAddress)}, which takes its place.${now(turn)}`
        : `The subscription ${short(event.contractAddress)} asked to take its place and was refused: it stays.`
    },
    'successor.ended': ({ event }) =>
      `The subscription ${short(event.contractAddress)}, which was to take its place, ended before it began.`,
    'predecessor.ended': (turn) =>
      `The subscription that it replaces has ended, and was paid for until ${turn.event.paidUntil}.${now(turn)}`,
    'predecessor.stays': (turn) => `The subscription that it was to replace stays.${now(turn)}`,
    'chain.fundsSeen': (turn) =>
      `The chain was asked: the payer allows ${amount(turn.event.allowance, turn.context)} and has ` +
      `${amount(turn.event.balance, turn.context)}; a charge takes ${amount(turn.context.amount, turn.context)}.${now(turn)}`,
    'chain.unreachable': ({ event }) => `The chain could not be asked: ${because(event.reason)}.`,
    'chain.charged': (turn) =>
      turn.after.status === 'Error' && moved(turn)
        ? `The chain told of a charge for period ${turn.event.period}, which cannot be.${now(turn)}`
        : `The contract took ${amount(turn.context.amount, turn.context)} for period ${turn.event.period} of ` +
          `${turn.context.maxPeriods}; ${amount(turn.event.allowance, turn.context)} stay allowed, and it is paid until ` +
          `${turn.event.nextChargeAt}.${now(turn)}`,
    'chain.frozen': (turn) =>
      `The contract was paused on the chain by ${whose(turn, turn.event.by)}.${now(turn)}`,
    'chain.unfrozen': (turn) =>
      `The contract was resumed on the chain; the next charge is due ${turn.event.nextChargeAt}.${now(turn)}`,
    'chain.cancelled': (turn) =>
      `The contract was cancelled on the chain by ${whose(turn, turn.event.by)}.${now(turn)}`,
    'chain.chargeReorged': (turn) =>
      `A reorganisation of the chain took the charge of period ${turn.event.period} back, ` +
      `${amount(turn.context.amount, turn.context)}.${now(turn)}`,
    'chain.controlReorged': (turn) =>
      `A reorganisation of the chain took a pause, a resumption or a cancellation back.${now(turn)}`,
    'charge.attemptFailed': (turn) =>
      `An attempt to charge ${amount(turn.context.amount, turn.context)} failed: ${because(turn.event.reason)}.${now(turn)}`,
    'charge.failed': (turn) =>
      `The charge of ${amount(turn.context.amount, turn.context)} has no attempts left: ${because(turn.event.reason)}.${now(turn)}`,
    'charge.heldBack': (turn) =>
      `The charge of ${amount(turn.context.amount, turn.context)} waits: ${because(turn.event.reason)}.${now(turn)}`,
    'charge.released': (turn) => `The charge that waited goes on.${now(turn)}`,
    'request.refused': (turn) =>
      `The ${operations[turn.event.operation]} was refused on the chain: ${because(turn.event.reason)}.${now(turn)}`,
  },
  timers: {
    untilDraftExpires: () => 'The draft was not activated in time and is given up.',
    untilCheckGivenUp: () =>
      'The chain did not answer in time about what the payer allows and has.',
    untilTriedAgain: () =>
      'The first charge had failed, and the payer has the money and has allowed it: the chain is asked again.',
    untilStart: ({ context }) =>
      `The agreed start has come: the first charge of ${amount(context.amount, context)} is opened.`,
    untilDue: (turn) =>
      turn.after.status === 'Finished'
        ? 'The last period that was paid for is over: all charges were made.'
        : `The charge of period ${turn.context.chargesMade + 1}, ${amount(turn.context.amount, turn.context)}, is due.`,
    untilRiskWindow: () =>
      'Seven days to the next charge: the chain is asked what the payer allows and has.',
    untilGraceEnds: ({ context }) =>
      `The grace is over and no charge of ${amount(context.amount, context)} came about: it ends.`,
    untilLapseIsNear: ({ context }) =>
      `It ends soon unless a charge comes about${context.charge ? `, by ${context.charge.graceUntil}` : ''}.`,
    untilEndIsDue: () =>
      'The paid time is nearly over: its contract is cancelled, as was asked for.',
    untilPaidTimeEnds: () => 'What was paid for is over.',
    untilCancelRetried: (turn) =>
      turn.after.status === 'Cancelled'
        ? 'Nobody can charge the contract any more, so that it needs no cancellation.'
        : 'Its contract is not cancelled yet: the cancellation is asked for again.',
    untilResumed: (turn) =>
      turn.after.status === 'PendingUnPause'
        ? 'The pause ends, as was said when it began.'
        : 'The pause was to end, but only the payer may resume it now.',
    untilResumeIsDue: ({ context }) =>
      `It stays paused, and soon only the payer may resume it: the merchant is told to do so by ${pausableUntil(context)}.`,
    untilOnlyPayerMayResume: () =>
      'The pause has outlived the grace of the next charge: only the payer may resume it from now on.',
  },
}

function whose({ context }: Turn<unknown>, address: string): string {
  if (address === context.payer) return 'the payer'
  return address === context.operator ? 'the gas wallet' : short(address)
}
