import { describe, expect, test } from 'vitest'
import { checkTerms, checkView } from '../../web/checkout/address-check.ts'
import type { PaymentView } from '../../web/checkout/payment-view.ts'
import { unpaidView } from './views.ts'

const { asset, blockchain, derivation } = unpaidView
const stranger = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

describe('the amount in base units', () => {
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
  ])('%s is %s with %i decimals', (baseUnits, value, decimals) => {
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
  ])('%s is not %s', (baseUnits, value) => {
    expect(due(baseUnits, value)).toEqual({ kind: 'amountDiffers' })
  })
})

describe('a payment that is looked at', () => {
  test.each<[string, Partial<PaymentView>]>([
    ['token', { asset: { ...asset, address: stranger } }],
    ['number of decimals', { asset: { ...asset, decimals: 18 } }],
    ['address', { depositAddress: stranger }],
    ['chain', { blockchain: { ...blockchain, chainId: 1 } }],
    ['receiver', { derivation: { ...derivation, receiver: stranger } }],
    ['factory', { derivation: { ...derivation, factory: stranger } }],
    ['implementation', { derivation: { ...derivation, implementation: stranger } }],
    ['number', { id: '1C8PSCdvXMSYKx8P51oR5L' }],
  ])('never gets another %s', (_, change) => {
    expect(checkTerms(unpaidView, { ...unpaidView, ...change })).toEqual({ kind: 'termsChanged' })
  })

  test('may move, and be named otherwise', () => {
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
