/** Says which transitions a turn of the simulated world has taken, and where it led. */
import { statePath } from '../../../../src/core/turn/state-path.ts'
import type { TakenTurn } from '../../../../src/core/simulating/world.ts'
import {
  beginningTransitions,
  stampedAt,
  takenTransitions,
} from '../../../../test/support/transitions.ts'

/** Each with the kind of its actor before it. */
export function transitionsOf({ before, message, journal }: TakenTurn): string[] {
  const { kind, event } = message
  const now = Date.parse(journal.at)
  const names =
    before === null
      ? beginningTransitions(kind, (event as unknown as { input: object }).input, now)
      : takenTransitions(kind, stampedAt(before.snapshot, now), event)
  return names.map((name) => `${kind}: ${name}`)
}

export const stateOf = ({ next }: TakenTurn): string => statePath(next.actor.snapshot.value)
