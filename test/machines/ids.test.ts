import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  derivedId,
  idPattern,
  idToBytes32,
  lowestId,
  momentOfId,
  newId,
  placedId,
} from '../../src/shared/ids.ts'

const at = fc.date({ min: new Date(0), max: new Date(2 ** 47), noInvalidDate: true })

describe('an id', () => {
  test('has 22 characters that say its moment, and sorts by it', () => {
    fc.assert(
      fc.property(at, at, fc.string(), (one, other, seed) => {
        for (const id of [
          newId(one),
          derivedId(one, seed),
          placedId(one, 7, seed),
          lowestId(one),
        ]) {
          expect(id).toMatch(idPattern)
          expect(momentOfId(id)).toEqual(one)
          if (one < other) expect(id < lowestId(other)).toBe(true)
        }
      }),
    )
  })

  test('is known by the same text for ever', () => {
    const moment = new Date('2026-01-31T12:00:00.123Z')
    expect([
      derivedId(moment, 'payment/1'),
      placedId(moment, 4711, 'payment/1'),
      lowestId(moment),
      lowestId(new Date(0)),
    ]).toEqual([
      '1CXfRE5nuLBAnSM9vUU3eV',
      '1CXfRE5ntUNuANnm3XT6G5',
      '1CXfRE5nnBR26voWWYjxZd',
      '1111111111111111111111',
    ])
    expect(idToBytes32(derivedId(moment, 'payment/1'))).toBe(
      '0x019c13ec9e7b7f48beaaf7fc8cd1d2ce00000000000000000000000000000000',
    )
  })

  test('comes twice in no draw of many', () => {
    const moment = new Date()
    const drawn = Array.from({ length: 10_000 }, () => newId(moment))
    expect(new Set(drawn).size).toBe(drawn.length)
  })
})
