/** The reasons as fields of public resources; what was stored by an earlier version may be none of these. */
import { z } from 'zod'
import {
  accessReasons,
  chargeReasons,
  paymentReasons,
  settlementReasons,
} from '../../../machines/reasons.ts'
import { sides } from './reason-words.ts'

export const ChargeReasonField = z.enum(chargeReasons).meta({
  id: 'ChargeReason',
  description:
    'Why a charge has not succeeded, or a subscription is where it is. New ones may come: treat what you do not know like `ChainReverted`.',
})

export const AccessReasonField = z.enum(accessReasons).meta({
  id: 'AccessReason',
  description: 'Why a customer has no access, or why it is about to end. New ones may come.',
})

export const PaymentReasonField = z.enum(paymentReasons).meta({
  id: 'PaymentReason',
  description: 'Why a payment stands where it does. New ones may come.',
})

export const SettlementReasonField = z.enum(settlementReasons).meta({
  id: 'SettlementReason',
  description: 'Why the money of a payment has not moved on yet. New ones may come.',
})

export const ReasonSide = z
  .enum(sides)
  .nullable()
  .meta({
    description:
      'The side that can mend what `reason` says: `payer`, `merchant` (the payer has nothing to do), or `network` ' +
      '(nobody; it passes or is the operator’s). Null without a reason, and where there is nothing to mend',
  })
