/** The laws of money that no charge may break, in any situation. Those of a subscription are tried on its walk, in exploration.test.ts. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { statePath } from '../../src/core/turn/state-path.ts'
import { beginning, type Case, isClosed, moveOn, type Visit } from '../support/explore.ts'
import { chargeCases } from './cases/charge.ts'

const sequencesPerLaw = 300
const eventsMax = 40
/** A number of attempts above that of any schedule. */
const attemptsMax = 30

/** The events that make an ended charge go on: a reorganisation, and the end of what had stopped it. */
const bringsBack = ['charge.reorged', 'charge.resume']

describe('a charge', () => {
  const anyCharge = fc.constantFrom(...chargeCases)
  const choices = fc.array(fc.nat(20), { maxLength: eventsMax, size: 'max' })

  test('that only fails ends, whatever happened before', () => {
    fc.assert(
      fc.property(anyCharge, choices, (one, chosen) => {
        expect(isClosed(failOn(walk(one, chosen)))).toBe(true)
      }),
      { numRuns: sequencesPerLaw },
    )
  })

  test('succeeds only by an event of its contract (S2.4-2)', () => {
    fc.assert(
      fc.property(anyCharge, choices, (one, chosen) => {
        const told = walk(one, chosen)
        const words = told.events.map(({ type }) => type)
        const isSettled = words.includes('charge.confirm') || one.input['settlement'] !== null
        if (statePath(told.situation.value) === 'Succeeded') expect(isSettled).toBe(true)
      }),
      { numRuns: sequencesPerLaw },
    )
  })

  test('that may not be tried again asks for nothing more (S2.4-4, S3.3-3)', () => {
    fc.assert(
      fc.property(anyCharge, choices, (one, chosen) => {
        const ended = failOn(walk(one, chosen))
        const after = one
          .eventsAt(ended.situation)
          .filter(({ type }) => !bringsBack.includes(type))
          .flatMap((event) => moveOn('charge', ended, event).to.effects)
        expect(after.map(({ name }) => name)).not.toContain('requestCharge')
      }),
      { numRuns: sequencesPerLaw },
    )
  })
})

/**
 * Sends a case one event after the other; each number chooses among the events and timers that may
 * come next.
 */
function walk(one: Case, chosen: number[]): Visit {
  return chosen.reduce((visit, choice) => {
    const timers = Object.keys(visit.situation.timers).map((type) => ({ type }))
    const possible = [...one.eventsAt(visit.situation), ...timers]
    return moveOn(one.kind, visit, possible[choice % possible.length]!).to
  }, beginning(one))
}

/** Lets every attempt fail, and time pass in between, until the charge ends. */
function failOn(visit: Visit): Visit {
  for (let attempt = 0; attempt < attemptsMax && !isClosed(visit); attempt++) {
    const [timer] = Object.keys(visit.situation.timers)
    const failed = { type: 'charge.attemptFailed', reason: 'InsufficientBalance' }
    visit = moveOn('charge', visit, timer ? { type: timer } : failed).to
  }
  return visit
}
