/** The order of the faults, which the seed decides alone: however the service behaves, it is the same. */
import type { Dice } from '../../../test/chain/faults.ts'
import type { FaultKind } from './kinds.ts'

/** `choice` says which one of several is broken, `pauseMs` how long everything is left alone before it. */
export type PlannedFault = { kind: FaultKind; choice: number; pauseMs: number }

/** Yields each kind once in a random order, and then each once again, for so many rounds. */
export function* planFaults(
  kinds: readonly FaultKind[],
  dice: Dice,
  { pauseSecondsMax, roundsMax }: { pauseSecondsMax: number; roundsMax: number },
): Generator<PlannedFault> {
  for (let round = 1; round <= roundsMax; round++)
    for (const kind of shuffled(kinds, dice)) {
      const pauseMs = Math.round(dice() * pauseSecondsMax * 1_000)
      yield { kind, choice: dice(), pauseMs }
    }
}

/** By Fisher and Yates. */
function shuffled(kinds: readonly FaultKind[], dice: Dice): FaultKind[] {
  const order = [...kinds]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(dice() * (last + 1))
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  return order
}
