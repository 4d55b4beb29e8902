import { expect, test } from 'vitest'
import { formatMoney, sayMoney, writeDecimal } from '../../src/shared/money.ts'
import { writeSum, writeUnits } from '../../web/parts/money-text.ts'

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

const money =
  'USDC USDC.e USDC.E USDbC axlUSDC USDT.e m.USDT USDT0 USD₮0 BUSD USDe USD1 LUSD crvUSD USDD cUSD USDB ' +
  'EURC EURe EURS EURT EURCV agEUR ZCHF XSGD tGBP DAI DAI.e xDAI WXDAI FRAX GHO'
test.each(money.split(' '))(
  '%s is read with cents, because it is named after a currency',
  (symbol) => expect(writeSum('25.5', symbol)).toBe(`25.50\u00a0${symbol}`),
)

test.each('WETH WBTC PEPE NEURON SENTRY AUDIO CADENCE LINK DAISY'.split(' '))(
  '%s is no money, though it may have the letters of a currency',
  (symbol) => expect(writeSum('25.5', symbol)).toBe(`25.5\u00a0${symbol}`),
)

test('sentences and titles of the service have the cents, and the one-string form of the API has none', () => {
  expect(sayMoney(25_500_000n, 6, 'ltUSDC')).toBe('25.50 ltUSDC')
  expect(sayMoney(25_500_000n, 6, 'ltWBTC')).toBe('25.5 ltWBTC')
  expect(formatMoney(25_500_000n, 6, 'ltUSDC')).toBe('25.5 ltUSDC')
})
