/** The sentences of the search box, and of what a list comes to. */
import { speakIn } from '../translate.ts'

const english = {
  find: 'Find',
  findShort: 'Find…',
  findHint: 'An address, a transaction, an id, a customer, a plan, an amount, or a pasted link.',
  findLabel: 'What are you looking for?',
  findNothing: 'Nothing of yours on this network matches “{text}”.',
  findKeys: '/ or Ctrl K opens this, arrows choose, Enter goes there.',
  found: { one: '{count} result', other: '{count} results' },
  subscription: 'Subscription',
  charge: 'Charge',
  payment: 'Payment',
  plan: 'Plan',
  customer: 'Customer',
  payer: 'All subscriptions of this wallet',
  delivery: 'Delivery',
  event: 'Deliveries of this event',
  request: 'API request',

  exportCsv: 'Export as CSV',
  exportHint: 'Exactly these rows, as a file',
  totalsMatchOver: '{count}+ match',
  totalsMatch: { one: '{count} matches', other: '{count} match' },
} as const

export const say = speakIn<typeof english>(english, 'en')
