/** The names of the filters that several lists have. */
import { speakIn } from '../translate.ts'

const english = {
  within: 'Time',
  minutes15: 'Last 15 minutes',
  hour1: 'Last hour',
  hours4: 'Last 4 hours',
  hours24: 'Last 24 hours',
  days7: 'Last 7 days',
  days30: 'Last 30 days',
  days90: 'Last 90 days',
  createdFrom: 'Created from',
  createdTo: 'Created before',
  expiresFrom: 'To be paid from',
  expiresTo: 'To be paid before',
  nextChargeFrom: 'Next charge from',
  nextChargeTo: 'Next charge before',
  chargeDateFrom: 'Charged or due from',
  chargeDateTo: 'Charged or due before',
  asset: 'Asset',
  amountFrom: 'Amount from',
  amountTo: 'Amount up to',
  tags: 'Tag of the plan',
  metadata: 'Your reference (metadata)',
  plan: 'Plan',
  payer: 'Payer',
  reason: 'Reason',
} as const

export const say = speakIn<typeof english>(english, 'en')
