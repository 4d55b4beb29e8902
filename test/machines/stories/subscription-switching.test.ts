import { describe, test } from 'vitest'
import { addressOf, daysLater } from '../cases/owner.ts'
import { cancelledByPayer, charged, fundsSeen } from './chain-events.ts'
import { draft, subscribed } from './three-periods.ts'

const other = addressOf('5')
const approved = (when: 'PaidPeriodEnd' | 'Now', until = daysLater(47)) => ({
  type: 'successor.approved',
  contractAddress: other,
  when,
  until,
})

describe('the old subscription of a switch', () => {
  test('ends with its paid time, and only then the new one hears of it', () => {
    subscribed()
      .when(approved('PaidPeriodEnd'))
      .is('Active.Ending')
      .asks()
      .offers('cancel')
      .refuses('subscription.uncancel')
      .whenTimeIsUp('untilEndIsDue')
      .when(cancelledByPayer)
      .is('Cancelled.PaidTime')
      .asksFor('reportEnd', { contractAddress: other, paidUntil: daysLater(10) })
  })

  test('ends at once where the payer wants it so', () => {
    subscribed().when(approved('Now')).is('PendingCancel').remembers({ reason: 'Switched' })
  })

  test.each(['PaidPeriodEnd', 'Now'] as const)(
    'goes on where the new one could not wait until its paid time ends (%s)',
    (when) => {
      subscribed()
        .when(approved(when, daysLater(9)))
        .is('Active.Current')
        .asksFor('reportStays', { contractAddress: other })
    },
  )

  test('has one successor only', () => {
    subscribed()
      .when(approved('PaidPeriodEnd'))
      .when({ ...approved('Now'), contractAddress: addressOf('6') })
      .is('Active.Ending')
      .asksFor('reportStays', { contractAddress: addressOf('6') })
  })

  test('can go on after all once the new one is gone', () => {
    subscribed()
      .when(approved('PaidPeriodEnd'))
      .when({ type: 'successor.ended', contractAddress: other })
      .is('Active.Ending')
      .offers('uncancel', 'cancel', 'giveFeedback')
  })

  test('whose charge is under way ends at once, and a charge that lands is waited for', () => {
    subscribed()
      .whenTimeIsUp('untilRiskWindow')
      .whenTimeIsUp('untilDue')
      .when(approved('PaidPeriodEnd'))
      .is('PendingCancel')
      .when(charged(2))
      .when(cancelledByPayer)
      .asksFor('reportEnd', { contractAddress: other, paidUntil: daysLater(20) })
  })

  test('that ended before tells at once', () => {
    subscribed()
      .when(cancelledByPayer)
      .when(approved('PaidPeriodEnd'))
      .asksFor('reportEnd', { paidUntil: daysLater(10) })
  })
})

describe('the new subscription of a switch', () => {
  const replacing = () =>
    draft({ replaces: { contractAddress: other, when: 'PaidPeriodEnd' } }).when(
      fundsSeen('30', '30'),
    )

  test('is charged once the old one has ended, and not before its paid time is over', () => {
    replacing()
      .is('Pending.AwaitingPredecessor')
      .asksFor('reportApproval', { contractAddress: other, when: 'PaidPeriodEnd' })
      .when({ type: 'predecessor.ended', paidUntil: daysLater(8) })
      .is('Pending.AwaitingStart')
      .asks()
      .whenTimeIsUp('untilStart')
      .is('Pending.Charging')
      .asksFor('createCharge', { charge: { dueAt: daysLater(8) } })
  })

  test('is not left itself before the old one has ended', () => {
    const another = { ...approved('Now'), contractAddress: addressOf('6') }
    replacing()
      .when(another)
      .is('Pending.AwaitingPredecessor')
      .asksFor('reportStays', { contractAddress: addressOf('6') })
  })

  test('that is left before it began tells until when the old one was paid for', () => {
    replacing()
      .when({ type: 'predecessor.ended', paidUntil: daysLater(8) })
      .when({ ...approved('Now'), contractAddress: addressOf('6') })
      .is('PendingCancel')
      .when(cancelledByPayer)
      .asksFor('reportEnd', { contractAddress: addressOf('6'), paidUntil: daysLater(8) })
  })

  test('tells the old one how long it waits: no longer than a draft', () => {
    replacing().asksFor('reportApproval', { until: daysLater(30) })
  })

  test('ends where the old one stays', () => {
    replacing()
      .when({ type: 'predecessor.stays' })
      .is('PendingCancel')
      .remembers({ reason: 'SwitchRefused' })
  })

  test('frees the old one where it ends before it began', () => {
    replacing()
      .when('subscription.cancel')
      .when(cancelledByPayer)
      .asksFor('reportNotBegun', { contractAddress: other })
  })

  test('does not wait for ever', () => {
    replacing().whenTimeIsUp('untilDraftExpires').is('PendingCancel')
  })
})
