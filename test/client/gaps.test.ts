import { expect, test } from 'vitest'
import type { Event } from '../../packages/node/src/index.ts'
import { Gaps } from '../../packages/node/src/listen/gaps.ts'

const told = (logNumber: number, id: string, sequence: number) =>
  ({ logNumber, sequence, cause: { type: 'chain' }, payment: { id } }) as unknown as Event

test('a number that is left out is told, of the log and of each resource, and nothing else', () => {
  const gaps = new Gaps()
  expect(gaps.take(told(7, 'a', 3))).toEqual([])
  expect(gaps.take(told(8, 'b', 1))).toEqual([])
  expect(gaps.take(told(9, 'a', 4))).toEqual([])
  expect(gaps.take(told(11, 'a', 5))).toEqual(['log number 10 expected, 11 came'])
  expect(gaps.take(told(12, 'b', 3))).toEqual(['sequence 2 of payment b expected, 3 came'])
  expect(gaps.take(told(13, 'b', 4))).toEqual([])
})
