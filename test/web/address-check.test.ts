import { describe, expect, test } from 'vitest'
import { checkTerms, checkView } from '../../web/checkout/address-check.ts'
import type { PaymentView } from '../../web/checkout/payment-view.ts'
import { unpaidView } from './views.ts'

const { asset, blockchain, derivation } = unpaidView
const stranger = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

describe('the check of the amount', () => {
  const due = (dueBaseUnits: string, value: string, decimals = 6) =>
    checkView({
      ...unpaidView,
      asset: { ...asset, decimals },
      dueAmount: { value, currency: asset.code },
      dueBaseUnits,
    })

  test.each([
    ['25000000', '25', 6],
    ['1', '0.000001', 6],
    ['0', '0', 6],
    ['7', '7', 0],
    [
      '123456789012345678901234567890000000000000000001',
      '123456789012345678901234567890.000000000000000001',
      18,
    ],
  ])('accepts %s base units for %s with %i decimals', (baseUnits, value, decimals) => {
    expect(due(baseUnits, value, decimals)).toBeNull()
  })

  test.each([
    ['25000001', '25'],
    ['2500000', '25'],
    ['250000000', '25'],
    ['025000000', '25'],
    ['-25000000', '-25'],
    ['0x17d7840', '25'],
    ['', '0'],
    ['25000000', '25.0000001'],
    ['25000000', '2,5'],
  ])('refuses %s base units for %s', (baseUnits, value) => {
    expect(due(baseUnits, value)).toEqual({ reason: 'amountDiffers' })
  })
})

describe('the page of a payment', () => {
  test.each<[string, Partial<PaymentView>]>([
    ['token', { asset: { ...asset, address: stranger } }],
    ['number of decimals', { asset: { ...asset, decimals: 18 } }],
    ['address', { depositAddress: stranger }],
    ['chain', { blockchain: { ...blockchain, chainId: 1 } }],
    ['receiver', { derivation: { ...derivation, receiver: stranger } }],
    ['factory', { derivation: { ...derivation, factory: stranger } }],
    ['implementation', { derivation: { ...derivation, implementation: stranger } }],
    ['number', { id: '1C8PSCdvXMSYKx8P51oR5L' }],
  ])('refuses a later view with another %s', (_, change) => {
    expect(checkTerms(unpaidView, { ...unpaidView, ...change })).toEqual({ reason: 'termsChanged' })
  })

  test('accepts a later view with another status, amount due or explorer', () => {
    const later: PaymentView = {
      ...unpaidView,
      status: 'Succeeded',
      dueAmount: { value: '0', currency: asset.code },
      dueBaseUnits: '0',
      blockchain: { ...blockchain, confirmations: 9, explorerUrl: 'https://explorer.example' },
      asset: { ...asset, name: 'Dollar' },
    }
    expect(checkTerms(unpaidView, later)).toBeNull()
  })
})
