/** The test clock for people: read, and moved ahead while the page looks on. */
import { z } from 'zod'
import { errorText } from '../../../shared/errors.ts'
import { Problem } from '../../../shared/problems.ts'
import { Time } from '../../../core/resources/fields.ts'
import type { HttpDependencies, TestClockControl } from '../../dependencies.ts'
import { ClockAdvance, toMove } from '../../routes/test-clock.routes.ts'
import { memberRoute } from '../../routing/route.ts'

const path = '/dashboard/api/{network}/clock'

const Clock = z
  .strictObject({
    now: Time,
    canMove: z.boolean().meta({ description: 'On the test network, where every chain is local' }),
    isMoving: z.boolean(),
    lastStop: z
      .string()
      .nullable()
      .meta({
        description: 'Why the last move did not arrive, and what to do',
        examples: [
          'The clock stopped at 2026-02-01T00:00:00.000Z: a charge waits for its gas wallet.',
        ],
      }),
  })
  .meta({ id: 'Clock', description: 'Business time.' })

export const readClockRoute = memberRoute({
  method: 'GET',
  path,
  right: 'read',
  operationId: 'readClock',
  tag: 'Test clock',
  summary: 'Read the clock',
  answer: { description: 'Business time as it is now.', schema: Clock },
  async handle({ caller: { owner }, dependencies }) {
    const canMove = dependencies.testClock !== null && owner.network === 'TestNet'
    return { body: describe(dependencies, canMove ? dependencies.testClock : null) }
  },
})

export const moveClockRoute = memberRoute({
  method: 'POST',
  path: `${path}/advance`,
  right: 'integrate',
  operationId: 'moveClock',
  tag: 'Test clock',
  summary: 'Move the clock forward',
  description:
    'Begins and answers at once; the clock says when it has arrived. There is one clock for everybody, and ' +
    'it never goes back.',
  body: ClockAdvance,
  answer: { status: 202, description: 'The clock is on its way.', schema: Clock },
  problems: ['NotFound'],
  async handle(call) {
    const { caller, seed, dependencies } = call
    const { testClock, log } = dependencies
    if (!testClock || caller.owner.network !== 'TestNet')
      throw new Problem(
        'NotFound',
        'There is no clock to move: it is there on the test network, where every chain is a local one.',
      )
    const move = toMove(call, call.body)
    testClock.advance(move, { ...seed, isRepeat: false }).catch((error: unknown) => {
      log.warn({ error: errorText(error) }, 'the test clock did not arrive')
    })
    return { body: describe(dependencies, testClock) }
  },
})

function describe({ clock }: HttpDependencies, testClock: TestClockControl | null) {
  const still = { isMoving: false, lastStop: null }
  const moves = testClock ? testClock.readMoves() : still
  return { now: clock.now().toISOString(), canMove: testClock !== null, ...moves }
}
