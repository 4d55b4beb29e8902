import { describe, test } from 'vitest'
import { dayMs } from '../../../machines/durations.ts'
import { SubscriptionInput } from '../../../machines/subscription/subscription.events.ts'
import { story } from '../../support/story.ts'
import { beganAt, daysLater } from '../cases/owner.ts'
import { operator, terms } from '../cases/subscription.ts'
import {
  cancelledByPayer,
  charged,
  frozenByMerchant,
  frozenByPayer,
  fundsSeen,
  refusal,
  unfrozen,
} from './chain-events.ts'

const draft = (more: object = {}) =>
  story({ kind: 'subscription', input: SubscriptionInput.parse({ ...terms, ...more }), beganAt })

/** A draft that stays one, whatever its payer allows and has. */
const manual = () => draft({ activation: 'manual' })

/** A subscription that is paid for the first of two periods of ten days, with two days of grace. */
const subscribed = () => draft().when(fundsSeen('20', '20')).when(charged(1))

/** A subscription whose second charge is under way. */
const beingCharged = () =>
  subscribed().whenTimeIsUp('untilRiskWindow').whenTimeIsUp('untilDue').is('Active.Charging')

describe('pausing a subscription', () => {
  test('counts when the chain has frozen the contract, and the time left is kept (S2.3-12)', () => {
    subscribed()
      .later(4 * dayMs)
      .when('subscription.pause')
      .is('PendingPause')
      .asks('cancelCharge', 'requestFreeze')
      .when(frozenByMerchant)
      .is('Paused')
      .waits('untilDue', undefined)
      .offers('unpause', 'pauseUntil', 'cancel', 'cancelAtPeriodEnd')
      .later(8 * dayMs)
      .when('subscription.unpause')
      .is('PendingUnPause')
      .asks('requestUnfreeze')
      .when(unfrozen(daysLater(18)))
      .is('Active.Current')
      .waits('untilDue', daysLater(18))
  })

  test('whose end overtakes the word that the payer resumed keeps what is paid for', () => {
    subscribed()
      .when(frozenByPayer)
      .when('subscription.cancel')
      .when(unfrozen(daysLater(18)))
      .is('PendingCancel')
      .remembers({ frozenBy: null, nextChargeAt: daysLater(18), reason: 'CancelRequested' })
      .when(cancelledByPayer)
      .is('Cancelled.PaidTime')
      .waits('untilPaidTimeEnds', daysLater(18))
  })

  test('a pause by the merchant that has outlived the grace is resumed by the payer only', () => {
    subscribed()
      .later(4 * dayMs)
      .when('subscription.pause')
      .when(frozenByMerchant)
      .whenTimeIsUp('untilOnlyPayerMayResume')
      .is('Paused')
      .remembers({ reason: 'OnlyPayerMayResume' })
      .offers('cancel')
      .refuses('subscription.unpause')
      .when(unfrozen(daysLater(100)))
      .is('Active.Current')
      .remembers({ reason: null })
  })

  test('a pause that only the payer can still undo says so', () => {
    subscribed()
      .when(frozenByMerchant)
      .when('subscription.unpause')
      .when({ ...refusal('unfreeze'), reason: 'OnlyPayerMayResume' })
      .is('Paused')
      .remembers({ reason: 'OnlyPayerMayResume' })
  })

  test('a payer pauses on the chain without asking anybody', () => {
    subscribed().when(frozenByPayer).is('Paused').remembers({ frozenBy: terms.payer })
  })

  test('a subscription that its payer has paused cannot be resumed by the merchant', () => {
    subscribed().when(frozenByPayer).offers('cancel').refuses('subscription.unpause')
  })

  test('a pause that the chain refuses leaves the subscription active, and says why', () => {
    subscribed()
      .when('subscription.pause')
      .when(refusal('freeze'))
      .is('Active.Current')
      .remembers({ reason: 'ChainReverted' })
  })

  test('a charge that lands while a pause is under way is recorded', () => {
    beingCharged()
      .when('subscription.pause')
      .asks('cancelCharge', 'requestFreeze')
      .when(charged(2))
      .is('PendingPause')
      .asks('confirmCharge')
      .remembers({ chargesMade: 2 })
      .when(frozenByMerchant)
      .is('Paused')
  })

  test('an old event of a freeze changes nothing', () => {
    subscribed()
      .when(frozenByMerchant)
      .when('subscription.unpause')
      .when(unfrozen(daysLater(12)))
      .ignores(frozenByMerchant)
      .is('Active.Current')
  })
})

