/** Why a customer has no access, or why a subscription has not begun. */
import type { AccessReason } from '../../../machines/reasons.ts'
import type { StoredAccess } from '../../shared/stored-actor.ts'
import { fact, missing, money, type Value } from '../story/values.ts'
import { chargeReasons } from './charge-reasons.ts'
import type { Catalogue, ReasonWords } from './reason-words.ts'
import type { ChargeFacts } from './end-reasons.ts'

/** The customer, and the subscription that the answer about access comes from. */
export type AccessFacts = {
  customerId: string
  access: StoredAccess | null
  subscription: ChargeFacts | null
}

const customerOf = ({ customerId, access, subscription }: AccessFacts): Value[] => [
  { name: 'customer', value: customerId },
  ...fact('subscription', subscription?.terms.contractAddress),
  ...fact('access until', access?.until),
]

const fundsOf = (facts: AccessFacts): Value[] => {
  const { terms, subscription } = facts.subscription ?? {}
  if (!terms || !subscription) return customerOf(facts)
  return [
    ...customerOf(facts),
    money('amount', terms.amount, terms),
    money('allowed', subscription.allowance, terms),
    money('missing', missing(terms.amount, subscription.allowance), terms),
    money('in the wallet', subscription.balance, terms),
  ]
}

/** Says of the customer what is said of the subscription; `more`: what it means for access. */
function asOf(
  reason: AccessReason & keyof typeof chargeReasons,
  more?: string,
): ReasonWords<AccessFacts> {
  const { says, condition, change, helper, values } = chargeReasons[reason]
  return {
    says,
    condition,
    change,
    helper,
    ...(more && { more }),
    values: (facts) => [
      ...customerOf(facts),
      ...(facts.subscription ? values(facts.subscription) : []),
    ],
  }
}

export const accessReasons: Catalogue<AccessReason, AccessFacts> = {
  NotActivated: {
    says: 'the subscription is a draft that is not in force yet',
    condition: 'The payer allows and has at least one amount, and the subscription is activated.',
    values: fundsOf,
    change:
      'The payer approves, and has the first amount; where it is to be activated by hand, press Activate.',
    helper: 'payer',
  },
  NotStarted: {
    says: 'the first charge has not been made yet',
    condition: 'The first charge has been made.',
    values: fundsOf,
    change: 'It begins with its first charge, which is made by itself when it is due.',
    helper: 'nobody',
  },
  Overdue: {
    says: 'a charge failed',
    condition: 'The last period is paid for.',
    values: fundsOf,
    change:
      'The payer adds what is missing; the charge is made again by itself until its grace is over.',
    helper: 'payer',
  },
  Suspended: {
    says: 'a charge cannot be sent for now, through no fault of the payer',
    condition: 'The charge can be sent.',
    values: customerOf,
    change: 'Mend what holds the charge back: see its reason.',
    helper: 'merchant',
  },
  Paused: asOf('Paused', 'The paid time stands still.'),
  GraceExpired: asOf('GraceExpired'),
  DraftExpired: asOf('DraftExpired'),
  CancelRequested: asOf('CancelRequested', 'What was paid for runs on.'),
  CancelledByPayer: asOf('CancelledByPayer'),
  CancelledOnChain: asOf('CancelledOnChain'),
  SubscriptionCancelled: asOf('SubscriptionCancelled', 'Nobody knows any more by whom.'),
  Switched: asOf('Switched', 'What was paid for runs on.'),
  SwitchRefused: asOf('SwitchRefused'),
  Withdrawn: asOf('Withdrawn', 'It grants nothing any more.'),
  Finished: {
    says: 'all charges were made, and the last period is over',
    condition: 'A period that was paid for still runs.',
    values: customerOf,
    change: 'The payer begins a new subscription.',
    helper: 'payer',
  },
  ChainContradiction: asOf('ChainContradiction'),
}
