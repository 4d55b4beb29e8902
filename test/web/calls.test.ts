/** The page encodes its few calls by hand; these tests compare them with the contracts' ABIs. */
import { encodeFunctionData } from 'viem'
import { expect, test } from 'vitest'
import { depositFactoryAbi } from '../../src/chain/abi/deposit-factory.ts'
import { erc20Abi } from '../../src/chain/abi/erc20.ts'
import { predictCall, transferCall } from '../../web/checkout/wallet/calls.ts'
import * as calls from '../../web/wallet/calls.ts'
import { unpaidView } from './views.ts'

const { derivation, depositAddress } = unpaidView
const id = `0x${'ab'.repeat(32)}` as const

test('the transfer that a payer signs is encoded as the token’s ABI says', () => {
  const amount = 2n ** 255n + 7n
  expect(transferCall(depositAddress, amount)).toBe(
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [depositAddress, amount] }),
  )
})

test('the calls that read from contracts are encoded as their ABIs say', () => {
  expect(predictCall(derivation.receiver, id)).toBe(
    encodeFunctionData({
      abi: depositFactoryAbi,
      functionName: 'predict',
      args: [derivation.receiver, id],
    }),
  )
  expect(calls.balanceOfCall(depositAddress)).toBe(
    encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [depositAddress] }),
  )
  expect(calls.decimalsCall).toBe(encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' }))
})

test.each(['0x', '0x01', `0x${'ff'.repeat(32)}`, 'null', `0x${'00'.repeat(64)}`])(
  '%s is not taken for an address',
  (answer) => expect(calls.addressIn(answer)).toBeNull(),
)

test('an answer of more or less than one word is not taken for a number', () => {
  expect(calls.numberIn('0x')).toBeNull()
  expect(calls.numberIn('0x06')).toBeNull()
  expect(calls.numberIn(`0x${'6'.padStart(64, '0')}`)).toBe(6n)
})
