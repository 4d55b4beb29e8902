import { describe, test } from 'vitest'
import { dayMs } from '../../../machines/durations.ts'
import { SubscriptionInput } from '../../../machines/subscription/subscription.events.ts'
import { story } from '../../support/story.ts'
import { beganAt, daysLater } from '../cases/owner.ts'
import { terms } from '../cases/subscription.ts'
import { charged, frozenByPayer, fundsSeen, refusal, unfrozen } from './chain-events.ts'

/** A subscription that is paid for the first of two periods of ten days, with two days of grace. */
const subscribed = (maxPeriods = 2) =>
  story({
    kind: 'subscription',
    input: SubscriptionInput.parse({ ...terms, maxPeriods }),
    beganAt,
  })
    .when(fundsSeen('20', '20'))
    .when(charged(1))

const attemptFailed = { type: 'charge.attemptFailed', number: 2, reason: 'InsufficientBalance' }

/** Returns the second after a moment: the contract takes a charge in the last second of the grace, too. */
const secondAfter = (moment: string) => new Date(Date.parse(moment) + 1_000).toISOString()

/** A subscription whose second period's grace went by without the event of a charge. */
const lost = () =>
  subscribed()
    .whenTimeIsUp('untilRiskWindow')
    .whenTimeIsUp('untilDue')
    .when(attemptFailed)
    .whenTimeIsUp('untilGraceEnds')
    .is('PendingCancel')

describe('renewing a subscription', () => {
  test('every period is charged when it is due, until all are paid (S2.2-11)', () => {
    subscribed()
      .waits('untilDue', daysLater(10))
      .whenTimeIsUp('untilRiskWindow')
      .asks('checkFunds')
      .whenTimeIsUp('untilDue')
      .is('Active.Charging')
      .asksFor('createCharge', { charge: { number: 2, period: 2, dueAt: daysLater(10) } })
      .when(charged(2))
      .is('Active.Current')
      .whenTimeIsUp('untilDue')
      .is('Finished')
      .asks()
      .offers()
  })

  test('a late charge does not move the next one (S2.2-11)', () => {
    subscribed()
      .whenTimeIsUp('untilRiskWindow')
      .whenTimeIsUp('untilDue')
      .later(dayMs)
      .when(charged(2))
      .remembers({ nextChargeAt: daysLater(20) })
      .waits('untilDue', daysLater(20))
  })

  test('a charge that is due once the pause is over looks at the funds by itself, and nothing before it does', () => {
    subscribed()
      .whenTimeIsUp('untilRiskWindow')
      .whenTimeIsUp('untilDue')
      .when(attemptFailed)
      .when(frozenByPayer)
      .when(unfrozen(daysLater(10)))
      .is('Active.Current')
      .waits('untilRiskWindow', daysLater(10 + 100 * 365))
      .whenTimeIsUp('untilDue')
      .is('Active.Charging')
  })

  test('the merchant is warned seven days ahead that the next charge is not allowed', () => {
    subscribed()
      .waits('untilRiskWindow', daysLater(3))
      .whenTimeIsUp('untilRiskWindow')
      .when(fundsSeen('5', '20'))
      .remembers({ isAtRisk: true })
      .when(fundsSeen('10', '20'))
      .remembers({ isAtRisk: false })
  })
})

describe('a payer who runs out of money', () => {
  test('tops up within the grace and keeps the subscription (S2.2-12)', () => {
    subscribed()
      .whenTimeIsUp('untilRiskWindow')
      .whenTimeIsUp('untilDue')
      .when(attemptFailed)
      .is('Active.Overdue')
      .remembers({ reason: 'InsufficientBalance' })
      .waits('untilGraceEnds', secondAfter(daysLater(12)))
      .when(fundsSeen('10', '20'))
      .asks('retryCharge')
      .when(charged(2))
      .is('Active.Current')
      .remembers({ reason: null })
  })

  test('and does not top up loses the subscription when the grace is over (S2.2-12)', () => {
    subscribed()
      .whenTimeIsUp('untilRiskWindow')
      .whenTimeIsUp('untilDue')
      .when(attemptFailed)
      .whenTimeIsUp('untilGraceEnds')
      .is('PendingCancel')
      .asks('cancelCharge', 'requestCancel')
      .remembers({ reason: 'GraceExpired' })
      .ignores(refusal('cancel'))
      .is('PendingCancel')
      .when({ ...refusal('cancel'), reason: 'GraceExpired' })
      .is('Cancelled')
  })

  test('keeps the subscription until the grace is over, also when nothing more is tried', () => {
    subscribed()
      .whenTimeIsUp('untilRiskWindow')
      .whenTimeIsUp('untilDue')
      .when({ type: 'charge.failed', number: 2, reason: 'InsufficientBalance' })
      .is('Active.Overdue')
      .asks()
      .waits('untilGraceEnds', secondAfter(daysLater(12)))
  })

  test('keeps the subscription, when a charge within the grace is read late', () => {
    lost()
      .when(charged(2))
      .is('Active.Current')
      .asks('confirmCharge')
      .remembers({ reason: null, chargesMade: 2 })
  })

  test('keeps the subscription, when a pause within the grace is read late', () => {
    lost().when(frozenByPayer).is('Paused').remembers({ reason: null })
    lost()
      .when(unfrozen(daysLater(15)))
      .is('Active.Current')
      .remembers({ reason: null, nextChargeAt: daysLater(15) })
  })

  test('loses the subscription for good, when the merchant cancels as well', () => {
    lost()
      .when('subscription.cancel')
      .asks('cancelCharge', 'requestCancel')
      .remembers({ reason: 'CancelRequested' })
      .when(charged(2))
      .is('PendingCancel')
  })

  test('is not charged again before there is enough', () => {
    subscribed()
      .whenTimeIsUp('untilRiskWindow')
      .whenTimeIsUp('untilDue')
      .when(attemptFailed)
      .when(fundsSeen('10', '9'))
      .asks()
      .is('Active.Overdue')
  })
})

