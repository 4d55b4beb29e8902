import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxFeePerGasCap, replacementFees } from '../../src/chain/fees.ts'

const wei = fc.bigInt({ min: 0n, max: maxFeePerGasCap / 2n })
/** A tip is never more than the whole fee. */
const fees = fc.tuple(wei, wei).map(([one, other]) => ({
  maxFeePerGas: one > other ? one : other,
  maxPriorityFeePerGas: one > other ? other : one,
}))

test('a replacement offers at least 12.5 % more of both, and what the chain asks now', () => {
  fc.assert(
    fc.property(fees, fees, (previous, current) => {
      const next = replacementFees(previous, current)!
      for (const field of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
        expect(next[field] * 8n).toBeGreaterThanOrEqual(previous[field] * 9n)
        expect(next[field]).toBeGreaterThanOrEqual(current[field])
      }
      expect(next.maxPriorityFeePerGas).toBeLessThanOrEqual(next.maxFeePerGas)
    }),
  )
})

test('no fee is raised above the cap', () => {
  const atCap = { maxFeePerGas: maxFeePerGasCap, maxPriorityFeePerGas: 1n }
  expect(replacementFees(atCap, atCap)).toBeNull()
})
