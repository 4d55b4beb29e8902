import { describe, expect, test } from 'vitest'
import { daySeconds } from '../../../machines/durations.ts'
import { allowanceOptions, ownOption } from '../../../web/subscription/allowance-choice.ts'
import { coverageOf } from '../../../web/subscription/coverage.ts'
import { exposureOf } from '../../../web/subscription/exposure.ts'
import { nextCharges } from '../../../web/subscription/next-charges.ts'
import { monthLater, running, start, terms } from './terms.ts'

const month = 31 * daySeconds

describe('what can ever leave the wallet', () => {
  test('is the charges that are left, if they are allowed, until the day of the last one', () => {
    expect(exposureOf(terms, running)).toMatchObject({
      most: 230_000_000n,
      until: monthLater + 22 * month,
      now: 0n,
      next: { amount: 10_000_000n, dueAt: monthLater },
      missing: { allowance: 0n, balance: 0n },
    })
  })

  test('is no more than the contract can take, however much is allowed', () => {
    const unlimited = { ...running, allowance: 2n ** 256n - 1n }
    expect(exposureOf(terms, unlimited).most).toBe(230_000_000n)
  })

  test('is no more than what is allowed, in whole charges', () => {
    expect(exposureOf(terms, { ...running, allowance: 39_999_999n })).toMatchObject({
      most: 30_000_000n,
      until: monthLater + 2 * month,
    })
    expect(exposureOf(terms, { ...running, allowance: 9_999_999n })).toMatchObject({
      most: 0n,
      until: null,
      missing: { allowance: 1n },
    })
  })

  test('is one charge at this moment once it is due, and nothing before', () => {
    const due = { ...running, blockTime: monthLater, secondsLeft: 0 }
    expect(exposureOf(terms, due).now).toBe(10_000_000n)
    expect(exposureOf(terms, { ...due, balance: 9_999_999n })).toMatchObject({
      now: 0n,
      missing: { balance: 1n },
    })
  })

  test('is nothing while it is paused, and the same as before once it goes on', () => {
    const paused = exposureOf(terms, { ...running, frozenBy: 'payer' })
    expect(paused).toMatchObject({ pausedBy: 'payer', now: 0n, next: null, most: 230_000_000n })
  })

  test.each([
    ['cancelled', { isCancelled: true }],
    ['finished', { charged: 24 }],
    ['lapsed', { blockTime: monthLater + 3 * daySeconds + 1, secondsLeft: -3 * daySeconds - 1 }],
    [
      'expired',
      {
        charged: 0,
        nextDue: start,
        blockTime: terms.activateUntil + 1,
        secondsLeft: start - terms.activateUntil - 1,
      },
    ],
  ] as const)('is nothing for ever once it is %s, whatever is allowed', (deadBecause, change) => {
    expect(exposureOf(terms, { ...running, ...change })).toMatchObject({
      most: 0n,
      until: null,
      now: 0n,
      next: null,
      deadBecause,
      hasDeadAllowance: true,
    })
  })

  test('is alive until the last second of the grace', () => {
    const last = {
      ...running,
      blockTime: monthLater + 3 * daySeconds,
      secondsLeft: -3 * daySeconds,
    }
    expect(exposureOf(terms, last)).toMatchObject({ deadBecause: null, now: 10_000_000n })
  })
})

describe('what an allowance covers', () => {
  test('ends with the period of its last charge', () => {
    expect(coverageOf(terms, running, 30_000_000n)).toEqual({
      charges: 3,
      sum: 30_000_000n,
      lastChargeAt: monthLater + 2 * month,
      lastsUntil: monthLater + 3 * month,
    })
  })

  const secondCharge = (reading: typeof running) => nextCharges(terms, reading)[1]?.dueAt

  test('keeps the days of the schedule however late the next charge is', () => {
    const late = 3 * daySeconds
    const overdue = { ...running, blockTime: monthLater + late, secondsLeft: -late }
    expect(secondCharge(overdue)).toBe(monthLater + month)
    const paused = {
      ...overdue,
      blockTime: monthLater + 40 * daySeconds,
      frozenBy: 'payer',
    } as const
    expect(coverageOf(terms, paused, 20_000_000n)).toMatchObject({
      lastChargeAt: monthLater + 37 * daySeconds + month,
    })
  })

  test('counts from the first charge where that is later than the schedule tolerates', () => {
    const draft = { ...running, charged: 0, nextDue: start }
    const lateBy = (late: number) => ({ ...draft, blockTime: start + late, secondsLeft: -late })
    expect(secondCharge(lateBy(daySeconds))).toBe(start + month)
    expect(secondCharge(lateBy(daySeconds + 1))).toBe(start + daySeconds + 1 + month)
  })
})

describe('the choice of a limit', () => {
  test('is 3, 12 or all charges that are left, each with its sum and its end', () => {
    expect(
      allowanceOptions(terms, running).map(({ charges, allowance }) => [charges, allowance]),
    ).toEqual([
      [3, 30_000_000n],
      [12, 120_000_000n],
      [23, 230_000_000n],
    ])
    expect(allowanceOptions(terms, running).at(-1)).toMatchObject({
      isAll: true,
      lastsUntil: monthLater + 23 * month,
    })
  })

  test.each([
    [21, [3]],
    [12, [3, 12]],
    [22, [2]],
    [23, [1]],
    [24, []],
  ])('after %i of 24 charges it is of %j', (charged, numbers) => {
    const options = allowanceOptions(terms, { ...running, charged })
    expect(options.map(({ charges }) => charges)).toEqual(numbers)
  })

  test('takes a number of one’s own from one charge to all of them', () => {
    expect(ownOption(terms, running, ' 5 ')).toMatchObject({ charges: 5, allowance: 50_000_000n })
    expect(ownOption(terms, running, '23')).toMatchObject({ isAll: true })
    for (const odd of ['0', '24', '-1', '1.5', '1e1', '', 'all', '05'])
      expect(ownOption(terms, running, odd)).toBeNull()
  })
})

describe('the next charges', () => {
  test('are numbered as the contract numbers them, and say how far the allowance reaches', () => {
    const charges = nextCharges(terms, { ...running, allowance: 20_000_000n }, 3)
    expect(charges).toEqual([
      { period: 2, dueAt: monthLater, amount: 10_000_000n, isAllowed: true },
      { period: 3, dueAt: monthLater + month, amount: 10_000_000n, isAllowed: true },
      { period: 4, dueAt: monthLater + 2 * month, amount: 10_000_000n, isAllowed: false },
    ])
  })

  test('are none where it is paused or ended', () => {
    expect(nextCharges(terms, { ...running, frozenBy: 'payer' })).toEqual([])
    expect(nextCharges(terms, { ...running, isCancelled: true })).toEqual([])
    expect(nextCharges(terms, { ...running, charged: 22 })).toHaveLength(2)
  })
})
