import { expect, test } from 'vitest'
import { spendInOrder } from '../../../src/store/views/forecast/spend-in-order.ts'

const charge = (contractAddress: string, amount: bigint, isSure = true) => ({
  contractAddress,
  amount,
  isSure,
})

test('a wallet pays its charges in order, and a smaller one after one that it cannot pay', () => {
  const charges = [charge('a', 10n), charge('b', 8n), charge('c', 5n)]
  expect(spendInOrder(15n, charges)).toEqual(['covered', 'atRisk', 'covered'])
})

test('a subscription whose charge fails is over before its next one', () => {
  const charges = [charge('a', 10n), charge('b', 5n), charge('a', 3n)]
  expect(spendInOrder(8n, charges)).toEqual(['atRisk', 'covered', 'atRisk'])
})

test('nobody knows whether a charge that may be made or not takes its share', () => {
  const charges = [charge('a', 10n, false), charge('b', 5n), charge('c', 5n), charge('d', 6n)]
  expect(spendInOrder(15n, charges)).toEqual(['unknown', 'covered', 'unknown', 'atRisk'])
})
