import { describe, expect, test } from 'vitest'
import {
  isAlarming,
  mayPay,
  outcomeOf,
  type PageState,
  pageStateOf,
} from '../../web/checkout/page-state.ts'
import type { PaymentView } from '../../web/checkout/payment-view.ts'
import { unpaidView } from './views.ts'

const before = Date.parse(unpaidView.expiresAt) - 1
const after = Date.parse(unpaidView.expiresAt) + 1
const alone = { isAwaited: false, isBlocked: false }

const stateOf = (
  status: PaymentView['status'],
  phase: PaymentView['phase'],
  now = before,
  local = alone,
) => pageStateOf({ ...unpaidView, status, phase }, { now, ...local })

describe('the state that the page shows', () => {
  test.each<[PaymentView['status'], PaymentView['phase'], PageState]>([
    ['Created', 'Created', 'waiting'],
    ['InProgress', 'Partial', 'partial'],
    ['InProgress', 'Confirming', 'confirming'],
    ['Succeeded', 'Exact', 'paid'],
    ['Succeeded', 'Overpaid', 'overpaid'],
    ['Succeeded', 'Accepted', 'paid'],
    ['Succeeded', 'ExcessRefunded', 'paid'],
    ['Expired', 'Unpaid', 'expired'],
    ['Expired', 'Underpaid', 'underpaid'],
    ['Expired', 'Late', 'late'],
    ['Expired', 'Refunded', 'refunded'],
    ['Failed', 'Cancelled', 'cancelled'],
    ['Failed', 'Funded', 'paidAfterCancel'],
    ['Failed', 'FundsRefunded', 'refunded'],
  ])('for status %s and phase %s is %s', (status, phase, state) => {
    expect(stateOf(status, phase)).toBe(state)
  })

  test('follows the status where an older page does not know the standing', () => {
    expect(stateOf('Succeeded', 'Celebrated' as PaymentView['phase'])).toBe('paid')
    expect(stateOf('InProgress', 'Delayed' as PaymentView['phase'])).toBe('partial')
  })

  test('invites nobody to pay once the time is over, even before the service has reported it', () => {
    expect(stateOf('Created', 'Created', after)).toBe('expired')
    expect(stateOf('InProgress', 'Partial', after)).toBe('underpaid')
  })

  test('waits past the end for money that is being confirmed', () => {
    expect(stateOf('InProgress', 'Confirming', after)).toBe('confirming')
  })

  test('waits for a transaction sent from this browser before it asks for more', () => {
    const local = { isAwaited: true, isBlocked: false }
    expect(stateOf('Created', 'Created', before, local)).toBe('sent')
    expect(stateOf('InProgress', 'Partial', before, local)).toBe('sent')
    expect(stateOf('Succeeded', 'Exact', before, local)).toBe('paid')
  })

  test('goes on to wait for what was sent, also where the address is found to be wrong after it', () => {
    const local = { isAwaited: true, isBlocked: true }
    expect(stateOf('Created', 'Created', before, local)).toBe('sent')
    expect(stateOf('Created', 'Created', before, { ...local, isAwaited: false })).toBe('blocked')
  })

  test('waits for money that a reorganisation took back before it asks for more', () => {
    const takenBack = (
      status: PaymentView['status'],
      phase: PaymentView['phase'],
      now = before,
      local = alone,
    ) => pageStateOf({ ...unpaidView, reason: 'TakenBack', status, phase }, { now, ...local })
    expect(takenBack('Created', 'Created')).toBe('takenBack')
    expect(takenBack('InProgress', 'Partial')).toBe('takenBack')
    expect(takenBack('Created', 'Created', after)).toBe('expired')
    expect(takenBack('Created', 'Created', before, { isAwaited: true, isBlocked: false })).toBe(
      'sent',
    )
    expect(takenBack('Created', 'Created', before, { isAwaited: false, isBlocked: true })).toBe(
      'blocked',
    )
    expect(mayPay('takenBack')).toBe(false)
    expect(isAlarming('takenBack')).toBe(true)
  })

  test('never offers an address that is not the payment’s', () => {
    const local = { isAwaited: false, isBlocked: true }
    expect(mayPay(stateOf('Created', 'Created', before, local))).toBe(false)
  })

  test('leads back to the shop only from a payment with an outcome', () => {
    const open: PageState[] = ['waiting', 'partial', 'takenBack', 'sent', 'blocked', 'confirming']
    expect(open.map(outcomeOf)).toEqual(open.map(() => null))
    expect(outcomeOf('overpaid')).toBe('success')
    expect(outcomeOf('late')).toBe('failure')
  })
})
