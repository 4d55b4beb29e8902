import { describe, test } from 'vitest'
import { SubscriptionInput } from '../../../machines/subscription/subscription.events.ts'
import { story } from '../../support/story.ts'
import { beganAt, dayMs, daysLater } from '../cases/owner.ts'
import { terms } from '../cases/subscription.ts'
import { cancelledByPayer, charged, fundsSeen } from './chain-events.ts'

const subscribe = (changes: object = {}) =>
  story({ kind: 'subscription', input: SubscriptionInput.parse({ ...terms, ...changes }), beganAt })

describe('a subscription from draft to the first payment', () => {
  test('a payer approves, and the first payment starts at once', () => {
    subscribe()
      .is('Draft.Idle')
      .offers('activate', 'cancel')
      .when(fundsSeen('20', '20'))
      .is('Pending.Charging')
      .asks('createCharge')
      .asksFor('createCharge', { charge: { number: 1, period: 1, dueAt: daysLater(0) } })
      .when(charged(1))
      .is('Active.Current')
      .asks('confirmCharge')
      .remembers({ chargesMade: 1, nextChargeAt: daysLater(10), charge: null })
  })

  test('a merchant activates before the payer has approved, and learns what is missing', () => {
    subscribe()
      .when('subscription.activate')
      .is('Draft.CheckingFunds')
      .asks('checkFunds')
      .when(fundsSeen('0', '20'))
      .is('Draft.Idle')
      .remembers({ reason: 'InsufficientAllowance' })
      .when('subscription.activate')
      .when(fundsSeen('20', '9'))
      .remembers({ reason: 'InsufficientBalance' })
  })

  test('an activation answers even if no node of the chain does', () => {
    subscribe()
      .when('subscription.activate')
      .whenTimeIsUp('untilCheckGivenUp')
      .is('Draft.Idle')
      .remembers({ reason: 'RpcUnavailable' })
  })

  test('a start that lies ahead is waited for, and nothing is taken before', () => {
    subscribe({ startFrom: daysLater(7) })
      .when(fundsSeen('20', '20'))
      .is('Pending.AwaitingStart')
      .asks()
      .waits('untilStart', daysLater(7))
      .whenTimeIsUp('untilStart')
      .is('Pending.Charging')
      .asks('createCharge')
  })

  test('a payer who takes the approval back before the start is asked for nothing', () => {
    subscribe({ startFrom: daysLater(7) })
      .when(fundsSeen('20', '20'))
      .when(fundsSeen('0', '20'))
      .is('Draft.Idle')
      .remembers({ reason: 'AllowanceRevoked' })
      .waits('untilStart', undefined)
  })

  test('a first payment that cannot succeed leads back to the draft, and can be tried again', () => {
    subscribe()
      .when(fundsSeen('20', '20'))
      .when({ type: 'charge.failed', number: 1, reason: 'InsufficientBalance' })
      .is('Draft.Idle')
      .remembers({ reason: 'InsufficientBalance' })
      .when('subscription.activate')
      .when(fundsSeen('20', '20'))
      .is('Pending.Charging')
      .asksFor('createCharge', { charge: { number: 2, period: 1 } })
  })
})

describe('a draft that comes to nothing', () => {
  test('a draft that nobody approved is over after thirty days', () => {
    subscribe()
      .waits('untilDraftExpires', daysLater(30))
      .whenTimeIsUp('untilDraftExpires')
      .is('Cancelled')
      .asks()
      .remembers({ reason: 'DraftExpired' })
  })

  test('a draft that was activated in time goes on, though that is read after its end', () => {
    subscribe()
      .whenTimeIsUp('untilDraftExpires')
      .is('Cancelled')
      .when(charged(1))
      .is('Active.Current')
      .asks('createCharge')
      .remembers({ reason: null, chargesMade: 1 })
  })

  test('a draft that somebody activates after its end is cancelled on the chain', () => {
    subscribe()
      .whenTimeIsUp('untilDraftExpires')
      .when({ ...charged(1), chargedAt: daysLater(31) })
      .is('PendingCancel')
      .asks('createCharge', 'requestCancel')
  })

  test('a first charge that the contract has refused as too late ends the draft', () => {
    subscribe()
      .when(fundsSeen('20', '20'))
      .is('Pending.Charging')
      .later(38 * dayMs)
      .when({ type: 'charge.failed', number: 1, reason: 'DraftExpired' })
      .is('Draft.Idle')
      .whenTimeIsUp('untilDraftExpires')
      .is('Cancelled')
      .asks()
      .remembers({ reason: 'DraftExpired' })
  })

  test('a draft with an approval left over is ended on the chain as well', () => {
    subscribe()
      .when(fundsSeen('10', '5'))
      .when('subscription.cancel')
      .is('PendingCancel')
      .asks('requestCancel')
      .when(cancelledByPayer)
      .is('Cancelled')
      .offers()
  })

  test('a draft cannot be paused or resumed', () => {
    subscribe().refuses('subscription.pause').refuses('subscription.unpause').is('Draft.Idle')
  })

  test('a first payment that somebody else triggered counts', () => {
    subscribe()
      .later(dayMs)
      .when(charged(1))
      .is('Active.Current')
      .asks('createCharge')
      .asksFor('createCharge', { charge: { period: 1 }, settlement: { chargedAt: daysLater(0) } })
  })
})
