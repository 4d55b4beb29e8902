/** The laws of money, which no subscription may break in any situation. */
import { beforeAll, expect, test } from 'vitest'
import type { OpenCharge } from '../../machines/subscription/subscription.context.ts'
import { statePath } from '../../src/core/turn/state-path.ts'
import type { Exploration, Move } from '../support/explore.ts'
import { memoryOf } from './cases/subscription.ts'

type Opened = { charge: OpenCharge; settlement: object | null }

/** Declares a test for each law, on all that was walked. */
export function lawsOfSubscriptions(explored: () => Exploration[]): void {
  let moves: Move[]
  let asking: { move: Move; opened: Opened }[]
  let requests: typeof asking
  beforeAll(() => {
    moves = explored().flatMap((one) => one.moves)
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
    const forgotten = moves
      .filter(isNewCharge)
      .filter(({ event, to }) => memoryOf(to.situation).chargesMade !== event['period'])
    expect(forgotten.map(say)).toEqual([])
  })
}

const openedBy = ({ to, decision }: Move): Opened[] =>
  decision.outcome === 'applied'
    ? to.effects.filter(({ name }) => name === 'createCharge').map(({ params }) => params as Opened)
    : []

const isNewCharge = ({ from, event, to }: Move): boolean =>
  event.type === 'chain.charged' &&
  Number(event['period']) > memoryOf(from.situation).chargesMade &&
  to.situation.value !== 'Error'

const settles = (move: Move) => openedBy(move).some(({ settlement }) => settlement !== null)
const namesOf = ({ to, decision }: Move) =>
  decision.outcome === 'applied' ? to.effects.map(({ name }) => name) : []
const stateAfter = ({ to }: Move) => statePath(to.situation.value)

/** Lists the events that led here, for the message of a failure. */
const say = ({ from, event }: Move) => [...from.events, event].map(({ type }) => type).join(', ')
