/** The story of a payment. */
import {
  totalConfirmed,
  totalSeen,
  type PaymentContext,
} from '../../../machines/payment/payment.context.ts'
import { sayMoney } from '../../shared/money.ts'
import { settlementReasons } from '../reasons/settlement-reasons.ts'
import { says } from './says.ts'
import { amount, short, type Story, type StoryTurn } from './story.ts'

type Turn<Event = { type: string }> = StoryTurn<'payment', Event>

const because = (reason: string) => says(settlementReasons, reason)

const standing = ({ before, after }: Turn<unknown>): string => {
  const [was, is] = [before, after].map((actor) => actor?.phase || actor?.status)
  return was === is ? '' : ` It is ${after.status}${after.phase ? `, ${after.phase}` : ''} now.`
}

export const paymentStory: Story<'payment'> = {
  begins: ({ who, context }) =>
    `${who} asked for ${amount(context.amount, context)}, to be sent to ${short(context.depositAddress)} by ${context.expiresAt}.`,
  events: {
    'payment.cancel': (turn) => `${turn.who} cancelled it.${standing(turn)}`,
    'payment.accept': (turn) =>
      `${turn.who} accepted ${amount(turn.context.accepted ?? '0', turn.context)} as the price.${standing(turn)}`,
    'payment.recordRefund': (turn) => {
      const { event, context } = turn
      const other = context.others.find(({ asset }) => asset === event.asset)
      const sum =
        event.asset === null
          ? amount(event.amount, context)
          : sayMoney(event.amount, other?.decimals ?? 0, event.asset)
      return `${turn.who} recorded that ${sum} was given back.${standing(turn)}`
    },
    'payment.sweep': ({ who }) => `${who} ordered that everything at the address is moved on.`,
    'chain.depositsSeen': (turn) => `${depositsOf(turn)}${standing(turn)}`,
    'payment.sweepSubmitted': ({ event }) =>
      `The transaction ${short(event.transactionId)} moves the money on to the receiver.`,
    'payment.sweepHeldBack': ({ event }) =>
      `The money is not moved on for now: ${because(event.reason)}.`,
    'payment.sweepFailed': (turn) =>
      `Moving the money on failed: ${because(turn.event.reason)}. That makes ${turn.context.sweepFailures} in a row.`,
  },
  timers: {
    untilExpired: (turn) => `The time to pay is over.${standing(turn)}`,
  },
}

/** Says what came or went since the report before. */
function depositsOf({ before, context }: Turn<unknown>): string {
  const was = before?.snapshot.context ?? null
  const parts = [
    changeOf(was, context, totalSeen, 'came', 'was taken back by a reorganisation'),
    changeOf(was, context, totalConfirmed, 'was confirmed', 'has to be confirmed again'),
    changeOf(was, context, movedOn, 'moved on to the receiver', 'was not moved on after all'),
  ].filter((part) => part !== '')
  const others = context.others.length - (was?.others.length ?? 0)
  if (others > 0) parts.push('a token came that nobody asked for')
  const all = parts.length > 0 ? parts.join(', ') : 'nothing has changed at the address'
  return `${all[0]!.toUpperCase()}${all.slice(1)}.`
}

const movedOn = ({ swept }: PaymentContext): bigint => BigInt(swept)

function changeOf(
  was: PaymentContext | null,
  is: PaymentContext,
  read: (payment: PaymentContext) => bigint,
  more: string,
  less: string,
): string {
  const change = read(is) - (was ? read(was) : 0n)
  if (change === 0n) return ''
  return change > 0n ? `${amount(change, is)} ${more}` : `${amount(-change, is)} ${less}`
}
