import { describe, test } from 'vitest'
import { PaymentInput } from '../../../machines/payment/payment.events.ts'
import { story } from '../../support/story.ts'
import { beganAt } from '../cases/owner.ts'
import { deposited, depositsSeen, refundOf, terms } from '../cases/payment.ts'

/** A payment of a thousand, within one day. */
const payment = () => story({ kind: 'payment', input: PaymentInput.parse(terms), beganAt })

/** A payment of which a part came, with the time still running. */
const partly = () =>
  payment()
    .when(depositsSeen(1, { inTime: deposited(999) }))
    .is('InProgress.Partial')

describe('a payment that came in part', () => {
  test('the merchant takes the part for the price, without waiting for the end', () => {
    partly()
      .offers('accept', 'cancel')
      .when('payment.accept')
      .is('Succeeded.Accepted')
      .remembers({ accepted: '999' })
      .asksFor('requestSweep', { tokens: [terms.token] })
      .waits('untilExpired', undefined)
  })

  test('the merchant cancels, and has the part to give back', () => {
    partly()
      .when('payment.cancel')
      .is('Failed.Funded')
      .offers('accept', 'recordRefund', 'sweep')
      .when(refundOf('999'))
      .is('Failed.FundsRefunded')
      .offers('sweep')
  })

  test('the rest that comes after a cancellation is given back as well, or taken with the part', () => {
    const cancelled = () =>
      partly()
        .when('payment.cancel')
        .when(depositsSeen(2, { inTime: deposited(1000) }))
        .is('Failed.Funded')
    cancelled().when(refundOf('1000')).is('Failed.FundsRefunded')
    cancelled().when('payment.accept').is('Succeeded.Accepted').remembers({ accepted: '1000' })
  })

  test('the rest that comes after the part was accepted is too much', () => {
    partly()
      .when('payment.accept')
      .when(depositsSeen(2, { inTime: deposited(1000) }))
      .is('Succeeded.Overpaid')
      .when(refundOf('1'))
      .is('Succeeded.ExcessRefunded')
  })

  test('an accepted part that a reorganisation takes back is waited for, and counts once', () => {
    partly()
      .when('payment.accept')
      .when(depositsSeen(2, {}))
      .is('Created')
      .when(depositsSeen(3, { inTime: deposited(0, 999) }))
      .is('InProgress.Confirming')
      .when(depositsSeen(4, { inTime: deposited(999) }))
      .is('Succeeded.Accepted')
      .remembers({ accepted: '999' })
  })

  test('a part that a reorganisation takes back after the cancellation leaves nothing to give back', () => {
    partly()
      .when('payment.cancel')
      .when(depositsSeen(2, {}))
      .is('Failed.Cancelled')
      .offers()
      .when(depositsSeen(3, { inTime: deposited(999) }))
      .is('Failed.Funded')
  })

  test('a part that is not confirmed yet can be cancelled and not accepted', () => {
    payment()
      .when(depositsSeen(1, { inTime: deposited(0, 999) }))
      .offers('cancel')
      .refuses('payment.accept')
      .when('payment.cancel')
      .is('Failed.Funded')
      .offers()
      .when(depositsSeen(2, { inTime: deposited(999) }))
      .offers('accept', 'recordRefund', 'sweep')
  })
})
