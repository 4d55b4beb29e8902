import { expect, test } from 'vitest'
import { toPaymentLink } from '../../web/checkout/payment-link.ts'
import { unpaidView } from './views.ts'

test('a wallet is told token, chain, receiver and base units, as EIP-681 writes them', () => {
  expect(toPaymentLink(unpaidView)).toBe(
    `ethereum:${unpaidView.asset.address}@31337/transfer?address=${unpaidView.depositAddress}&uint256=25000000`,
  )
})

test('of an amount with eighteen decimals no digit is lost', () => {
  const dueBaseUnits = '123456789012345678901234567890'
  expect(toPaymentLink({ ...unpaidView, dueBaseUnits })).toContain(`uint256=${dueBaseUnits}`)
})

test.each(['1.5', '1e6', '-1', '', '0x10'])('%j is no amount in base units', (dueBaseUnits) => {
  expect(() => toPaymentLink({ ...unpaidView, dueBaseUnits })).toThrow('base units')
})
