/**
 * Explains an actor: what is not as it should be, which condition said no and with which values, what would
 * change it, what comes next. Null where all is well.
 */
import type { StoredActor } from '../../../shared/stored-actor.ts'
import { findCausingTurn } from '../entities/journal.ts'
import { type KeptFrom, readKeptFrom } from '../entities/kept-from.ts'
import type { AskedGuard } from '../../../core/story/asked-guards.ts'
import { type ExplainingDependencies, readFacts } from './facts.ts'
import { type ArmedTimer, armedTimersOf } from '../../../core/story/timer-words.ts'
import type { Trouble } from '../../../core/explaining/trouble.ts'
import { replayTurns } from './turns.ts'
import { findTrouble } from '../../../core/explaining/find-trouble.ts'

export type Explanation = Trouble & {
  /** The turn that brought it, its moment, and what its guards saw; 0 of what has taken none yet. */
  turn: number
  since: string
  conditions: AskedGuard[]
  next: ArmedTimer[]
  /** Says where its turns begin, if earlier ones are kept elsewhere: one of those may have brought it. */
  keptFrom: KeptFrom | null
}

export async function explain(
  dependencies: ExplainingDependencies,
  actor: StoredActor,
): Promise<Explanation | null> {
  const facts = await readFacts(dependencies, actor)
  const trouble = findTrouble(actor, facts)
  if (!trouble) return null
  const { database } = dependencies
  const turn = await findCausingTurn(database, actor, trouble.reason)
  const conditions: AskedGuard[] = []
  let since = new Date(actor.snapshot.context.now).toISOString()
  for await (const replayed of replayTurns(database, actor, { from: turn, to: turn })) {
    since = new Date(replayed.at).toISOString()
    conditions.push(...replayed.asked)
  }
  const next = [actor, facts.charge].flatMap((one) => (one ? armedTimersOf(one) : []))
  const keptFrom = await readKeptFrom(database, actor)
  return { ...trouble, turn, since, conditions, next: next.toSorted(byMoment), keptFrom }
}

const byMoment = (one: ArmedTimer, other: ArmedTimer) => one.at.localeCompare(other.at)