describe('cancelling a subscription', () => {
  test('is final once the chain has cancelled the contract (S2.3-12)', () => {
    subscribed()
      .when('subscription.cancel')
      .is('PendingCancel')
      .remembers({ reason: 'CancelRequested' })
      .when(cancelledByPayer)
      .is('Cancelled')
      .remembers({ reason: 'CancelRequested' })
      .offers('giveFeedback')
      .refuses('subscription.activate')
      .ignores('subscription.cancel')
  })

  test('is final as well once the payer allows nothing any more', () => {
    subscribed().when('subscription.cancel').when(fundsSeen('0', '20')).is('Cancelled')
  })

  test('is final as well once the payer allows less than one amount', () => {
    subscribed().when('subscription.cancel').when(fundsSeen('9', '20')).is('Cancelled')
  })

  test('of a draft asks the chain for nothing while nobody could charge it', () => {
    draft().when(fundsSeen('9', '20')).when('subscription.cancel').is('Cancelled').asks()
    draft().when(fundsSeen('10', '9')).when('subscription.cancel').is('Cancelled').asks()
    draft().when(fundsSeen('10', '9')).whenTimeIsUp('untilDraftExpires').is('Cancelled').asks()
    manual()
      .when(fundsSeen('10', '10'))
      .when('subscription.cancel')
      .is('PendingCancel')
      .asks('requestCancel')
    draft().when(fundsSeen('9', '20')).whenTimeIsUp('untilDraftExpires').is('Cancelled').asks()
  })

  test('of a draft whose payer never had the amount waits for the money, or for its last day (security R3)', () => {
    draft()
      .when(fundsSeen('20', '9'))
      .when('subscription.cancel')
      .is('Cancelled')
      .asks()
      .when(fundsSeen('20', '10'))
      .is('PendingCancel')
      .asks('requestCancel')
      .when(fundsSeen('20', '9'))
      .is('Cancelled')
  })

  test('of a draft is done on chain when the payer allows a whole amount afterwards', () => {
    draft()
      .when('subscription.cancel')
      .when(fundsSeen('1', '20'))
      .is('Cancelled')
      .asks()
      .when(fundsSeen('10', '20'))
      .is('PendingCancel')
      .asks('requestCancel')
      .when(fundsSeen('9', '20'))
      .is('Cancelled')
  })

  test('of a draft whose last day is over asks the chain for nothing', () => {
    draft()
      .when('subscription.cancel')
      .later(38 * dayMs)
      .when(fundsSeen('20', '20'))
      .is('Cancelled')
      .asks()
  })

  test('of a draft on chain is not requested again when its last day is over', () => {
    manual()
      .when(fundsSeen('10', '10'))
      .when('subscription.cancel')
      .is('PendingCancel')
      .later(38 * dayMs)
      .whenTimeIsUp('untilCancelRetried')
      .is('Cancelled')
      .asks('cancelCharge')
  })

  test('is requested again every hour until the chain has done it', () => {
    subscribed()
      .when('subscription.cancel')
      .ignores(refusal('cancel'))
      .whenTimeIsUp('untilCancelRetried')
      .is('PendingCancel')
      .asks('requestCancel')
  })

  test('a payer cancels on the chain without asking anybody', () => {
    beingCharged()
      .when(cancelledByPayer)
      .is('Cancelled')
      .asks('cancelCharge')
      .remembers({ reason: 'CancelledByPayer' })
  })

  test('a cancellation by a key of the merchant, outside of the service, is not told as the payer’s', () => {
    beingCharged()
      .when({ ...cancelledByPayer, by: operator })
      .is('Cancelled')
      .remembers({ reason: 'CancelledOnChain' })
  })

  test('a charge that lands after the cancellation was requested is recorded', () => {
    beingCharged()
      .when('subscription.cancel')
      .when(charged(2))
      .is('PendingCancel')
      .asks('confirmCharge')
      .when(cancelledByPayer)
      .is('Cancelled')
  })

  test('a charge in flight that lands after the end is confirmed, and no second one is made', () => {
    beingCharged()
      .when('subscription.cancel')
      .when(fundsSeen('0', '20'))
      .is('Cancelled')
      .when(charged(2))
      .is('PendingCancel')
      .asks('confirmCharge', 'requestCancel')
      .remembers({ chargesMade: 2 })
  })

  test('a contract that contradicts its subscription is left to the operator', () => {
    subscribed()
      .when(charged(4))
      .is('Error')
      .remembers({ reason: 'ChainContradiction' })
      .offers('cancel')
  })
})