describe('a merchant whose gas wallet is empty', () => {
  const heldBack = { type: 'charge.heldBack', number: 2, reason: 'GasWalletEmpty' }

  test('sees the subscription suspended, and it goes on when there is gas', () => {
    subscribed()
      .whenTimeIsUp('untilRiskWindow')
      .whenTimeIsUp('untilDue')
      .when(heldBack)
      .is('Suspended')
      .remembers({ reason: 'GasWalletEmpty' })
      .when({ type: 'charge.released', number: 2 })
      .is('Active.Charging')
      .when(charged(2))
      .is('Active.Current')
  })

  test('keeps the grace of a payer who was overdue already', () => {
    subscribed()
      .whenTimeIsUp('untilRiskWindow')
      .whenTimeIsUp('untilDue')
      .when(attemptFailed)
      .when(heldBack)
      .is('Suspended')
      .waits('untilGraceEnds', secondAfter(daysLater(12)))
      .when({ type: 'charge.released', number: 2 })
      .is('Active.Overdue')
      .waits('untilGraceEnds', secondAfter(daysLater(12)))
  })
})

describe('a merchant whose gas wallet stays empty', () => {
  const heldBack = { type: 'charge.heldBack', number: 2, reason: 'GasWalletEmpty' }
  const suspended = () =>
    subscribed().whenTimeIsUp('untilRiskWindow').whenTimeIsUp('untilDue').when(heldBack)
  const lapsed = () =>
    suspended().whenTimeIsUp('untilLapseIsNear').whenTimeIsUp('untilGraceEnds').is('PendingCancel')

  test('is warned once with a third of the grace left, and loses the subscription when it is over', () => {
    suspended()
      .waits('untilLapseIsNear', new Date(Date.parse(daysLater(12)) - 16 * 3_600_000).toISOString())
      .waits('untilGraceEnds', secondAfter(daysLater(12)))
      .whenTimeIsUp('untilLapseIsNear')
      .is('Suspended')
      .remembers({ reason: 'GasWalletEmpty', charge: { isLapsing: true } })
      .whenTimeIsUp('untilGraceEnds')
      .is('PendingCancel')
      .asks('requestCancel')
      .remembers({ reason: 'GraceExpired' })
      .when({ ...refusal('cancel'), reason: 'GraceExpired' })
      .is('Cancelled')
  })

  test('keeps it, when a charge or a pause within the grace is read late', () => {
    lapsed().when(charged(2)).is('Active.Current').asks('confirmCharge')
    lapsed().when(frozenByPayer).is('Paused').remembers({ reason: null })
  })
})

describe('a reorganisation that takes a charge back', () => {
  test('has the charge made again, and the merchant is informed', () => {
    subscribed()
      .whenTimeIsUp('untilRiskWindow')
      .whenTimeIsUp('untilDue')
      .when(charged(2))
      .when({
        type: 'chain.chargeReorged',
        period: 2,
        nextChargeAt: daysLater(10),
        allowance: '10',
      })
      .is('Active.Charging')
      .asks('cancelCharge', 'reopenCharge')
      .remembers({ chargesMade: 1, nextChargeAt: daysLater(10) })
  })

  test('stops the charge that was opened after it, and goes on with that one in its turn', () => {
    const inFlight = subscribed(4)
      .whenTimeIsUp('untilRiskWindow')
      .whenTimeIsUp('untilDue')
      .when(charged(2))
      .whenTimeIsUp('untilRiskWindow')
      .whenTimeIsUp('untilDue')
      .remembers({ chargeNumber: 3 })
      .when({
        type: 'chain.chargeReorged',
        period: 2,
        nextChargeAt: daysLater(10),
        allowance: '10',
      })
      .asks('cancelCharge', 'reopenCharge')
      .when(charged(2))
      .asks('confirmCharge')
    inFlight
      .whenTimeIsUp('untilRiskWindow')
      .whenTimeIsUp('untilDue')
      .asks('resumeCharge')
      .remembers({ chargeNumber: 3 })
  })

  test('takes two periods back, one after the other, each under its own number', () => {
    const takenBack = (period: number, day: number) => ({
      type: 'chain.chargeReorged',
      period,
      nextChargeAt: daysLater(day),
      allowance: '10',
    })
    subscribed(4)
      .whenTimeIsUp('untilRiskWindow')
      .whenTimeIsUp('untilDue')
      .when(charged(2))
      .whenTimeIsUp('untilRiskWindow')
      .whenTimeIsUp('untilDue')
      .when(charged(3))
      .when(takenBack(3, 20))
      .when(takenBack(2, 10))
      .remembers({ chargesMade: 1, stoppedCharges: [{ number: 3, period: 3 }] })
      .when(charged(2))
      .remembers({ confirmedNumbers: [1, 2] })
      .when(charged(3))
      .asks('confirmCharge')
      .remembers({ confirmedNumbers: [1, 2, 3], stoppedCharges: [] })
  })

  test('has the first charge made again, and the subscription is no longer active', () => {
    subscribed()
      .when({
        type: 'chain.chargeReorged',
        period: 1,
        nextChargeAt: daysLater(0),
        allowance: '20',
      })
      .is('Pending.Charging')
      .asks('cancelCharge', 'reopenCharge')
  })
})
