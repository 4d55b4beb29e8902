/** Counts what this release would make of stored actors, and writes nothing: for the start, and for who asks before it. */
import { type ActorKind, actorKinds, type StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../../store/database.ts'
import { readMachineVersions, readStoredActors } from '../../store/upgrading/stored-actors.ts'
import { type ActorDefinitions, actorDefinitions } from '../../core/turn/actor-definitions.ts'
import { findPlace } from './find-place.ts'

/** A kind, the newest version that its actors are stored in, and the one that this release knows. */
export type KindVersions = { kind: ActorKind; stored: number; known: number }
/**
 * Counts the actors that stay as they are, that change, and that have no place; `named` says why for the first of the
 * last.
 */
export type Places = { same: number; moved: number; without: number; named: string[] }

/** Actors without a place that are named. */
const namedMax = 3

export async function compareVersions(
  database: Pick<Database, 'pool'>,
  definitions: ActorDefinitions = actorDefinitions,
): Promise<KindVersions[]> {
  const stored = await readMachineVersions(database)
  return actorKinds.map((kind) => ({
    kind,
    stored: stored.get(kind) ?? 1,
    known: definitions[kind].version,
  }))
}

/** Looks at all actors of kinds whose version rose; `sampleOthers`: and at one page of each other kind. */
export async function countPlaces(
  database: Pick<Database, 'pool'>,
  versions: readonly KindVersions[],
  { definitions = actorDefinitions, sampleOthers = false } = {},
): Promise<Places> {
  const places: Places = { same: 0, moved: 0, without: 0, named: [] }
  for (const { kind, stored, known } of versions) {
    const isOutdated = stored < known
    if (!isOutdated && !sampleOthers) continue
    const before = isOutdated ? known : null
    for await (const actors of readStoredActors(database, kind, { before })) {
      for (const actor of actors) countPlace(places, actor, definitions)
      if (!isOutdated) break
    }
  }
  return places
}

function countPlace(places: Places, actor: StoredActor, definitions: ActorDefinitions): void {
  const place = findPlace(actor, definitions[actor.kind])
  if ('live' in place) places[place.isMoved ? 'moved' : 'same']++
  else if (++places.without <= namedMax)
    places.named.push(`${actor.kind}/${actor.id} (${place.impossible})`)
}
