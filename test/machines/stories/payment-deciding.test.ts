import { describe, test } from 'vitest'
import { dayMs } from '../../../machines/durations.ts'
import { PaymentInput } from '../../../machines/payment/payment.events.ts'
import { story } from '../../support/story.ts'
import { beganAt } from '../cases/owner.ts'
import { deposited, depositsSeen, refundOf, terms } from '../cases/payment.ts'

/** A payment of a thousand, within one day. */
const payment = () => story({ kind: 'payment', input: PaymentInput.parse(terms), beganAt })

const underpaid = () =>
  payment()
    .when(depositsSeen(1, { inTime: deposited(400) }))
    .whenTimeIsUp('untilExpired')
    .is('Expired.Underpaid')

const overpaid = () =>
  payment()
    .when(depositsSeen(1, { inTime: deposited(1500) }))
    .is('Succeeded.Overpaid')

const calledOff = () => payment().when('payment.cancel').is('Failed.Cancelled')

describe('a payment of too little', () => {
  test('waits for the rest until the end, and then for the merchant', () => {
    underpaid().offers('accept', 'recordRefund', 'sweep')
  })

  test('the merchant takes too little for the price', () => {
    underpaid().when('payment.accept').is('Succeeded.Accepted').remembers({ accepted: '400' })
  })

  test('more comes after the merchant accepted less', () => {
    underpaid()
      .when('payment.accept')
      .when(depositsSeen(2, { inTime: deposited(400), late: deposited(600) }))
      .is('Succeeded.Overpaid')
      .offers('accept', 'recordRefund', 'sweep')
      .when('payment.accept')
      .is('Succeeded.Accepted')
      .remembers({ accepted: '1000' })
  })

  test('the merchant gives the part back, and then more comes', () => {
    underpaid()
      .when(refundOf('400'))
      .is('Expired.Refunded')
      .when(depositsSeen(2, { inTime: deposited(400), late: deposited(600) }))
      .is('Expired.Late')
      .when(refundOf('600'))
      .is('Expired.Refunded')
  })

  test('the merchant gives some back and takes the rest for the price', () => {
    underpaid()
      .when(refundOf('100'))
      .is('Expired.Underpaid')
      .when('payment.accept')
      .is('Succeeded.Accepted')
      .remembers({ accepted: '400', refundedBeyondPrice: '0' })
      .when(refundOf('50'))
      .is('Succeeded.Accepted')
      .when(depositsSeen(2, { inTime: deposited(400), late: deposited(70) }))
      .is('Succeeded.Overpaid')
      .when(refundOf('70'))
      .is('Succeeded.ExcessRefunded')
  })

  test('accepted money that a reorganisation takes back waits for its block, and stays accepted', () => {
    underpaid()
      .when('payment.accept')
      .when(depositsSeen(2, { inTime: deposited(0, 400) }))
      .is('InProgress.Confirming')
      .when(depositsSeen(3, { inTime: deposited(400) }))
      .is('Succeeded.Accepted')
  })

  test('a payment whose accepted money is gone for good is unpaid, and money that comes is decided anew', () => {
    underpaid()
      .when('payment.accept')
      .when(depositsSeen(2, {}))
      .is('Expired.Unpaid')
      .when(depositsSeen(3, { late: deposited(300) }))
      .is('Expired.Late')
      .when('payment.accept')
      .is('Succeeded.Accepted')
  })
})

