/** The test clock: moves the service and its local chain together. Only keys of the test network. */
import { z } from 'zod'
import { dayMs } from '../../../machines/durations.ts'
import { badRequest, Problem } from '../../shared/problems.ts'
import { Time } from '../../core/resources/fields.ts'
import type { TestClockControl } from '../dependencies.ts'
import { describeNow } from '../now-words.ts'
import { type MerchantCall, merchantRoute, type OwnersCall } from '../routing/route.ts'
import { wholeField } from '../schemas/fields.ts'
import { MomentWithOffset } from '../schemas/moment.ts'
import type { ClockMove } from '../../shared/clock.ts'

const daysAheadMax = 10 * 366
const secondsMax = (daysAheadMax * dayMs) / 1000

export const readClockRoute = merchantRoute({
  method: 'GET',
  path: '/testing/clock',
  operationId: 'readTestClock',
  tag: 'Test clock',
  summary: 'Read the test clock',
  answer: { description: 'Business time as it is now.', schema: z.strictObject({ now: Time }) },
  problems: ['NotFound'],
  async handle(call) {
    return { body: await requireTestClock(call).read() }
  },
})

export const ClockAdvance = z
  .strictObject({
    seconds: wholeField(1, secondsMax).optional().meta({ description: 'So far from now' }),
    until: MomentWithOffset.optional().meta({
      description: `To this moment, at most ${daysAheadMax} days ahead by the test clock`,
    }),
    toNext: z.enum(['timer', 'charge']).optional().meta({
      description: 'To the next moment at which any timer is due, or a charge of yours',
    }),
  })
  .meta({ id: 'ClockAdvance', description: 'One of the three' })

export const advanceClockRoute = merchantRoute({
  method: 'POST',
  path: '/testing/clock/advance',
  operationId: 'advanceTestClock',
  tag: 'Test clock',
  summary: 'Move the test clock forward',
  description:
    'Fires timers in their order and answers when what they caused has settled. There is one clock ' +
    'for everybody: it moves all merchants, and goes on when the caller hangs up. With `Accept: application/x-ndjson` or ' +
    '`text/event-stream` each step is told while it happens, and the last line is the answer.',
  isStreamed: true,
  body: ClockAdvance,
  answer: {
    description:
      'Where the clock stands now. Where `settled` is false it stopped on the way, because something was still moving.',
    schema: z.strictObject({
      now: Time,
      settled: z.boolean(),
      stoppedAt: Time.optional(),
      reason: z.string().optional().meta({ description: 'What did not settle, and what to do' }),
      pending: z
        .record(z.string(), z.int())
        .optional()
        .meta({ description: 'How much of what did not settle' }),
    }),
  },
  problems: ['NotFound', 'CommandNotAllowed'],
  async handle(call) {
    const testClock = requireTestClock(call)
    const { seed, isRepeat, reportStep } = call
    const move = toMove(call, call.body)
    return { body: await testClock.advance(move, { ...seed, isRepeat }, reportStep) }
  },
})

export function toMove(
  { caller: { owner }, dependencies, isRepeat }: OwnersCall & Pick<MerchantCall, 'isRepeat'>,
  { seconds, until, toNext }: z.output<typeof ClockAdvance>,
): ClockMove {
  const named = [seconds, until, toNext].filter((one) => one !== undefined).length
  if (named !== 1)
    throw badRequest([
      {
        path: '',
        message: `Send one of seconds, until and toNext, such as {"toNext": "charge"}; you sent ${named || 'none'} of them`,
      },
    ])
  if (seconds !== undefined) return { owner, seconds }
  if (toNext !== undefined) return { owner, toNext }
  const aheadMs = until!.getTime() - dependencies.clock.now().getTime()
  // A repeat may find that the first try is there already.
  if ((isRepeat || aheadMs > 0) && aheadMs <= daysAheadMax * dayMs) return { owner, until: until! }
  const message = `must be after now and at most ${daysAheadMax} days ahead; ${describeNow(dependencies.clock)}, and you sent ${until!.toISOString()}. The clock never goes back`
  throw badRequest([{ path: 'until', message }])
}

function requireTestClock({ dependencies, caller }: MerchantCall): TestClockControl {
  if (!dependencies.testClock) {
    const why = dependencies.cells.isOnlyOne
      ? 'not every chain here is a local one'
      : 'several cells are served here, and each has a time of its own'
    throw new Problem('NotFound', `There is no test clock: ${why}.`)
  }
  if (caller.owner.network !== 'TestNet')
    throw new Problem('Forbidden', 'The test clock obeys API keys of the test network only.')
  return dependencies.testClock
}
