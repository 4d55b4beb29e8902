/** The page encodes its calls by hand; these tests compare them with the contracts' ABIs. */
import { type Abi, encodeFunctionData, encodeFunctionResult, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { erc20Abi } from '../../../src/chain/abi/erc20.ts'
import { subscriptionFactoryAbi } from '../../../src/chain/abi/subscription-factory.ts'
import { subscriptionAbi } from '../../../src/chain/abi/subscription.ts'
import * as calls from '../../../web/subscription/calls.ts'
import { leavingCalls } from '../../../web/subscription/leaving.ts'
import { numberIn, textIn, wordsIn } from '../../../web/subscription/words.ts'
import { chainId, contractAddress, factory, terms } from './terms.ts'

const { id, ...rest } = terms
const solidityTerms = { ...rest, amount: BigInt(terms.amount) }
const { payer, merchant } = terms
const most = 2n ** 256n - 1n
const encode = (abi: Abi, functionName: string, args: readonly unknown[] = []) =>
  encodeFunctionData({ abi, functionName, args })
const moreAbi = parseAbi([
  'function transferFrom(address from, address to, uint256 value)',
  'function version() view returns (string)',
  'function eip712Domain() view returns (bytes1, string, string, uint256, address, bytes32, uint256[])',
])

test.each([
  [calls.allowanceCall(payer, contractAddress), erc20Abi, 'allowance', [payer, contractAddress]],
  [calls.balanceCall(payer), erc20Abi, 'balanceOf', [payer]],
  [calls.approveCall(contractAddress, most), erc20Abi, 'approve', [contractAddress, most]],
  [calls.transferFromCall(payer, merchant, 7n), moreAbi, 'transferFrom', [payer, merchant, 7n]],
  [calls.decimalsCall, erc20Abi, 'decimals', []],
  [calls.noncesCall(payer), erc20Abi, 'nonces', [payer]],
  [calls.domainSeparatorCall, erc20Abi, 'DOMAIN_SEPARATOR', []],
  [calls.nameCall, erc20Abi, 'name', []],
  [calls.versionCall, moreAbi, 'version', []],
  [calls.eip712DomainCall, moreAbi, 'eip712Domain', []],
  [calls.stateCall, subscriptionAbi, 'state', []],
  [calls.secondsLeftCall, subscriptionAbi, 'secondsLeft', []],
  [calls.freezeCall, subscriptionAbi, 'freeze', []],
  [calls.unfreezeCall, subscriptionAbi, 'unfreeze', []],
  [calls.cancelCall, subscriptionAbi, 'cancel', []],
  [calls.predictCall(terms), subscriptionFactoryAbi, 'predict', [solidityTerms, id]],
  [calls.cancelUndeployedCall(terms), subscriptionFactoryAbi, 'cancel', [solidityTerms, id]],
  [calls.previewCall(contractAddress), subscriptionFactoryAbi, 'previewMany', [[contractAddress]]],
  [
    calls.previewActivateCall(terms),
    subscriptionFactoryAbi,
    'previewActivateMany',
    [[solidityTerms], [id]],
  ],
])('call %# is encoded as the ABI says: %s', (written, abi, name, args) => {
  expect(written).toBe(encode(abi as Abi, name, args))
})

test('the two calls to leave end the contract and take the allowance back', () => {
  const subscription = { terms, contractAddress, factory, chainId }
  expect(leavingCalls(subscription, true)).toMatchObject([
    { to: contractAddress, data: encode(subscriptionAbi, 'cancel'), signature: 'cancel()' },
    { to: terms.token, data: encode(erc20Abi, 'approve', [contractAddress, 0n]) },
  ])
  expect(leavingCalls(subscription, false)[0]).toMatchObject({
    to: factory,
    data: encode(subscriptionFactoryAbi, 'cancel', [solidityTerms, id]),
  })
})

test('answers are read word by word, and anything else is no answer', () => {
  const state = encodeFunctionResult({
    abi: subscriptionAbi,
    functionName: 'state',
    result: [1_777_803_072, 3, 4],
  })
  expect(wordsIn(state, 3)).toEqual([1_777_803_072n, 3n, 4n])
  for (const odd of ['0x', '0x01', 'null', state.slice(0, -2)]) {
    expect(wordsIn(odd, 3)).toBeNull()
    expect(numberIn(odd)).toBeNull()
  }
})

test('texts are read where the answer says they begin, and never past its end', () => {
  const result = encodeFunctionResult({ abi: erc20Abi, functionName: 'name', result: 'Монета $' })
  expect(textIn(result)).toBe('Монета $')
  const domain = encodeFunctionResult({
    abi: moreAbi,
    functionName: 'eip712Domain',
    result: ['0x0f', 'USD Coin', '2', 1n, terms.token, `0x${'00'.repeat(32)}`, []],
  })
  expect([textIn(domain, 1), textIn(domain, 2)]).toEqual(['USD Coin', '2'])
  for (const odd of ['0x', '0x20', `0x${'f'.repeat(64)}`, result.slice(0, 100)])
    expect(textIn(odd)).toBeNull()
})
