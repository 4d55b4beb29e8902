/**
 * The filters of the dashboard's lists: one for each, shared by the list, its totals and its export, so that all of
 * them mean the same rows.
 */
import { z } from 'zod'
import { chargeReasons, paymentReasons } from '../../../../machines/reasons.ts'
import { chargeStatuses } from '../../../core/resources/charge.ts'
import { deliveryStatuses } from '../../../core/resources/delivery.ts'
import { requestOutcomes } from '../../../store/lists/request-list.ts'
import { exceptions } from '../../../core/resources/payment-state.ts'
import { paymentPhases, paymentStatuses } from '../../../core/resources/payment.ts'
import { endings } from '../../../store/views/metrics/metrics.ts'
import { planStatuses } from '../../../core/resources/plan.ts'
import { subscriptionStatuses } from '../../../core/resources/subscription.ts'
import { showValue } from '../../requests/shown-value.ts'
import { eventTypeNames } from '../../schemas/events.ts'
import { AnyCaseAddress, textField } from '../../schemas/fields.ts'
import {
  created as createdBetween,
  customerIdParameter,
  planIdParameter,
  tagsParameter,
} from '../../schemas/filters.ts'
import { MomentWithOffset } from '../../schemas/moment.ts'
import { flagParameter, listParameter, singleParameter } from '../../schemas/query.ts'
import { createdWithin } from '../../lists/spans.ts'

const created = { ...createdBetween, createdWithin }

const amountParameter = (description: string) =>
  singleParameter(
    z.string().regex(/^(0|[1-9][0-9]{0,59})(\.[0-9]{1,36})?$/, {
      error: ({ input }) => `must be a plain decimal such as 10 or 9.99; it is ${showValue(input)}`,
    }),
  )
    .optional()
    .meta({ description })

const momentParameter = (description: string) =>
  singleParameter(MomentWithOffset).optional().meta({ description })

const booleanParameter = (description: string) =>
  flagParameter.optional().meta({ type: 'boolean', description })

const textParameter = (name: string, description: string) =>
  singleParameter(textField(name, 200)).optional().meta({ description })

const wordsParameter = textParameter(
  'words',
  'That has all of these words, the first eight: in your own reference (any value in `metadata`), its description, its name, ' +
    'its customer or its addresses, as of who paid. Whole words; capitals and accents make no difference',
)

const amounts = {
  asset: textParameter('an asset code', 'Only this asset'),
  amountFrom: amountParameter('This amount or more, whatever the asset'),
  amountTo: amountParameter('This amount or less, whatever the asset'),
}

const payerParameter = singleParameter(AnyCaseAddress)
  .optional()
  .meta({ description: 'From one wallet' })

export const subscriptionFilter = {
  statusIn: listParameter(subscriptionStatuses),
  reasonIn: listParameter(chargeReasons),
  customerId: customerIdParameter,
  planId: planIdParameter,
  payer: payerParameter,
  tags: tagsParameter.meta({ description: 'Only plans with one of these tags' }),
  words: wordsParameter,
  ...created,
  nextChargeFrom: momentParameter('The next charge is due at this moment or later'),
  nextChargeTo: momentParameter('The next charge is due before this moment'),
  ...amounts,
  firstChargedFrom: momentParameter('Charged for the first time at this moment or later'),
  firstChargedTo: momentParameter('Charged for the first time before this moment'),
  payingAt: momentParameter('Paying at this moment, as [metrics](/docs/guides/metrics) says'),
  endedBy: singleParameter(z.enum(endings)).optional().meta({
    description: 'Why it stopped paying, or will, as [metrics](/docs/guides/metrics) says',
  }),
  endedFrom: momentParameter('Paid for until this moment or later, and no longer'),
  endedTo: momentParameter('Paid for until a moment before this one, and no longer'),
  atRisk: booleanParameter(
    'True: only those whose next charge will fail unless somebody acts; false: only the others',
  ),
}

