/** Judges all stored actors by their journals, and writes nothing. */
import { setImmediate as nextTick } from 'node:timers/promises'
import { actorKinds } from '../../shared/stored-actor.ts'
import type { Database } from '../../store/database.ts'
import { readJournals, readStoredActors } from '../../store/upgrading/stored-actors.ts'
import { type ActorDefinitions, actorDefinitions } from '../actor-definitions.ts'
import { type Judgement, judge } from './judge.ts'

/** Gives a judgement of every stored actor, kind by kind. */
export async function* judgeStored(
  database: Database,
  definitions: ActorDefinitions = actorDefinitions,
): AsyncGenerator<Judgement> {
  for (const kind of actorKinds)
    for await (const actors of readStoredActors(database, kind)) {
      const journals = await readJournals(database, actors)
      for (const actor of actors) yield judge(actor, journals.get(actor.id) ?? [], definitions)
      await nextTick()
    }
}
