import { expect, test } from 'vitest'
import { writeDecimal, writeUnits } from '../../web/parts/money-text.ts'

test.each([
  ['25.5', '25.50'],
  ['25', '25.00'],
  ['0', '0.00'],
  ['0.005', '0.005'],
  ['12.345678', '12.345678'],
])(
  'a payer reads %s of a stablecoin as %s: cents are added, and no digit is dropped',
  (value, read) => expect(writeDecimal(value, 'USDC')).toBe(read),
)

test('what is no money is read as it is', () => {
  expect(writeDecimal('25.5', 'WETH')).toBe('25.5')
  expect(writeUnits(2n, { token: { symbol: 'PEPE', decimals: 0 } })).toBe('2\u00a0PEPE')
})

test('base units are read as the amount that they are', () =>
  expect(writeUnits(25_500_000n, { token: { symbol: 'USDC', decimals: 6 } })).toBe(
    '25.50\u00a0USDC',
  ))
