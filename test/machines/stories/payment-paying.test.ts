import { describe, test } from 'vitest'
import { dayMs } from '../../../machines/durations.ts'
import { PaymentInput } from '../../../machines/payment/payment.events.ts'
import { story } from '../../support/story.ts'
import { beganAt, daysLater, hashOf } from '../cases/owner.ts'
import { deposited, depositsSeen, otherToken, refundOf, terms } from '../cases/payment.ts'

/** A payment of a thousand, within one day. */
const payment = () => story({ kind: 'payment', input: PaymentInput.parse(terms), beganAt })

describe('paying a payment', () => {
  test('the amount is seen, waits for its confirmations, and the payment has succeeded', () => {
    payment()
      .is('Created')
      .waits('untilExpired', new Date(Date.parse(terms.expiresAt) + 1).toISOString())
      .when(depositsSeen(1, { inTime: deposited(0, 1000) }))
      .is('InProgress.Confirming')
      .waits('untilExpired', undefined)
      .when(depositsSeen(2, { inTime: deposited(1000) }))
      .is('Succeeded.Exact')
      .asksFor('requestSweep', { tokens: [terms.token] })
      .remembers({ transactionHash: hashOf('1') })
  })

  test('a payer sends too little and then the rest', () => {
    payment()
      .when(depositsSeen(1, { inTime: deposited(400) }))
      .is('InProgress.Partial')
      .waits('untilExpired', new Date(Date.parse(terms.expiresAt) + 1).toISOString())
      .when(depositsSeen(2, { inTime: deposited(400, 1000) }))
      .is('InProgress.Confirming')
      .when(depositsSeen(3, { inTime: deposited(1000) }))
      .is('Succeeded.Exact')
  })

  test('two payers pay the same payment at once, and the merchant sees it was paid twice', () => {
    payment()
      .when(depositsSeen(1, { inTime: deposited(0, 2000) }))
      .is('InProgress.Confirming')
      .when(depositsSeen(2, { inTime: deposited(2000) }))
      .is('Succeeded.Overpaid')
      .offers('accept', 'recordRefund', 'sweep')
  })

  test('the confirmations of money that came in time may take longer than the time', () => {
    payment()
      .when(depositsSeen(1, { inTime: deposited(0, 1000) }))
      .later(2 * dayMs)
      .when(depositsSeen(2, { inTime: deposited(1000) }))
      .is('Succeeded.Exact')
  })

  test('money that was sent in time counts, though it is seen after the end', () => {
    payment()
      .whenTimeIsUp('untilExpired')
      .is('Expired.Unpaid')
      .when(depositsSeen(1, { inTime: deposited(0, 1000) }))
      .is('InProgress.Confirming')
      .when(depositsSeen(2, { inTime: deposited(1000) }))
      .is('Succeeded.Exact')
  })

  test('a payment whose end lies in the past expires at once', () => {
    const over = PaymentInput.parse({ ...terms, expiresAt: daysLater(-1) })
    story({ kind: 'payment', input: over, beganAt })
      .waits('untilExpired', daysLater(0))
      .whenTimeIsUp('untilExpired')
      .is('Expired.Unpaid')
  })

  test('money that is reported in the last millisecond is in time', () => {
    payment()
      .later(dayMs)
      .when(depositsSeen(1, { inTime: deposited(0, 400) }))
      .is('InProgress.Partial')
      .whenTimeIsUp('untilExpired')
      .is('Expired.Underpaid')
  })

  test('another token pays nothing, and does not keep the right one from paying', () => {
    payment()
      .when(depositsSeen(1, { others: [otherToken] }))
      .is('Created')
      .offers('cancel', 'recordRefund', 'sweep')
      .when(depositsSeen(2, { others: [otherToken], inTime: deposited(1000) }))
      .is('Succeeded.Exact')
      .asksFor('requestSweep', { tokens: [terms.token] })
  })

  test('another token can be moved on and given back at once; what may become the payment stays', () => {
    payment()
      .when(depositsSeen(1, { others: [otherToken], inTime: deposited(400) }))
      .is('InProgress.Partial')
      .when({ type: 'payment.sweep' })
      .is('InProgress.Partial')
      .asksFor('requestSweep', { tokens: [otherToken.token] })
      .refuses(refundOf('400'))
      .when(refundOf('50', 'ltEURC'))
      .is('InProgress.Partial')
      .offers('accept', 'cancel', 'sweep')
  })
})

describe('a reorganisation under a payment', () => {
  test('a block is taken back and the payment waits again', () => {
    payment()
      .when(depositsSeen(1, { inTime: deposited(0, 1000) }))
      .when(depositsSeen(2, {}))
      .is('Created')
      .remembers({ seenMost: '1000' })
      .waits('untilExpired', new Date(Date.parse(terms.expiresAt) + 1).toISOString())
      .offers('cancel')
  })

  test('a block is taken back after the end, and the payment has expired', () => {
    payment()
      .when(depositsSeen(1, { inTime: deposited(0, 1000) }))
      .later(2 * dayMs)
      .when(depositsSeen(2, {}))
      .is('Expired.Unpaid')
      .waits('untilExpired', undefined)
  })

  test('a success that is taken back is in progress again, and swept once more when it is back', () => {
    payment()
      .when(depositsSeen(1, { inTime: deposited(1000) }))
      .asksFor('requestSweep', { tokens: [terms.token] })
      .when(depositsSeen(2, { inTime: deposited(0, 1000) }))
      .is('InProgress.Confirming')
      .asks()
      .when(depositsSeen(3, { inTime: deposited(1000) }))
      .is('Succeeded.Exact')
      .asksFor('requestSweep', { tokens: [terms.token] })
  })

  test('a transfer that moves to a block after the end is late', () => {
    payment()
      .when(depositsSeen(1, { inTime: deposited(0, 1000) }))
      .later(2 * dayMs)
      .when(depositsSeen(2, { late: deposited(0, 1000) }))
      .is('Expired.Late')
  })

  test('an old report of deposits changes nothing', () => {
    payment()
      .when(depositsSeen(7, { inTime: deposited(1000) }))
      .ignores(depositsSeen(6, {}))
      .ignores(depositsSeen(7, {}))
      .is('Succeeded.Exact')
  })

  test('a late block ends the time of a payment before the clock does', () => {
    payment()
      .when(depositsSeen(1, { inTime: deposited(400), late: deposited(0, 600) }))
      .is('Expired.Late')
      .when(depositsSeen(2, { inTime: deposited(400) }))
      .is('InProgress.Partial')
      .waits('untilExpired', new Date(Date.parse(terms.expiresAt) + 1).toISOString())
  })
})
