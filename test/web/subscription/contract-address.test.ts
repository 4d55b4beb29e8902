/** The page derives addresses by itself; these tests compare its derivation with the service's. */
import fc from 'fast-check'
import { type Address, getAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { predictContractAddress } from '../../../src/shared/addresses/contract-address.ts'
import { firstCreationOf } from '../../../src/shared/addresses/deterministic-address.ts'
import {
  deriveContractAddress,
  implementationOf,
} from '../../../web/subscription/contract-address.ts'
import { compareAddress, compareTerms } from '../../../web/subscription/terms-check.ts'
import { chainId, contractAddress, factory, implementation, start, terms } from './terms.ts'

const bytes = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((array): Hex => `0x${Buffer.from(array).toString('hex')}`)
const address = bytes(20).map((hex): Address => getAddress(hex))
const uint = (bits: number) => fc.integer({ min: 0, max: 2 ** bits - 1 })
const anyTerms = fc.record({
  id: bytes(32),
  token: address,
  merchant: address,
  payer: address,
  operator: address,
  amount: fc.bigInt({ min: 1n, max: 2n ** 128n - 1n }).map(String),
  start: uint(40),
  periodDays: uint(16),
  maxPeriods: uint(16),
  graceDays: uint(16),
  activateUntil: uint(40),
})

test('the page derives the address that the service derives, for any terms, factory and chain', () => {
  fc.assert(
    fc.property(anyTerms, address, uint(32), (given, anyFactory, anyChainId) => {
      const { id, ...rest } = given
      const deployment = {
        factory: anyFactory,
        implementation: firstCreationOf(anyFactory),
        chainId: anyChainId,
      }
      const derived = deriveContractAddress({
        terms: given,
        factory: anyFactory,
        chainId: anyChainId,
      })
      expect(derived).toBe(
        predictContractAddress(deployment, { ...rest, amount: BigInt(given.amount) }, id),
      )
    }),
  )
})

test('the page knows the contract behind the clones of our own factory', () => {
  expect(implementationOf(factory)).toBe(implementation)
})

test('no term, and neither chain nor id, can change under the address that was shown', () => {
  const subscription = { terms, contractAddress, factory, chainId }
  expect(compareAddress(subscription)).toBeNull()
  const others = [
    { amount: '10000001' },
    { merchant: terms.operator },
    { payer: terms.operator },
    { token: terms.operator },
    { operator: terms.token },
    { periodDays: 30 },
    { maxPeriods: 25 },
    { graceDays: 4 },
    { start: start + 1 },
    { activateUntil: terms.activateUntil + 1 },
    { id: `0x${'1b'.repeat(32)}` as Hex },
  ]
  for (const change of others)
    expect(compareAddress({ ...subscription, terms: { ...terms, ...change } })).toMatchObject({
      reason: 'addressDiffers',
      shown: contractAddress,
    })
  expect(compareAddress({ ...subscription, chainId: 1 })).not.toBeNull()
  expect(compareAddress({ ...subscription, factory: terms.token })).not.toBeNull()
})

test('terms that differ from what the page has shown are named, whatever their address', () => {
  const { token, merchant, payer, amount, periodDays, maxPeriods, graceDays } = terms
  const shown = {
    token,
    merchant,
    payer,
    amount,
    periodDays,
    maxPeriods,
    graceDays,
    startsAt: start,
  }
  expect(compareTerms(shown, terms)).toBeNull()
  expect(compareTerms({ ...shown, payer: payer.toLowerCase() as Address }, terms)).toBeNull()
  for (const [field, value] of [
    ['token', terms.payer],
    ['merchant', terms.operator],
    ['payer', terms.operator],
    ['amount', '1000000'],
    ['periodDays', 30],
    ['maxPeriods', 12],
    ['graceDays', 0],
    ['startsAt', start + 1],
  ] as const)
    expect(compareTerms({ ...shown, [field]: value }, terms)).toEqual({
      reason: 'termsDiffer',
      field,
    })
  // A start after the one that was shown takes nothing sooner.
  expect(compareTerms({ ...shown, startsAt: start - 60 }, terms)).toBeNull()
})
