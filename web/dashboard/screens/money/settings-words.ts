/** Texts about assets, limits and the business that data chooses, or that stand at several places. */
import { speakIn } from '../../../messages/translate.ts'

const english = {
  takeIt: 'Take {code}',
  takeItHint: 'New plans and payments can be in {code}.',
  stopTaking: 'Stop taking {code}',
  stopTakingHint: 'No new plan or payment can be in {code}.',
  stopTakingSubscriptions: {
    one: '{count} subscription in it is charged no more, and ends when its grace is over, unless you take {code} again before that.',
    other:
      '{count} subscriptions in it are charged no more, and each ends when its grace is over, unless you take {code} again before that.',
  },
  stopTakingPayments: {
    one: '{count} open payment in it can still be paid.',
    other: '{count} open payments in it can still be paid.',
  },
  daysLeft: { one: '{count} day', other: '{count} days' },
  daysOrMore: '{count} days or more',
  perCharge: 'For one charge, at most',
  perDay: 'For one day, at most',
  sharePercent: 'Share of what is charged, at most (%)',

  legalName: 'Legal name',
  registrationNumber: 'Registration number',
  country: 'Country',
  website: 'Website',
  contactEmail: 'E-mail for questions',
} as const

export const say = speakIn<typeof english>(english, 'en')
