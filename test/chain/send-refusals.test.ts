import { RpcRequestError } from 'viem'
import { expect, test } from 'vitest'
import { classifySendRefusal } from '../../src/chain/chain-errors.ts'
import { isNoAnswer, isTooOften, sendMethod } from '../../src/chain/rpc/complaints.ts'
import { leastNamed, lowerNamed, meaningOf, nothingNamed } from '../../src/chain/rpc/send-words.ts'
import { nodeWords } from './node-words.ts'
import { wordVariants } from './word-variants.ts'

test.each(nodeWords)('$client says "$says", which means $means', ({ says, means }) => {
  expect(classifySendRefusal(new Error(says))).toBe(means)
})

const variants = Object.entries(wordVariants).flatMap(([means, words]) =>
  words.map((says) => ({ says, means })),
)

test.each(variants)('in other words, "$says" means $means', ({ says, means }) => {
  expect(meaningOf(says)).toBe(means)
})

const gwei = 10n ** 9n

test.each([
  ['transaction gas price below minimum: gas tip cap 1500000000, minimum needed 25', { tip: 25n }],
  ['transaction underpriced: gas tip cap 0, minimum needed 1', { tip: 1n }],
  ['transaction underpriced: address 0xaa tip needed 3, tip permitted 1', { tip: 3n }],
  ['transaction priority fee below minimum required priority fee 100', { tip: 100n }],
  ['have gas fee cap (1) < pool minimum fee cap (7)', { maxFeePerGas: 7n }],
  ['max fee per gas less than block base fee: maxFeePerGas: 1, baseFee: 9', { maxFeePerGas: 9n }],
  [
    'max fee per gas less than block base fee: maxFeePerGas: 10 < baseFee: 20',
    { maxFeePerGas: 20n },
  ],
  ['FeeTooLow, MaxFeePerGas too low. MaxFeePerGas: 1, BaseFee: 2', { maxFeePerGas: 2n }],
  ['gas price too low: minimum gas price is 30', { price: 30n }],
  [`transaction underpriced: gas tip cap 0, minimum needed ${'9'.repeat(40)}`, {}],
  ['intrinsic gas too low: gas 100, minimum needed 21000', {}],
  ['transaction underpriced', {}],
  ['gas tip cap 0x0, minimum needed 0x5d21dba00', { tip: 25n * gwei }],
  ['gas tip cap 1, minimum needed 25_000_000_000', { tip: 25n * gwei }],
  ['gas tip cap 1, minimum needed 25,000,000,000 wei', { tip: 25n * gwei }],
  ['max priority fee per gas must be greater than 25 gwei', { tip: 25n * gwei }],
  ['tip not enough, minimum 1.5 Gwei', { tip: (3n * gwei) / 2n }],
  ['min gas tip: 25000000000', { tip: 25n * gwei }],
  ['max fee per gas must be at least 30 gwei', { maxFeePerGas: 30n * gwei }],
  ['gas price must be at least 1000000000', { price: gwei }],
  ['gas price too low, minimum 30 gwei.', { price: 30n * gwei }],
  ['minimum gas price is 0.25 gwei', { price: gwei / 4n }],
  [`gas price must be at least 0x${'f'.repeat(30)}`, {}],
])('"%s" names what it names', (says, named) => {
  expect(leastNamed(says)).toEqual({ ...nothingNamed, ...named })
})

test('of what two nodes name the lower counts, and what one alone names', () => {
  const one = { tip: 5n, maxFeePerGas: 0n, price: 1n }
  const other = { tip: 3n, maxFeePerGas: 8n, price: 2n }
  expect(lowerNamed(one, other)).toEqual({ tip: 3n, maxFeePerGas: 8n, price: 1n })
})

test.each([
  [-32_005, 'Transaction gas limit exceeds block gas limit'],
  [-32_007, 'Sender account not authorized to send transactions'],
  [-32_009, 'Gas price below configured minimum gas price'],
])(
  'what Besu says with %i of bytes is an answer, and not that it is asked too often',
  (code, message) => {
    const error = new RpcRequestError({ body: {}, url: 'http://node', error: { code, message } })
    expect(isTooOften(error, sendMethod)).toBe(false)
    expect(isNoAnswer(error, sendMethod)).toBe(false)
  },
)
