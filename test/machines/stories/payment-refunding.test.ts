import { describe, test } from 'vitest'
import { PaymentInput, refundsMax } from '../../../machines/payment/payment.events.ts'
import { story } from '../../support/story.ts'
import { beganAt } from '../cases/owner.ts'
import { deposited, depositsSeen, otherToken, refundOf, terms } from '../cases/payment.ts'

/** A payment of a thousand, within one day. */
const payment = () => story({ kind: 'payment', input: PaymentInput.parse(terms), beganAt })

const paid = () =>
  payment()
    .when(depositsSeen(1, { inTime: deposited(1000) }))
    .is('Succeeded.Exact')

const overpaid = () =>
  payment()
    .when(depositsSeen(1, { inTime: deposited(1500) }))
    .is('Succeeded.Overpaid')

describe('a refund', () => {
  test('is recorded of no more than came and was not given back', () => {
    overpaid()
      .refuses(refundOf('1501'))
      .refuses(refundOf('0'))
      .when(refundOf('1500'))
      .is('Succeeded.ExcessRefunded')
      .offers('sweep')
      .refuses(refundOf('1'))
  })

  test('of the price leaves the payment as it was, and hides nothing that comes later', () => {
    paid()
      .when(refundOf('300'))
      .is('Succeeded.Exact')
      .when(depositsSeen(2, { inTime: deposited(1000), late: deposited(300) }))
      .is('Succeeded.Overpaid')
      .offers('accept', 'recordRefund', 'sweep')
      .when(refundOf('300'))
      .is('Succeeded.ExcessRefunded')
      .when(depositsSeen(3, { inTime: deposited(1000), late: deposited(301) }))
      .is('Succeeded.Overpaid')
  })

  test('gives the excess back first, and then the price', () => {
    overpaid()
      .when(refundOf('700'))
      .is('Succeeded.ExcessRefunded')
      .remembers({ refundedBeyondPrice: '500' })
      .when(depositsSeen(2, { inTime: deposited(1500), late: deposited(1) }))
      .is('Succeeded.Overpaid')
  })

  test('before the payment is paid gives back no part of the price or of the excess that follows', () => {
    payment()
      .when(depositsSeen(1, { inTime: deposited(400) }))
      .whenTimeIsUp('untilExpired')
      .when(refundOf('400'))
      .is('Expired.Refunded')
      .when(depositsSeen(2, { inTime: deposited(1400) }))
      .is('Succeeded.ExcessRefunded')
  })

  test('of an excess that a reorganisation takes and brings again is not due twice', () => {
    overpaid()
      .when(refundOf('500'))
      .when(depositsSeen(2, { inTime: deposited(1000) }))
      .is('Succeeded.Exact')
      .when(depositsSeen(3, { inTime: deposited(1500) }))
      .is('Succeeded.ExcessRefunded')
  })

  test('of money that came after the payment was called off leaves the rest to be accepted', () => {
    payment()
      .when('payment.cancel')
      .when(depositsSeen(1, { inTime: deposited(1200) }))
      .when(refundOf('500'))
      .is('Failed.Funded')
      .when('payment.accept')
      .is('Succeeded.Accepted')
      .when(refundOf('100'))
      .is('Succeeded.Accepted')
  })

  test('can be recorded in many parts, up to a limit', () => {
    const story = overpaid()
    for (let refunds = 0; refunds < refundsMax; refunds++) story.when(refundOf('1'))
    story.refuses(refundOf('1')).offers('accept', 'sweep')
  })

  test('of another token is recorded in that token', () => {
    payment()
      .when(depositsSeen(1, { inTime: deposited(1000), others: [otherToken] }))
      .refuses(refundOf('51', 'ltEURC'))
      .when(refundOf('50', 'ltEURC'))
      .is('Succeeded.Exact')
      .refuses(refundOf('1', 'ltEURC'))
  })

  test('of money that a reorganisation took back hides no money that comes later', () => {
    payment()
      .when(depositsSeen(1, { inTime: deposited(1000) }))
      .when(refundOf('1000'))
      .when(depositsSeen(2, {}))
      .is('Created')
      .when(depositsSeen(3, { inTime: deposited(300) }))
      .is('InProgress.Partial')
  })
})
