/** The laws of money, which no subscription and no charge may break in any situation. */
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OpenCharge } from '../../machines/subscription/subscription.context.ts'
import { statePath } from '../../src/actors/state-path.ts'
import {
  beginning,
  type Case,
  explore,
  isClosed,
  type Move,
  moveOn,
  type Visit,
} from '../support/explore.ts'
import { chargeCases } from './cases/charge.ts'
import { memoryOf, subscriptionCases } from './cases/subscription.ts'

const sequencesPerLaw = 300
const eventsMax = 40
/** A number of attempts above that of any schedule. */
const attemptsMax = 30

/** The events that make an ended charge go on: a reorganisation, and the end of what had stopped it. */
const bringsBack = ['charge.reorged', 'charge.resume']

type Opened = { charge: OpenCharge; settlement: object | null }

describe('a subscription', () => {
  let moves: Move[]
  let asking: { move: Move; opened: Opened }[]
  let requests: typeof asking
  beforeAll(() => {
    moves = subscriptionCases.flatMap((one) => explore(one).moves)
    asking = moves.flatMap((move) => openedBy(move).map((opened) => ({ move, opened })))
    requests = asking.filter(({ opened }) => opened.settlement === null)
  })

  test('asks for no charge before its start, and none before it is due (P4)', () => {
    const early = requests.filter(({ move: { to }, opened: { charge } }) => {
      const { startFrom } = memoryOf(to.situation)
      return to.situation.now < Math.max(Date.parse(startFrom), Date.parse(charge.dueAt))
    })
    expect(requests.length).toBeGreaterThan(0)
    expect(early.map(({ move }) => say(move))).toEqual([])
  })

  test('asks for no charge while it is paused or ending, nor after its end', () => {
    const stopped = /^(PendingPause|Paused|PendingUnPause|PendingCancel|Cancelled|Finished|Error)/
    const late = requests.filter(({ move }) => stopped.test(stateAfter(move)))
    expect(late.map(({ move }) => say(move))).toEqual([])
  })

  test('asks for one period after the other, and never for more than were agreed', () => {
    const wrong = requests.filter(({ move: { from, to }, opened: { charge } }) => {
      const { chargesMade } = memoryOf(from.situation)
      return charge.period !== chargesMade + 1 || charge.period > memoryOf(to.situation).maxPeriods
    })
    expect(wrong.map(({ move }) => say(move))).toEqual([])
  })

  test('takes a period as paid once, unless the chain takes it back', () => {
    const paying = moves.filter((move) => namesOf(move).includes('confirmCharge') || settles(move))
    const twice = paying.filter(
      ({ from, to }) => memoryOf(from.situation).chargesMade >= memoryOf(to.situation).chargesMade,
    )
    expect(paying.length).toBeGreaterThan(0)
    expect(twice.map(say)).toEqual([])
  })

  test('records every charge that lands, and shows the operator one that cannot be', () => {
    const landed = moves.filter(({ from, event, to }) => {
      const { chargesMade } = memoryOf(from.situation)
      const isNew = event.type === 'chain.charged' && Number(event['period']) > chargesMade
      return isNew && to.situation.value !== 'Error'
    })
    const forgotten = landed.filter(
      ({ event, to }) => memoryOf(to.situation).chargesMade !== event['period'],
    )
    expect(forgotten.map(say)).toEqual([])
  })
})

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

const openedBy = ({ to, decision }: Move): Opened[] =>
  decision.outcome === 'applied'
    ? to.effects.filter(({ name }) => name === 'createCharge').map(({ params }) => params as Opened)
    : []

const settles = (move: Move) => openedBy(move).some(({ settlement }) => settlement !== null)
const namesOf = ({ to, decision }: Move) =>
  decision.outcome === 'applied' ? to.effects.map(({ name }) => name) : []
const stateAfter = ({ to }: Move) => statePath(to.situation.value)

/** Lists the events that led here, for the message of a failure. */
const say = ({ from, event }: Move) => [...from.events, event].map(({ type }) => type).join(', ')
