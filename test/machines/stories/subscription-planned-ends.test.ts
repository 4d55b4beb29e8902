import { describe, test } from 'vitest'
import { dayMs } from '../../../machines/durations.ts'
import { beganAt, daysLater } from '../cases/owner.ts'
import {
  cancelledByPayer,
  charged,
  frozenByMerchant,
  frozenByPayer,
  fundsSeen,
  unfrozen,
} from './chain-events.ts'
import { subscribed } from './three-periods.ts'

describe('cancelling at the end of the paid time', () => {
  test('charges nothing more, and cancels the contract before anybody could charge it', () => {
    subscribed()
      .when('subscription.cancelAtPeriodEnd')
      .is('Active.Ending')
      .asks()
      .remembers({ isToEnd: true })
      .waits('untilDue', undefined)
      .waits('untilEndIsDue', new Date(beganAt + 10 * dayMs - dayMs / 4).toISOString())
      .offers('uncancel', 'cancel', 'giveFeedback')
      .ignores('subscription.cancelAtPeriodEnd')
      .whenTimeIsUp('untilEndIsDue')
      .is('PendingCancel')
      .asks('requestCancel')
      .when(cancelledByPayer)
      .is('Cancelled.PaidTime')
      .remembers({ reason: 'CancelRequested' })
      .whenTimeIsUp('untilPaidTimeEnds')
      .is('Cancelled.Over')
  })

  test('lets the payer say why, until it is taken back', () => {
    const why = { feedback: 'Unused', comment: null }
    subscribed()
      .refuses('subscription.giveFeedback')
      .when('subscription.cancelAtPeriodEnd')
      .when({ type: 'subscription.giveFeedback', ...why })
      .is('Active.Ending')
      .remembers({ cancellationDetails: why })
      .when('subscription.uncancel')
      .remembers({ cancellationDetails: null })
      .refuses('subscription.giveFeedback')
  })

  test('can be taken back until then, and the charges go on', () => {
    subscribed()
      .when('subscription.cancelAtPeriodEnd')
      .when('subscription.uncancel')
      .is('Active.Current')
      .asks('checkFunds')
      .remembers({ isToEnd: false })
      .offers('pause', 'pauseUntil', 'cancel', 'cancelAtPeriodEnd')
      .whenTimeIsUp('untilRiskWindow')
      .whenTimeIsUp('untilDue')
      .is('Active.Charging')
  })

  test('is not at risk for want of an allowance that nobody needs any more', () => {
    subscribed()
      .later(5 * dayMs)
      .when(fundsSeen('0', '30'))
      .remembers({ isAtRisk: true })
      .when('subscription.cancelAtPeriodEnd')
      .remembers({ isAtRisk: false })
      .when(fundsSeen('1', '30'))
      .remembers({ isAtRisk: false })
  })

  test('ends at once where the chain charged all the same', () => {
    subscribed()
      .when('subscription.cancelAtPeriodEnd')
      .when(charged(2))
      .is('PendingCancel')
      .remembers({ chargesMade: 2 })
      .asks('createCharge', 'requestCancel')
  })

  test('outlasts a pause by the payer, in which the paid time stands still', () => {
    subscribed()
      .when('subscription.cancelAtPeriodEnd')
      .when(frozenByPayer)
      .is('Paused')
      .offers('cancel', 'uncancel', 'giveFeedback')
      .when(unfrozen(daysLater(30)))
      .is('Active.Ending')
      .waits('untilEndIsDue', new Date(beganAt + 30 * dayMs - dayMs / 4).toISOString())
  })

  test('in a pause resumes it first, for what is left of the paid time', () => {
    subscribed()
      .when(frozenByMerchant)
      .when('subscription.cancelAtPeriodEnd')
      .is('PendingUnPause')
      .asks('requestUnfreeze')
      .when(unfrozen(daysLater(15)))
      .is('Active.Ending')
  })

  test('is not offered where nothing is paid for, nor after the last charge', () => {
    subscribed()
      .whenTimeIsUp('untilRiskWindow')
      .whenTimeIsUp('untilDue')
      .refuses('subscription.cancelAtPeriodEnd')
    subscribed({ maxPeriods: 1 }).refuses('subscription.cancelAtPeriodEnd')
  })
})

describe('the right to withdraw', () => {
  const withRight = () => subscribed({ withdrawalDays: 14 })

  test('ends the subscription, and nothing that was paid for is left', () => {
    withRight()
      .offers('pause', 'pauseUntil', 'cancel', 'cancelAtPeriodEnd', 'withdraw')
      .later(3 * dayMs)
      .when('subscription.withdraw')
      .is('PendingCancel')
      .remembers({ reason: 'Withdrawn', withdrawnAt: daysLater(3) })
      .when(cancelledByPayer)
      .is('Cancelled.Over')
      .remembers({ reason: 'Withdrawn' })
      .refuses('subscription.withdraw')
  })

  test('holds after a cancellation, too', () => {
    withRight()
      .when('subscription.cancel')
      .when(cancelledByPayer)
      .is('Cancelled.PaidTime')
      .when('subscription.withdraw')
      .is('Cancelled.Over')
      .remembers({ reason: 'Withdrawn' })
  })

  test('ends when its days are over', () => {
    withRight()
      .later(14 * dayMs + 1)
      .refuses('subscription.withdraw')
  })

  test('is there only where the merchant granted it', () => {
    subscribed().refuses('subscription.withdraw')
  })
})
