/** The stories of what belongs to a merchant: plans, customers, verification, gas wallets. */
import { formatCoins } from '../../shared/money.ts'
import { accessReasons } from '../reasons/access-reasons.ts'
import { says } from './says.ts'
import { amount, plural, short, type Story, type StoryTurn } from './story.ts'

const termsOf = ({ context }: StoryTurn<'plan', unknown>): string =>
  `“${context.name}”, ${amount(context.amount, context)} every ${plural(context.periodDays, 'day')} with ${plural(context.graceDays, 'day')} of grace`

export const planStory: Story<'plan'> = {
  begins: (turn) => `${turn.who} wrote the plan ${termsOf(turn)}.`,
  events: {
    'plan.update': (turn) => `${turn.who} changed it to ${termsOf(turn)}.`,
    'plan.activate': ({ who }) => `${who} activated it: customers can be subscribed to it.`,
    'plan.archive': ({ who }) =>
      `${who} archived it: nobody can be subscribed to it any more. Subscriptions that exist go on.`,
    'plan.restore': ({ who }) => `${who} restored it: customers can be subscribed to it again.`,
  },
  timers: {},
}

export const customerStory: Story<'customer'> = {
  begins: ({ context }) => `A subscription of ${context.customerId} was seen for the first time.`,
  events: {
    'customer.accessGranted': ({ event, before, after }) =>
      `The subscription ${short(event.contractAddress)} grants access until ${event.until}` +
      (before?.status === after.status
        ? '; another one does, too.'
        : ': the customer has access now.'),
    'customer.accessEnded': ({ event, before, after }) =>
      `The subscription ${short(event.contractAddress)} grants no access any more: ${says(accessReasons, event.reason)}` +
      (before?.status === after.status ? '.' : '. The customer has no access now.'),
  },
  timers: {},
}

export const verificationStory: Story<'verification'> = {
  begins: () => 'The merchant was registered; nothing was sent for verification yet.',
  events: {
    'verification.submit': ({ who, event }) =>
      `${who} sent the details of ${event.details.legalName} for verification.`,
    'verification.approve': () => 'The operator approved: real money may be taken.',
    'verification.reject': ({ event }) => `The operator refused: ${event.reason}`,
    'verification.revoke': ({ event }) => `The operator took the approval back: ${event.reason}`,
  },
  timers: {},
}

export const gasWalletStory: Story<'gasWallet'> = {
  begins: (turn) =>
    `The gas wallet on ${turn.context.blockchain} was measured first: ${measured(turn)}`,
  events: {
    'gasWallet.measured': (turn) =>
      `It was measured: ${measured(turn)} It is ${turn.after.status} now.`,
  },
  timers: {},
}

function measured({ context }: StoryTurn<'gasWallet', unknown>): string {
  const { balance, nativeSymbol, chargesLeft, daysLeft } = context
  const days = daysLeft === null ? '' : `, for ${plural(daysLeft, 'day')}`
  return `${formatCoins(BigInt(balance), nativeSymbol)}, which pays for ${plural(chargesLeft, 'charge')}${days}.`
}
