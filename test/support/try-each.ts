import { expect } from 'vitest'
import { errorText } from '../../src/shared/errors.ts'

/**
 * Tries every case of a table, and fails once, with each case that is at fault and why: a table is one guarantee, and its
 * faults say more beside each other.
 */
export async function tryEach<Case>(
  cases: readonly Case[],
  nameOf: (one: Case) => string,
  judge: (one: Case) => unknown,
): Promise<void> {
  const faults: string[] = []
  for (const one of cases)
    try {
      await judge(one)
    } catch (error) {
      faults.push(`${nameOf(one)}: ${errorText(error)}`)
    }
  expect(cases.length).toBeGreaterThan(0)
  expect(faults).toEqual([])
}
