/** The test clock: moves the service and its local chain together. Only keys of the test network. */
import { z } from 'zod'
import { Problem } from '../../shared/problems.ts'
import { Time } from '../../store/resources/fields.ts'
import type { TestClock } from '../dependencies.ts'
import { type MerchantCall, merchantRoute } from '../routing/route.ts'
import { wholeField } from '../schemas/fields.ts'

const secondsMax = 10 * 366 * 24 * 60 * 60

export const readClockRoute = merchantRoute({
  method: 'GET',
  path: '/testing/clock',
  operationId: 'readTestClock',
  tag: 'Test clock',
  summary: 'Read the test clock',
  answer: {
    status: 200,
    description: 'Business time as it is now.',
    schema: z.strictObject({ now: Time }),
  },
  problems: ['NotFound'],
  async handle(call) {
    return { body: await requireTestClock(call).read() }
  },
})

export const advanceClockRoute = merchantRoute({
  method: 'POST',
  path: '/testing/clock/advance',
  operationId: 'advanceTestClock',
  tag: 'Test clock',
  summary: 'Move the test clock forward',
  description: 'Fires timers in their order and answers when what they caused has settled.',
  body: z.strictObject({ seconds: wholeField(1, secondsMax) }).meta({ id: 'ClockAdvance' }),
  answer: {
    status: 200,
    description: 'Where the clock stands now; `settled` is false where something is still moving.',
    schema: z.strictObject({ now: Time, settled: z.boolean() }),
  },
  problems: ['NotFound'],
  async handle(call) {
    return { body: await requireTestClock(call).advance(call.body.seconds) }
  },
})

function requireTestClock({ dependencies, caller }: MerchantCall): TestClock {
  if (!dependencies.testClock)
    throw new Problem('NotFound', 'There is no test clock: not every chain here is a local one.')
  if (caller.owner.network !== 'TestNet')
    throw new Problem('Forbidden', 'The test clock obeys API keys of the test network only.')
  return dependencies.testClock
}