describe('a payment of too much', () => {
  test('the merchant gives the excess back', () => {
    overpaid()
      .when(refundOf('200'))
      .is('Succeeded.Overpaid')
      .when(refundOf('300'))
      .is('Succeeded.ExcessRefunded')
      .offers('recordRefund', 'sweep')
  })

  test('the merchant keeps the excess', () => {
    overpaid().when('payment.accept').is('Succeeded.Accepted').offers('recordRefund', 'sweep')
  })

  test('the merchant gives a part of the excess back and keeps the rest', () => {
    overpaid()
      .when(refundOf('200'))
      .when('payment.accept')
      .is('Succeeded.Accepted')
      .when(depositsSeen(2, { inTime: deposited(1500), late: deposited(100) }))
      .is('Succeeded.Overpaid')
      .when(refundOf('100'))
      .is('Succeeded.ExcessRefunded')
  })

  test('a kept excess that a reorganisation takes back leaves the payment paid', () => {
    overpaid()
      .when('payment.accept')
      .when(depositsSeen(2, { inTime: deposited(1000) }))
      .is('Succeeded.Accepted')
      .when(depositsSeen(3, { inTime: deposited(700) }))
      .is('InProgress.Partial')
  })

  test('money on top of a kept excess is an excess again, and can be given back', () => {
    overpaid()
      .when('payment.accept')
      .when(depositsSeen(2, { inTime: deposited(1500), late: deposited(200) }))
      .is('Succeeded.Overpaid')
      .when(refundOf('200'))
      .is('Succeeded.ExcessRefunded')
  })

  test('can be decided once it is confirmed', () => {
    overpaid()
      .when(depositsSeen(2, { inTime: deposited(1500), late: deposited(0, 1) }))
      .is('Succeeded.Overpaid')
      .offers('recordRefund', 'sweep')
      .refuses('payment.accept')
  })
})

describe('a payment that comes too late', () => {
  test('money comes after the end and the merchant takes it', () => {
    payment()
      .whenTimeIsUp('untilExpired')
      .is('Expired.Unpaid')
      .offers()
      .when(depositsSeen(1, { late: deposited(0, 1000) }))
      .is('Expired.Late')
      .offers()
      .when(depositsSeen(2, { late: deposited(1000) }))
      .offers('accept', 'recordRefund', 'sweep')
      .asksFor('requestSweep', { tokens: [terms.token] })
      .when('payment.accept')
      .is('Succeeded.Accepted')
  })

  test('the rest that comes after the end is not in time, and the merchant decides', () => {
    underpaid()
      .when(depositsSeen(2, { inTime: deposited(400), late: deposited(600) }))
      .is('Expired.Late')
      .when('payment.accept')
      .is('Succeeded.Accepted')
      .remembers({ accepted: '1000' })
  })

  test('a paid payment that is paid again years later has an excess', () => {
    payment()
      .when(depositsSeen(1, { inTime: deposited(1000) }))
      .later(1000 * dayMs)
      .when(depositsSeen(2, { inTime: deposited(1000), late: deposited(1000) }))
      .is('Succeeded.Overpaid')
      .asksFor('requestSweep', { tokens: [terms.token] })
  })
})

describe('calling a payment off', () => {
  test('is possible until the whole amount is seen', () => {
    payment()
      .when(depositsSeen(1, { inTime: deposited(0, 1000) }))
      .refuses('payment.cancel')
    calledOff().offers().ignores('payment.cancel').waits('untilExpired', undefined)
  })

  test('money that was already on its way is not lost: the merchant takes it', () => {
    calledOff()
      .when(depositsSeen(1, { inTime: deposited(0, 1000) }))
      .is('Failed.Funded')
      .offers()
      .when(depositsSeen(2, { inTime: deposited(1000) }))
      .is('Failed.Funded')
      .offers('accept', 'recordRefund', 'sweep')
      .when('payment.accept')
      .is('Succeeded.Accepted')
  })

  test('money that was already on its way is not lost: the merchant gives it back', () => {
    calledOff()
      .when(depositsSeen(1, { inTime: deposited(1000) }))
      .when(refundOf('1000'))
      .is('Failed.FundsRefunded')
      .when(depositsSeen(2, { inTime: deposited(1000), late: deposited(5) }))
      .is('Failed.Funded')
  })

  test('money that was accepted and is gone leaves the payment called off', () => {
    calledOff()
      .when(depositsSeen(1, { inTime: deposited(1000) }))
      .when('payment.accept')
      .when(depositsSeen(2, {}))
      .is('Failed.Cancelled')
  })

  test('counts more than an acceptance before it', () => {
    overpaid()
      .when('payment.accept')
      .when(depositsSeen(2, {}))
      .is('Created')
      .when('payment.cancel')
      .when(depositsSeen(3, { inTime: deposited(1500) }))
      .is('Failed.Funded')
  })
})