export const chargeFilter = {
  statusIn: listParameter(chargeStatuses),
  reasonIn: listParameter(chargeReasons),
  customerId: customerIdParameter,
  planId: planIdParameter,
  payer: payerParameter,
  contractAddress: singleParameter(AnyCaseAddress)
    .optional()
    .meta({ description: 'Only this subscription' }),
  tags: tagsParameter.meta({ description: 'Only plans with one of these tags' }),
  words: wordsParameter,
  ...created,
  chargeDateFrom: momentParameter('The money moved, or is due, at this moment or later'),
  chargeDateTo: momentParameter('The money moved, or is due, before this moment'),
  failedFirstFor: singleParameter(z.enum(chargeReasons))
    .optional()
    .meta({ description: 'The first attempt to fail did so for this reason' }),
  failedFrom: momentParameter('An attempt failed at this moment or later'),
  failedTo: momentParameter('An attempt failed before this moment'),
  ...amounts,
}

const ofPayments = {
  exceptionIn: listParameter(exceptions),
  words: wordsParameter,
  ...created,
  expiresFrom: momentParameter('To be paid by this moment or later'),
  expiresTo: momentParameter('To be paid before this moment'),
  ...amounts,
}

export const exceptionFilter = ofPayments

export const paymentFilter = {
  statusIn: listParameter(paymentStatuses),
  phaseIn: listParameter(paymentPhases),
  reasonIn: listParameter(paymentReasons),
  ...ofPayments,
  search: singleParameter(z.string().trim()).optional().meta({
    description: "An id, a deposit address, or a transaction's hash",
  }),
}

export const planFilter = {
  statusIn: listParameter(planStatuses),
  words: wordsParameter,
  tags: tagsParameter,
  ...created,
  ...amounts,
}

export const customerFilter = {
  customerId: customerIdParameter,
  planId: planIdParameter,
  payer: payerParameter,
  statusIn: listParameter(subscriptionStatuses).meta({
    description: 'With a subscription in one of these states',
  }),
  tags: tagsParameter.meta({ description: 'With a subscription to a plan with one of these tags' }),
  createdFrom: momentParameter('With a subscription created at this moment or later'),
  createdTo: momentParameter('With a subscription created before this moment'),
  createdWithin,
}

export const requestFilter = {
  outcomeIn: listParameter(requestOutcomes),
  status: singleParameter(z.string().regex(/^[1-5][0-9]{2}$/, 'must be a status such as 409'))
    .optional()
    .meta({ description: 'Answered with this status' }),
  method: textParameter('a method', 'Only this method'),
  operationId: textParameter('the id of an operation', 'Only this call, such as createPayment'),
  apiKey: textParameter("a key's name", 'With one API key'),
  account: textParameter('an e-mail address', 'By one person, in the dashboard'),
  problemCode: textParameter('a code', 'Answered with one problem'),
  requestId: textParameter('a request id', 'With this x-request-id'),
  isReplayed: booleanParameter('Whether an earlier answer was given again'),
  ...created,
}

export const eventFilter = {
  eventTypeIn: listParameter(eventTypeNames),
  eventId: textParameter('an event id', 'The one with this id'),
  resourceId: textParameter('an id', 'About this payment, subscription, charge or plan'),
  contractAddress: singleParameter(AnyCaseAddress)
    .optional()
    .meta({ description: 'About one subscription, or one of its charges' }),
  customerId: customerIdParameter,
  planId: planIdParameter,
  createdFrom: momentParameter('From this moment on'),
  createdTo: momentParameter('Before this moment'),
  createdWithin,
}

export const deliveryFilter = {
  statusIn: listParameter(deliveryStatuses),
  eventType: textParameter('an event type', 'Only this type of event'),
  eventId: textParameter('an event id', 'Only this event'),
  resourceId: textParameter('an id', 'The payment, subscription, charge or plan of the event'),
  apiKey: textParameter("a key's name", 'Signed by one API key'),
  ...created,
}
