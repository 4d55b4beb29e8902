import { describe, test } from 'vitest'
import { dayMs, secondMs } from '../../../machines/durations.ts'
import type { ReasonName } from '../../../machines/reasons.ts'
import { neverMs } from '../../../machines/subscription/subscription.schedule.ts'
import { SubscriptionInput } from '../../../machines/subscription/subscription.events.ts'
import { story } from '../../support/story.ts'
import { beganAt, daysLater } from '../cases/owner.ts'
import { terms } from '../cases/subscription.ts'
import { cancelledByPayer, charged, fundsSeen } from './chain-events.ts'

const subscribe = (changes: object = {}) =>
  story({ kind: 'subscription', input: SubscriptionInput.parse({ ...terms, ...changes }), beganAt })

const later = (ms: number) => new Date(Date.parse(daysLater(0)) + ms).toISOString()

describe('a subscription from draft to the first payment', () => {
  test('a payer approves, and the first payment starts at once (S2.3-11, S3.2-1)', () => {
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

  test('a merchant activates before the payer has approved, and learns what is missing (S3.2-4)', () => {
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

  test('a start that lies ahead is waited for, and nothing is taken before (S4.3-6)', () => {
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

  test('a payer who lowers the approval before the start has not revoked it', () => {
    subscribe({ startFrom: daysLater(7) })
      .when(fundsSeen('20', '20'))
      .when(fundsSeen('9', '20'))
      .is('Draft.Idle')
      .remembers({ reason: 'InsufficientAllowance' })
  })

  test('a draft says whether the payer never approved, or took the approval back', () => {
    subscribe()
      .when('subscription.activate')
      .when(fundsSeen('0', '20'))
      .remembers({ reason: 'InsufficientAllowance' })
      .when(fundsSeen('20', '0'))
      .when(fundsSeen('0', '0'))
      .when('subscription.activate')
      .when(fundsSeen('0', '0'))
      .remembers({ reason: 'AllowanceRevoked' })
  })

  test('a draft that the merchant wants to begin himself waits for the command, whatever the payer does (S3.2-4)', () => {
    subscribe({ activation: 'manual' })
      .when(fundsSeen('20', '20'))
      .is('Draft.Idle')
      .asks()
      .when('subscription.activate')
      .when(fundsSeen('20', '0'))
      .remembers({ reason: 'InsufficientBalance' })
      .when(fundsSeen('20', '20'))
      .is('Draft.Idle')
      .when('subscription.activate')
      .when(fundsSeen('20', '20'))
      .is('Pending.Charging')
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

  test('one that failed though the money is there again is tried again by itself, later and later', () => {
    const failed = (number: number, reason: ReasonName) =>
      ({ type: 'charge.failed', number, reason }) as const
    const failedOnce = () =>
      subscribe()
        .when(fundsSeen('20', '20'))
        // The allowance was gone in the block of the transaction, and is back in the next.
        .when(fundsSeen('0', '20'))
        .when(fundsSeen('20', '20'))
        .when(failed(1, 'AllowanceRevoked'))
        .is('Draft.Idle')
        .waits('untilTriedAgain', later(15 * secondMs))
        .whenTimeIsUp('untilTriedAgain')
        .is('Draft.CheckingFunds')
        .asks('checkFunds')
    failedOnce()
      .when(fundsSeen('20', '20'))
      .is('Pending.Charging')
      .asksFor('createCharge', { charge: { number: 2, period: 1 } })
      .when(failed(2, 'AllowanceRevoked'))
      .waits('untilTriedAgain', later(75 * secondMs))
    failedOnce()
      .when(fundsSeen('20', '9'))
      .is('Draft.Idle')
      .remembers({ reason: 'InsufficientBalance' })
      .waits('untilTriedAgain', later(15 * secondMs + neverMs))
  })
})

describe('a first payment that is held up', () => {
  const heldUp = () =>
    subscribe()
      .when(fundsSeen('20', '20'))
      .when({ type: 'charge.heldBack', number: 1, reason: 'GasWalletEmpty' })
      .is('Suspended')
  const charged1 = { ...charged(1), chargedAt: daysLater(36) }
  const lastMoment = new Date(Date.parse(daysLater(37)) + 1_000).toISOString()

  test('is waited for as long as the contract takes it, and then the draft has expired', () => {
    heldUp()
      .waits('untilLapseIsNear', daysLater(36))
      .waits('untilGraceEnds', lastMoment)
      .whenTimeIsUp('untilLapseIsNear')
      .remembers({ charge: { isLapsing: true } })
      .whenTimeIsUp('untilGraceEnds')
      .is('PendingCancel')
      .asks('requestCancel')
      .remembers({ reason: 'DraftExpired' })
      .when(charged1)
      .is('Active.Current')
    heldUp()
      .when(fundsSeen('0', '20'))
      .whenTimeIsUp('untilLapseIsNear')
      .whenTimeIsUp('untilGraceEnds')
      .asks('requestCancel')
      .when(fundsSeen('0', '20'))
      .is('Cancelled')
  })

  test('and failed at last leads to a draft that nobody can activate past its time', () => {
    heldUp()
      .when({ type: 'charge.failed', number: 1, reason: 'InsufficientBalance' })
      .is('Draft.Idle')
      .whenTimeIsUp('untilDraftExpires')
      .is('PendingCancel')
      .when(charged1)
      .is('PendingCancel')
  })
})

describe('a draft that is approved and waits for the money', () => {
  const outrun = { ...fundsSeen('20', '5'), isOutrun: true } as const

  test('says so, and begins with the money (bugs F8)', () => {
    subscribe()
      .when(fundsSeen('20', '5'))
      .is('Draft.Idle')
      .remembers({ reason: 'InsufficientBalance' })
      .when(fundsSeen('20', '20'))
      .is('Pending.Charging')
      .remembers({ reason: null })
    subscribe().when(fundsSeen('20', '5')).when(fundsSeen('0', '5')).remembers({ reason: null })
  })

  test('begins no more by itself once another one has begun in its place, but by command (bugs F8)', () => {
    subscribe()
      .when(fundsSeen('20', '5'))
      .when(outrun)
      .is('Draft.Idle')
      .remembers({ reason: 'OtherBegan' })
      .when(fundsSeen('20', '20'))
      .is('Draft.Idle')
      .remembers({ reason: 'OtherBegan' })
      .when('subscription.activate')
      .when(fundsSeen('20', '20'))
      .is('Pending.Charging')
  })

  test('does not begin where the word of the other one comes with the money (bugs F8)', () => {
    subscribe()
      .when({ ...outrun, balance: '20' })
      .is('Draft.Idle')
      .when('subscription.cancel')
      .is('PendingCancel')
      .asks('requestCancel')
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

  test('a draft with an approval left over is ended on the chain once its payer has the money', () => {
    subscribe()
      .when(fundsSeen('10', '5'))
      .when('subscription.cancel')
      .is('Cancelled')
      .asks()
      .when(fundsSeen('10', '10'))
      .is('PendingCancel')
      .asks('requestCancel')
      .when(cancelledByPayer)
      .is('Cancelled')
      .offers('giveFeedback')
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
