import { test } from 'vitest'
import { SubscriptionInput } from '../../../machines/subscription/subscription.events.ts'
import { story } from '../../support/story.ts'
import { beganAt } from '../cases/owner.ts'
import { terms } from '../cases/subscription.ts'
import { charged, fundsSeen } from './chain-events.ts'

const attemptFailed = { type: 'charge.attemptFailed', number: 2, reason: 'InsufficientBalance' }

test('a late charge is looked at as soon as the merchant says so, and tried where the money is there', () => {
  const late = () =>
    story({ kind: 'subscription', input: SubscriptionInput.parse(terms), beganAt })
      .when(fundsSeen('20', '20'))
      .when(charged(1))
      .whenTimeIsUp('untilRiskWindow')
      .whenTimeIsUp('untilDue')
      .when(attemptFailed)
      .offers('activate', 'pause', 'pauseUntil', 'cancel')
      .when('subscription.activate')
      .is('Active.Overdue')
      .asks('checkFunds')
  late().when(fundsSeen('10', '9')).asks()
  late().when(fundsSeen('10', '10')).asks('retryCharge')
})
