import { expect, test } from 'vitest'
import { findTrouble, type LaneState } from '../../src/chain/lanes/lane-trouble.ts'

const quiet: LaneState = { next: 9, mined: 7, lowest: null, finalCount: 0, orphanCount: 0 }
type Status = NonNullable<LaneState['lowest']>['status']
const lowest = (nonce: number, status: Status = 'Broadcast', ageMs = 0) => ({
  lowest: { nonce, status, ageMs },
})

test.each<[string, Partial<LaneState>, string | null]>([
  ['what is on its way is left alone, however long it takes', lowest(7, 'Broadcast', 1e9), null],
  ['a lane in which all is mined has no trouble', { mined: 9 }, null],
  ['a chain that has mined more than was signed is followed when signing', { mined: 12 }, null],
  ['nonces without any bytes were never signed', {}, 'Ahead'],
  ['one missing nonce is a gap', lowest(8), 'Gap'],
  ['sixteen are, too', { next: 30, ...lowest(23) }, 'Gap'],
  ['seventeen are too many to fill', { next: 30, ...lowest(24) }, 'FarAhead'],
  ['a reorganisation undoes some final ones', { ...lowest(7, 'Final'), finalCount: 64 }, null],
  [
    'more than it can undo are another chain',
    { ...lowest(7, 'Final'), finalCount: 65 },
    'ChainReset',
  ],
  ['an empty transaction has a minute', lowest(7, null, 59_000), null],
  ['then it offers more', lowest(7, null, 61_000), 'TooCheap'],
  ['so does what stands for a refused one', lowest(7, 'Failed', 61_000), 'TooCheap'],
  ['what has no bytes left is signed again', { mined: 9, orphanCount: 1 }, 'Orphans'],
])('%s', (_, state, kind) => {
  expect(findTrouble({ ...quiet, ...state })?.type ?? null).toBe(kind)
})
