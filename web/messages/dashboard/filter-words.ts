/** The names of the filters that several lists have. */
import { speakIn } from '../translate.ts'

const english = {
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
