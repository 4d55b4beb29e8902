import { describe, test } from 'vitest'
import { PaymentInput } from '../../../machines/payment/payment.events.ts'
import { sweepFailuresMax } from '../../../machines/payment/payment.sweep.ts'
import { story } from '../../support/story.ts'
import { beganAt, idOf } from '../cases/owner.ts'
import { deposited, depositsSeen, otherToken, terms } from '../cases/payment.ts'

const own = { tokens: [terms.token] }
const nothing = { tokens: [] }
const failed = { type: 'payment.sweepFailed', reason: 'ChainReverted' }
const heldBack = { type: 'payment.sweepHeldBack', reason: 'GasWalletEmpty' }
const submitted = { type: 'payment.sweepSubmitted', transactionId: idOf('T') }

/** A payment to which a thousand came, in time, and whose sweep was requested. */
const paid = () =>
  story({ kind: 'payment', input: PaymentInput.parse(terms), beganAt })
    .when(depositsSeen(1, { inTime: deposited(1000) }))
    .is('Succeeded.Exact')
    .asksFor('requestSweep', own)

describe('moving the money of a payment on', () => {
  test('is requested once', () => {
    paid()
      .when(depositsSeen(2, { inTime: deposited(1000) }))
      .asksFor('requestSweep', nothing)
      .when(submitted)
      .remembers({ sweepTransactionId: idOf('T') })
      .when(depositsSeen(3, { inTime: deposited(1000), swept: '1000' }))
      .asksFor('requestSweep', nothing)
      .offers('recordRefund')
  })

  test('money that came too late is moved on as well, without waiting for a decision', () => {
    story({ kind: 'payment', input: PaymentInput.parse(terms), beganAt })
      .whenTimeIsUp('untilExpired')
      .asksFor('requestSweep', nothing)
      .when(depositsSeen(1, { late: deposited(700) }))
      .asksFor('requestSweep', own)
  })

  test('a part waits at its address until the payment is decided', () => {
    story({ kind: 'payment', input: PaymentInput.parse(terms), beganAt })
      .when(depositsSeen(1, { inTime: deposited(400) }))
      .asks()
      .whenTimeIsUp('untilExpired')
      .asksFor('requestSweep', own)
  })

  test('money that is not worth its gas waits with a reason, and goes with more or by order of the merchant', () => {
    const little = () =>
      paid()
        .when(depositsSeen(2, { inTime: deposited(1000), late: deposited(5), swept: '1000' }))
        .asksFor('requestSweep', own)
        .when({ type: 'payment.sweepHeldBack', reason: 'BelowMinimum' })
        .remembers({ sweepReason: 'BelowMinimum' })
    little()
      .when(depositsSeen(3, { inTime: deposited(1000), late: deposited(6), swept: '1000' }))
      .asksFor('requestSweep', own)
    little()
      .when('payment.sweep')
      .asksFor('requestSweep', { ...own, isOrdered: true })
      .remembers({ sweepReason: null })
  })

  test('money that a stranger moved on before it was confirmed is not swept again', () => {
    paid()
      .when(depositsSeen(2, { inTime: deposited(1000), late: deposited(0, 500), swept: '1500' }))
      .when(depositsSeen(3, { inTime: deposited(1000), late: deposited(500), swept: '1500' }))
      .is('Succeeded.Overpaid')
      .asksFor('requestSweep', nothing)
  })

  test('a sweep that a reorganisation takes back is requested again', () => {
    paid()
      .when(depositsSeen(2, { inTime: deposited(1000), swept: '1000' }))
      .when(depositsSeen(3, { inTime: deposited(1000) }))
      .asksFor('requestSweep', own)
      .when(depositsSeen(4, { inTime: deposited(1000) }))
      .asksFor('requestSweep', nothing)
  })

  test('the merchant moves another token on', () => {
    paid()
      .when(depositsSeen(2, { inTime: deposited(1000), swept: '1000', others: [otherToken] }))
      .when('payment.sweep')
      .asksFor('requestSweep', { tokens: [otherToken.token] })
  })

  test('an empty gas wallet makes a sweep wait, and the merchant sees why', () => {
    paid()
      .when(heldBack)
      .remembers({ sweepReason: 'GasWalletEmpty' })
      .when(submitted)
      .remembers({ sweepReason: null })
    paid()
      .when(heldBack)
      .when(depositsSeen(2, { inTime: deposited(1000), swept: '1000' }))
      .remembers({ sweepReason: null })
  })

  test('a sweep that fails is tried again for a long time, and then by order of the merchant', () => {
    const story = paid()
    for (let failures = 0; failures < sweepFailuresMax; failures++)
      story.when(failed).asksFor('requestSweep', own)
    story
      .when(failed)
      .asks()
      .remembers({ sweepReason: 'ChainReverted' })
      .when('payment.sweep')
      .asksFor('requestSweep', own)
      .remembers({ sweepReason: null })
      .when(failed)
      .asksFor('requestSweep', own)
  })

  test('a sweep that fails is harmless when somebody else has moved the money', () => {
    paid()
      .when(depositsSeen(2, { inTime: deposited(1000), swept: '1000' }))
      .ignores(failed)
      .ignores(heldBack)
      .remembers({ sweepReason: null, sweepFailures: 0 })
  })
})
