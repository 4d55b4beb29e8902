import { expect, test } from 'vitest'
import { toPaymentLink } from '../../web/checkout/payment-link.ts'
import { unpaidView } from './views.ts'

test('the payment link names token, chain, receiver and base units, as EIP-681 writes them', () => {
  expect(toPaymentLink(unpaidView)).toBe(
    `ethereum:${unpaidView.asset.address}@31337/transfer?address=${unpaidView.depositAddress}&uint256=25000000`,
  )
})

test('the payment link loses no digit of an amount with eighteen decimals', () => {
  const dueBaseUnits = '123456789012345678901234567890'
  expect(toPaymentLink({ ...unpaidView, dueBaseUnits })).toContain(`uint256=${dueBaseUnits}`)
})

test.each(['1.5', '1e6', '-1', '', '0x10'])(
  'the payment link refuses %j as an amount in base units',
  (dueBaseUnits) => {
    expect(() => toPaymentLink({ ...unpaidView, dueBaseUnits })).toThrow('base units')
  },
)
