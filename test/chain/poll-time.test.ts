import { expect, test } from 'vitest'
import { PollTime } from '../../src/watching/poll-time.ts'
import type { Header } from '../../src/chain/rows/blocks.ts'

const real = { pollMs: null, embedded: false }
const msAfter = (blockSeconds: number, blocks = 100): number => {
  const poll = new PollTime(real)
  for (let number = 1; number <= blocks; number++)
    poll.note({ number, timestamp: Math.floor(number * blockSeconds) } as Header)
  return poll.ms
}

test('a chain is polled about once for each of its blocks, within bounds', () => {
  expect([0.25, 2, 5, 12].map((seconds) => msAfter(seconds))).toEqual([1_000, 2_000, 5_000, 6_000])
})

test('a chain is polled every two seconds before its blocks were measured', () => {
  expect(new PollTime(real).ms).toBe(2_000)
  expect(msAfter(12, 5)).toBe(2_000)
})

test('a chain is polled as often as the chains file says', () => {
  expect(new PollTime({ pollMs: 12_000, embedded: false }).ms).toBe(12_000)
  expect(new PollTime({ pollMs: null, embedded: true }).ms).toBe(500)
})

test('a node that is behind another does not confuse the measured pace of blocks', () => {
  const poll = new PollTime(real)
  for (let number = 1; number <= 40; number++) {
    poll.note({ number, timestamp: number * 4 } as Header)
    if (number > 20) poll.note({ number: number - 15, timestamp: (number - 15) * 4 } as Header)
  }
  expect([2_000, 4_000]).toContain(poll.ms)
})
