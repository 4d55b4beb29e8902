/** Texts about what the search box found that data chooses, or that stand at several places. */
import { speakIn } from '../../messages/translate.ts'

const english = {
  subscription: 'Subscription',
  charge: 'Charge',
  payment: 'Payment',
  plan: 'Plan',
  customer: 'Customer',
  payer: 'All subscriptions of this wallet',
  delivery: 'Delivery',
  event: 'Deliveries of this event',
  request: 'API request',

  totalsMatchOver: '{count}+ match',
  totalsMatch: { one: '{count} matches', other: '{count} match' },
} as const

export const say = speakIn<typeof english>(english, 'en')
