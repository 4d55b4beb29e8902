import { describe, test } from 'vitest'
import { dayMs, hourMs } from '../../../machines/durations.ts'
import { daysLater } from '../cases/owner.ts'
import { charged, frozenByMerchant, frozenByPayer, refusal, unfrozen } from './chain-events.ts'
import { subscribed } from './three-periods.ts'

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

  test('loses it to a pause without one, before it has begun and while it lasts', () => {
    subscribed()
      .when({ type: 'subscription.pauseUntil', until })
      .offers('pause', 'pauseUntil', 'cancel')
      .when('subscription.pause')
      .remembers({ resumeAt: null })
      .ignores('subscription.pause')
      .when(frozenByMerchant)
      .when({ type: 'subscription.pauseUntil', until })
      .waits('untilResumed', until)
      .offers('unpause', 'pause', 'pauseUntil', 'cancel', 'cancelAtPeriodEnd')
      .when('subscription.pause')
      .is('Paused')
      .asks()
      .waits('untilResumed', daysLater(36_500))
      .waits('untilResumeIsDue', daysLater(12 - 1 / 4 - 3))
      .ignores('subscription.pause')
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

  test('is not begun where an earlier one in the period leaves the service no time to end it', () => {
    const resumed = paused()
      .later(11 * dayMs)
      .when('subscription.unpause')
      .when(unfrozen(daysLater(21)))
    resumed
      .offers('pause', 'pauseUntil', 'cancel', 'cancelAtPeriodEnd')
      .later(18 * hourMs)
      .is('Active.Current')
      .refuses('subscription.pause')
      .refuses({ type: 'subscription.pauseUntil', until: daysLater(11.9) })
      .when('subscription.cancelAtPeriodEnd')
      .when('subscription.uncancel')
      .offers('cancel', 'cancelAtPeriodEnd')
      .when({ ...charged(2), nextChargeAt: daysLater(31), position: 250 })
      .offers('pause', 'pauseUntil', 'cancel', 'cancelAtPeriodEnd')
  })

  test('that the chain began too late for a warning is told of once it is the payer’s to end, and not before', () => {
    subscribed()
      .when('subscription.pause')
      .later((12 - 1 / 8) * dayMs)
      .when(frozenByMerchant)
      .waits('untilResumeIsDue', daysLater(36_500 + 12 - 1 / 8))
      .whenTimeIsUp('untilOnlyPayerMayResume')
      .remembers({ reason: 'OnlyPayerMayResume', isResumeDue: false })
  })

  test('needs no warning where the payer began it, nor once it has an end', () => {
    subscribed().when(frozenByPayer).waits('untilResumeIsDue', daysLater(36_500))
    paused()
      .when({ type: 'subscription.pauseUntil', until: daysLater(6) })
      .waits('untilResumeIsDue', daysLater(36_500))
  })
})
