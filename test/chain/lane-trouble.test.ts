import { expect, test } from 'vitest'
import { findTrouble, type LaneState } from '../../src/chain/lanes/lane-trouble.ts'

const quiet: LaneState = { next: 9, mined: 7, lowest: null, finalCount: 0, orphanCount: 0 }
type Status = NonNullable<LaneState['lowest']>['status']
const lowest = (nonce: number, status: Status = 'Broadcast', ageMs = 0) => ({
  lowest: { nonce, status, ageMs },
})

test.each<[string, Partial<LaneState>, string | null]>([
  [
    'a transaction on its way is left alone, however long it takes',
    lowest(7, 'Broadcast', 1e9),
    null,
  ],
  ['a lane in which all is mined has no trouble', { mined: 9 }, null],
  ['a chain that has mined more than was signed is followed when signing', { mined: 12 }, null],
  ['nonces without any bytes were never signed', {}, 'Ahead'],
  ['one missing nonce is a gap', lowest(8), 'Gap'],
  ['sixteen missing nonces are a gap', { next: 30, ...lowest(23) }, 'Gap'],
  ['seventeen missing nonces are too many to fill', { next: 30, ...lowest(24) }, 'FarAhead'],
  [
    'a reorganisation may undo 64 final transactions',
    { ...lowest(7, 'Final'), finalCount: 64 },
    null,
  ],
  [
    'a chain without 65 final transactions is another one',
    { ...lowest(7, 'Final'), finalCount: 65 },
    'ChainReset',
  ],
  ['an empty transaction has a minute to be mined', lowest(7, null, 59_000), null],
  ['an empty transaction offers more after a minute', lowest(7, null, 61_000), 'TooCheap'],
  [
    'an empty transaction in place of a refused one offers more after a minute',
    lowest(7, 'Failed', 61_000),
    'TooCheap',
  ],
  ['a transaction without bytes left is signed again', { mined: 9, orphanCount: 1 }, 'Orphans'],
])('%s', (_, state, kind) => {
  expect(findTrouble({ ...quiet, ...state })?.type ?? null).toBe(kind)
})
