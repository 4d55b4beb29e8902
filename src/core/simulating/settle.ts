/** Lets everything between the actors and the chain come to rest. */
import type { ChainModel } from './chain-model.ts'
import type { World } from './world.ts'

const roundsMax = 2_000

/** Runs the world until it is idle, without time passing; false if it never is. */
export function settle(world: World, chain: ChainModel): boolean {
  for (let round = 0; round < roundsMax; round++) {
    const hasMoved =
      world.deliver(0) ||
      chain.mine() ||
      world.requests.some((_, index) => chain.answer(index)) ||
      // A request that stays perhaps heard why.
      world.deliver(0)
    if (!hasMoved) return true
  }
  return false
}
