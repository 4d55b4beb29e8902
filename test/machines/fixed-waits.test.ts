/** The waits of one length are as long as they are promised, in every unit: a story fires a timer whenever it is due. */
import { expect, test } from 'vitest'
import { secondMs } from '../../machines/durations.ts'
import { actorDefinitions } from '../../src/core/turn/actor-definitions.ts'
import { type ActorKind, actorKinds } from '../../src/shared/stored-actor.ts'

/** Milliseconds, by the name of the delay. A wait that is computed from moments is told by the stories. */
const fixedWaits: Partial<Record<ActorKind, Record<string, number>>> = {
  // A chain that does not answer is asked again by whoever presses.
  subscription: { untilCheckGivenUp: 30 * secondMs, untilCancelRetried: 60 * 60 * secondMs },
  // An empty gas wallet that was filled sends on within a quarter of a minute.
  transaction: { untilSentAgain: 15 * secondMs },
}

test.each(actorKinds)('of a %s', (kind) => {
  const { delays } = actorDefinitions[kind].machine.implementations
  const fixed = Object.entries(delays).filter(([, delay]) => typeof delay === 'number')
  expect(Object.fromEntries(fixed)).toEqual(fixedWaits[kind] ?? {})
})
