import { describe, expect, test } from 'vitest'
import type { PageState } from '../../web/checkout/page-state.ts'
import { planReturn } from '../../web/checkout/return-plan.ts'
import { unpaidView } from './views.ts'

const targets = {
  successTarget: new URL('https://shop.example/thanks'),
  failTarget: new URL('https://shop.example/sorry'),
}
const paidView = { ...unpaidView, seenAmount: { value: '25', currency: 'tstUSDC' } }

describe('the way back', () => {
  test.each<PageState>(['waiting', 'partial', 'sent', 'confirming', 'blocked'])(
    'is not shown while a payment is %s',
    (state) => expect(planReturn(unpaidView, state, targets, true)).toBeNull(),
  )

  test('is not shown where the shop named none that may be followed', () => {
    const none = { successTarget: null, failTarget: null }
    expect(planReturn(paidView, 'paid', none, true)).toBeNull()
    expect(planReturn(unpaidView, 'expired', none, true)).toBeNull()
  })

  test('leads a payer who has watched the success to the shop, naming the payment only', () => {
    expect(planReturn(paidView, 'paid', targets, true)).toEqual({
      host: 'shop.example',
      address: `https://shop.example/thanks?payment-id=${unpaidView.id}`,
      leavesByItself: true,
    })
  })

  test('waits to be taken on a receipt that is opened again', () => {
    expect(planReturn(paidView, 'paid', targets, false)?.leavesByItself).toBe(false)
  })

  test('leads away from a failure that cost nothing', () => {
    const plan = planReturn(unpaidView, 'expired', targets, true)
    expect(plan?.address).toContain('/sorry')
    expect(plan?.leavesByItself).toBe(true)
  })

  test.each<PageState>(['late', 'underpaid', 'paidAfterCancel', 'overpaid'])(
    'lets a payer read on whose payment is %s, because money is to be spoken of',
    (state) => expect(planReturn(paidView, state, targets, true)?.leavesByItself).toBe(false),
  )

  test('lets a payer read on whose other token has arrived', () => {
    const otherTokens = [{ token: unpaidView.asset.address, asset: null, amount: '5' }]
    const plan = planReturn({ ...unpaidView, otherTokens }, 'expired', targets, true)
    expect(plan?.leavesByItself).toBe(false)
  })
})
