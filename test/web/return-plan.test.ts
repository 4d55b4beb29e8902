import { describe, expect, test } from 'vitest'
import type { PageState } from '../../web/checkout/page-state.ts'
import { planReturn } from '../../web/checkout/return-plan.ts'
import { unpaidView } from './views.ts'

const targets = {
  successTarget: new URL('https://shop.example/thanks'),
  failTarget: new URL('https://shop.example/sorry'),
}
const paidView = { ...unpaidView, seenAmount: { value: '25', currency: 'tstUSDC' } }

describe('the link back to the shop', () => {
  test.each<PageState>(['waiting', 'partial', 'sent', 'confirming', 'blocked'])(
    'is not shown while a payment is %s',
    (state) => expect(planReturn(unpaidView, state, targets, true)).toBeNull(),
  )

  test('is not shown where the shop gave no safe address', () => {
    const none = { successTarget: null, failTarget: null }
    expect(planReturn(paidView, 'paid', none, true)).toBeNull()
    expect(planReturn(unpaidView, 'expired', none, true)).toBeNull()
  })

  test('leads only to hosts that the merchant allows, where the merchant allows certain hosts only', () => {
    const plan = (returnHosts: string[]) =>
      planReturn({ ...paidView, returnHosts }, 'paid', targets, true)?.host
    expect(plan(['other.example', 'shop.example'])).toBe('shop.example')
    for (const host of ['other.example', 'evil.shop.example', 'shop.example:8443'])
      expect(plan([host])).toBeUndefined()
  })

  test('leads a payer who has watched the success to the shop, naming the payment only', () => {
    expect(planReturn(paidView, 'paid', targets, true)).toEqual({
      host: 'shop.example',
      address: `https://shop.example/thanks?payment-id=${unpaidView.id}`,
      leavesByItself: true,
    })
  })

  test.each([
    ['', '?'],
    ['?', '?'],
    ['#top', '?', '#top'],
    ['?a=1#top', '?a=1&', '#top'],
    ['?sig=a%20b&bare&r=/a/b&items[]=1', '?sig=a%20b&bare&r=/a/b&items[]=1&'],
    ['?a=1;b=2', '?a=1;b=2&'],
    ['?name=%E9t%E9+%2B', '?name=%E9t%E9+%2B&'],
    ['?q=(c)*~!&', '?q=(c)*~!&'],
    ['?next=/x?y=1', '?next=/x?y=1&'],
    ['?payment-id=other&a=1', '?&a=1&'],
    ['?a=1&payment-id=other', '?a=1&'],
    ['?not-payment-id=1', '?not-payment-id=1&'],
  ])('leaves the query %j of the shop as it is (bugs F10)', (query, before, after = '') => {
    const target = { ...targets, successTarget: new URL(`https://shop.example/thanks${query}`) }
    const address = planReturn(paidView, 'paid', target, true)?.address
    expect(address).toBe(`https://shop.example/thanks${before}payment-id=${unpaidView.id}${after}`)
    // The browser goes to the very same address.
    expect(new URL(address!).href).toBe(address)
    expect(new URL(address!).searchParams.getAll('payment-id')).toEqual([unpaidView.id])
  })

  test('does not leave by itself from a receipt that is opened again', () => {
    expect(planReturn(paidView, 'paid', targets, false)?.leavesByItself).toBe(false)
  })

  test.each<PageState>([
    'expired',
    'cancelled',
    'late',
    'underpaid',
    'paidAfterCancel',
    'refunded',
  ])(
    'does not leave by itself from a payment in state %s, because money may be on its way',
    (state) => {
      const plan = planReturn(unpaidView, state, targets, true)
      expect(plan?.address).toContain('/sorry')
      expect(plan?.leavesByItself).toBe(false)
    },
  )

  test('does not leave by itself from an overpaid payment, so that the payer can read about it', () => {
    expect(planReturn(paidView, 'overpaid', targets, true)?.leavesByItself).toBe(false)
  })

  test('does not leave by itself after a transfer of another token, so that the payer can read about it', () => {
    const otherTokens = [
      { token: unpaidView.asset.address, asset: null, symbol: null, amount: '5' },
    ]
    const plan = planReturn({ ...paidView, otherTokens }, 'paid', targets, true)
    expect(plan?.leavesByItself).toBe(false)
  })
})
