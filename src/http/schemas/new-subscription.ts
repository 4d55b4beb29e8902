/** Describes the body that asks for a subscription, whoever asks. */
import { PayingAddress, textField, wholeField } from './fields.ts'
import { MomentWithOffset } from './moment.ts'

const maxPeriodsDefault = 24
const maxPeriodsMax = 65_535

export const PlanId = textField('a plan id', 100).meta({ description: 'An Active plan' })

export const Payer = PayingAddress.meta({
  description: 'The address that pays; mixed letter case must be a right EIP-55 checksum',
})

export const StartFrom = MomentWithOffset.meta({
  description:
    'The expected start, ISO 8601 with an offset. The past means at once; at most 5 years ahead.',
  examples: ['2026-01-31T12:00:00Z'],
})

export const MaxPeriods = wholeField(1, maxPeriodsMax)
  .default(maxPeriodsDefault)
  .meta({ description: 'How many charges are allowed at most' })
