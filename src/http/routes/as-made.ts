/** Reads what a request has made as it was made, whatever has come for it since: its first turn is decided again. */
import { replay } from '../../core/story/replay.ts'
import { type ActorKind, requireKind, type StoredActor } from '../../shared/stored-actor.ts'
import { readJournal } from '../../store/views/entities/journal.ts'
import type { OwnersCall } from '../routing/route.ts'

/** Returns what a command has made as it was made: another try may have made it sooner, and it may have moved since. */
export const asMade = async <K extends ActorKind>(
  call: OwnersCall,
  actor: StoredActor<K>,
): Promise<StoredActor<K>> =>
  actor.revision === 1 ? actor : ((await readAsMade(call, actor.kind as K, actor.id)) ?? actor)

/** Null where the owner has none of this id. */
export async function readAsMade<K extends ActorKind>(
  { caller: { owner }, dependencies: { database } }: OwnersCall,
  kind: K,
  id: string,
): Promise<StoredActor<K> | null> {
  const turns = await readJournal(database, { kind, id, ...owner }, { after: 0, limit: 1 })
  return turns.length > 0 ? requireKind(replay(turns), kind) : null
}
