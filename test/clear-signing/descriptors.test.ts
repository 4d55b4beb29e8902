/** Tests the texts that a payer's wallet shows for everything that the payer signs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import {
  type Abi,
  type AbiFunction,
  encodeFunctionData,
  getAddress,
  type Hex,
  maxUint256,
  pad,
  toEventSelector,
  toFunctionSelector,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { clearSigningDescriptors } from '../../scripts/clear-signing-descriptors.ts'
import { projectRoot } from '../../scripts/contracts-solc.ts'
import { erc20Abi } from '../../src/chain/abi/erc20.ts'
import { subscriptionAbi } from '../../src/chain/abi/subscription.ts'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { type Descriptor, isBound, selectorsIn, show, showMessage } from './wallet.ts'

const folder = join(projectRoot, 'contracts/clear-signing')
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
const files = Object.keys(clearSigningDescriptors())
const subscription: Descriptor = read('calldata-MandateSubscription.json')
const factory: Descriptor = read('calldata-MandateSubscriptionFactory.json')
const erc20: Descriptor = read('common-erc20-tokens.json')
const permit: Descriptor = read('common-erc2612-permit.json')
const [deployment] = factory.context.contract!.deployments!

const token = getAddress(`0x${'70'.repeat(20)}`)
const clone = getAddress(`0x${'c1'.repeat(20)}`)
const merchant = getAddress(`0x${'a1'.repeat(20)}`)
const payer = getAddress(`0x${'b2'.repeat(20)}`)
const tokens = { [token]: { symbol: 'USDC', decimals: 6 } }
const to = (address: typeof clone, data: Hex) => ({ chainId: 1, to: address, data })

describe.each(files)('the descriptor %s', (file) => {
  test('is valid by the published schema', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
    const isValid = ajv.compile(read('erc7730-v2.schema.json'))
    expect(isValid(read(file)) || isValid.errors).toBe(true)
    expect(isValid({ ...read(file), surprise: true })).toBe(false)
  })

  test('is generated from the present ABIs', () => {
    // Otherwise: npm run generate
    expect(read(file)).toEqual(clearSigningDescriptors()[file])
  })
})

test('every function that a payer may call is described, and nothing else is', () => {
  expect(selectorsIn(subscription)).toEqual(
    selectorsOf(subscriptionAbi, 'freeze', 'unfreeze', 'cancel'),
  )
  expect(selectorsIn(factory)).toEqual(selectorsOf(subscriptionFactoryAbi, 'activate', 'cancel'))
  expect(selectorsIn(erc20)).toEqual(selectorsOf(erc20Abi, 'transfer', 'approve'))
})

test.each([
  ['freeze', 'Pause subscription'],
  ['unfreeze', 'Resume subscription'],
  ['cancel', 'Cancel subscription'],
] as const)('%s of a contract is shown as "%s"', (functionName, sentence) => {
  const data = encodeFunctionData({ abi: subscriptionAbi, functionName })
  expect(show(subscription, to(clone, data))).toEqual({
    sentence,
    fields: { Subscription: clone },
  })
})

test("a wallet knows a subscription contract by its factory's event, and by nothing else", () => {
  const selector = toEventSelector(
    subscriptionFactoryAbi.find((item) => item.type === 'event' && item.name === 'Deployed')!,
  )
  const call = to(clone, encodeFunctionData({ abi: subscriptionAbi, functionName: 'freeze' }))
  const log = { address: deployment!.address, topics: [selector, pad(clone), pad('0x01')] as const }
  expect(isBound(subscription, call, [log])).toBe(true)
  expect(isBound(subscription, call, [])).toBe(false)
  expect(isBound(subscription, call, [{ ...log, address: token }])).toBe(false)
  expect(isBound(subscription, { ...call, to: merchant }, [log])).toBe(false)
  expect(isBound(subscription, { ...call, chainId: 31337 }, [log])).toBe(false)
})

test.each([
  ['activate', 'Start subscription: 9.99 USDC a period to'],
  ['cancel', 'Cancel subscription: 9.99 USDC a period to'],
] as const)('%s of the factory names amount, merchant and schedule', (functionName, words) => {
  const data = encodeFunctionData({
    abi: subscriptionFactoryAbi as Abi,
    functionName,
    args: [termsWith({ token, merchant, payer, amount: 9_990_000n }), pad('0x01')],
  })
  const call = to(deployment!.address, data)
  expect(isBound(factory, call)).toBe(true)
  const shown = show(factory, call, tokens)!
  expect(shown.sentence).toBe(`${words} ${merchant}`)
  expect(shown.fields).toMatchObject({
    'Amount a period': '9.99 USDC',
    'Paid to': merchant,
    'Days in a period': '30',
    'Periods at most': '12',
    'First charge from': '2027-01-15T08:00:00.000Z',
  })
})

test('a shown approval names its spender and the exact amount', () => {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [clone, 119_880_000n],
  })
  expect(show(erc20, to(token, data), tokens)).toEqual({
    sentence: `Let ${clone} take up to 119.88 USDC`,
    fields: { Spender: clone, Amount: '119.88 USDC' },
  })
})

test('a shown transfer to a deposit address names the address and the exact amount', () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [clone, 1n] })
  expect(show(erc20, to(token, data), tokens)!.sentence).toBe(`Send 0.000001 USDC to ${clone}`)
})

test('a shown permit names its spender, the amount and how long it is valid', () => {
  const encodedType =
    'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'
  const message = { owner: payer, spender: clone, value: 119_880_000n, nonce: 0n, deadline: 60n }
  expect(showMessage(permit, encodedType, message, token, tokens)).toEqual({
    sentence: `Let ${clone} take up to 119.88 USDC`,
    fields: { Spender: clone, Amount: '119.88 USDC', 'Valid until': '1970-01-01T00:01:00.000Z' },
  })
})

test('a call without a description is shown with none', () => {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'permit',
    args: [payer, clone, maxUint256, 0n, 0, pad('0x'), pad('0x')],
  })
  expect(show(erc20, to(token, data), tokens)).toBeNull()
})

function selectorsOf(abi: Abi, ...names: string[]): Hex[] {
  const functions = abi.filter((item): item is AbiFunction => item.type === 'function')
  return names.map((name) => toFunctionSelector(functions.find((item) => item.name === name)!))
}

/**
 * Terms with a value for every component of the present ABI; components not named are moments or
 * numbers.
 */
function termsWith(changes: Record<string, unknown>): Record<string, unknown> {
  const activate = subscriptionFactoryAbi.find(
    (item) => item.type === 'function' && item.name === 'activate',
  ) as AbiFunction
  const [terms] = activate.inputs as readonly {
    components?: readonly { name: string; type: string }[]
  }[]
  const plain = terms!.components!.map(({ name, type }) => [
    name,
    type === 'address' ? payer : type === 'uint128' ? 1n : 1_800_000_000 % 65_536,
  ])
  return {
    ...Object.fromEntries(plain),
    start: 1_800_000_000,
    periodDays: 30,
    maxPeriods: 12,
    ...changes,
  }
}
