import { describe, test } from 'vitest'
import { dayMs } from '../../../machines/durations.ts'
import { beganAt, daysLater } from '../cases/owner.ts'
import {
  cancelledByPayer,
  charged,
  frozenByMerchant,
  frozenByPayer,
  fundsSeen,
  refusal,
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

describe('a pause with an end', () => {
  const until = daysLater(6)

  test('ends by itself', () => {
    subscribed()
      .when({ type: 'subscription.pauseUntil', until })
      .is('PendingPause')
      .when(frozenByMerchant)
      .waits('untilResumed', until)
      .whenTimeIsUp('untilResumed')
      .is('PendingUnPause')
      .asks('requestUnfreeze')
      .when(unfrozen(daysLater(14)))
      .is('Active.Current')
      .remembers({ resumeAt: null })
  })

  test('cannot end so late that the transaction might miss the grace, nor in the past', () => {
    const latest = daysLater(12 - 1 / 4)
    subscribed()
      .refuses({ type: 'subscription.pauseUntil', until: daysLater(12) })
      .refuses({ type: 'subscription.pauseUntil', until: daysLater(-1) })
      .when({ type: 'subscription.pauseUntil', until: latest })
      .when(frozenByMerchant)
      .whenTimeIsUp('untilResumed')
      .is('PendingUnPause')
      .asks('requestUnfreeze')
  })

  test('ends in time where the contract lets the service resume for less long than was known', () => {
    subscribed()
      .when({ type: 'subscription.pauseUntil', until: daysLater(11) })
      .when({ ...frozenByMerchant, operatorUntil: daysLater(8) })
      .waits('untilResumed', daysLater(8 - 1 / 4))
  })

  test('is the second of its period: it ends by what the first one left, from its promise on', () => {
    // The contract holds both to twelve days; the schedule alone would say 15.
    const resumed = subscribed()
      .later(1 * dayMs)
      .when('subscription.pause')
      .when(frozenByMerchant)
      .later(4 * dayMs)
      .when('subscription.unpause')
      .when(unfrozen(daysLater(13)))
      .is('Active.Current')
    resumed.refuses({ type: 'subscription.pauseUntil', until: daysLater(12) })
    resumed
      .when({ type: 'subscription.pauseUntil', until: daysLater(12 - 1 / 4) })
      .is('PendingPause')
      .when({ ...frozenByMerchant, position: 250 })
      .waits('untilResumed', daysLater(12 - 1 / 4))
  })

  test('is held to no end of an earlier period, nor to one that the payer resumed after', () => {
    const paused = () =>
      subscribed()
        .later(1 * dayMs)
        .when('subscription.pause')
        .when(frozenByMerchant)
    paused()
      .later(4 * dayMs)
      .when('subscription.unpause')
      .when(unfrozen(daysLater(13)))
      .when({ ...charged(2), nextChargeAt: daysLater(23), position: 250 })
      .when({ type: 'subscription.pauseUntil', until: daysLater(24) })
      .is('PendingPause')
    paused()
      .whenTimeIsUp('untilOnlyPayerMayResume')
      .when(unfrozen(daysLater(21)))
      .when({ type: 'subscription.pauseUntil', until: daysLater(22) })
      .is('PendingPause')
  })

  test('can be given another end, and does not end by itself after a refusal', () => {
    subscribed()
      .when('subscription.pause')
      .when(frozenByMerchant)
      .ignores('subscription.pause')
      .when({ type: 'subscription.pauseUntil', until })
      .waits('untilResumed', until)
      .ignores({ type: 'subscription.pauseUntil', until })
      .whenTimeIsUp('untilResumed')
      .when(refusal('unfreeze'))
      .is('Paused')
      .remembers({ resumeAt: null, reason: 'ChainReverted' })
      .offers('unpause', 'pauseUntil', 'cancel', 'cancelAtPeriodEnd')
  })

  test('that the payer takes over on the chain is the payer’s to end', () => {
    subscribed()
      .when({ type: 'subscription.pauseUntil', until })
      .when(frozenByPayer)
      .remembers({ resumeAt: null })
      .offers('cancel')
  })
})

describe('a pause without an end', () => {
  const paused = () => subscribed().when('subscription.pause').when(frozenByMerchant)

  test('is warned of three days before only the payer can end it', () => {
    paused()
      .waits('untilResumeIsDue', daysLater(12 - 1 / 4 - 3))
      .whenTimeIsUp('untilResumeIsDue')
      .is('Paused')
      .remembers({ isResumeDue: true })
      .whenTimeIsUp('untilOnlyPayerMayResume')
      .remembers({ reason: 'OnlyPayerMayResume' })
      .refuses({ type: 'subscription.pauseUntil', until: daysLater(13) })
  })

  test('of few days is warned of with a third of them left', () => {
    subscribed()
      .later(9 * dayMs)
      .when('subscription.pause')
      .when(frozenByMerchant)
      .waits('untilResumeIsDue', daysLater(12 - 1 / 4 - (3 - 1 / 4) / 3))
  })

  test('needs no warning where the payer began it, nor once it has an end', () => {
    subscribed().when(frozenByPayer).waits('untilResumeIsDue', daysLater(36_500))
    paused()
      .when({ type: 'subscription.pauseUntil', until: daysLater(6) })
      .waits('untilResumeIsDue', daysLater(36_500))
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
