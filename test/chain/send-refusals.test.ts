import { RpcRequestError } from 'viem'
import { expect, test } from 'vitest'
import { classifySendRefusal } from '../../src/chain/chain-errors.ts'
import { isNoAnswer, isTooOften, sendMethod } from '../../src/chain/rpc/complaints.ts'
import { leastNamed, lowerNamed, nothingNamed } from '../../src/chain/rpc/send-words.ts'
import { nodeWords } from './node-words.ts'

test.each(nodeWords)('$client says "$says", which means $means', ({ says, means }) => {
  expect(classifySendRefusal(new Error(says))).toBe(means)
})

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
