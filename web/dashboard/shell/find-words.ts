/** Texts about what the search box found that data chooses, or that stand at several places. */
import { speakIn } from '../../messages/translate.ts'

const english = {
  payer: 'Wallets',
  customer: 'Customers',
  payment: 'Payments',
  subscription: 'Subscriptions',
  charge: 'Charges',
  plan: 'Plans',
  delivery: 'Deliveries',
  event: 'Events',
  request: 'API requests',

  allPayments: 'All payments with “{words}”',
  allSubscriptions: 'All subscriptions with “{words}”',
  allCharges: 'All charges with “{words}”',
  allPlans: 'All plans with “{words}”',
  isCut: 'A word that many have was looked for among the newest 5,000 alone.',
} as const

export const say = speakIn<typeof english>(english, 'en')
