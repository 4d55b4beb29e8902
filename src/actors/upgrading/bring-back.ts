/**
 * Brings the stored actors of a kind back to the version before this release's, so that the release before may take them
 * again. Run by the newer release, because only it knows both. Nothing is written while any of them has no way back.
 */
import type { ActorKind, StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../../store/database.ts'
import { commitTurns } from '../../store/turn-store.ts'
import { readStoredActors, setMachineVersion } from '../../store/upgrading/stored-actors.ts'
import { errorText } from '../../shared/errors.ts'
import {
  type ActorDefinition,
  type ActorDefinitions,
  actorDefinitions,
} from '../actor-definitions.ts'
import { BatchBuilder } from '../batch.ts'
import { phaseOf, statusOf } from '../state-path.ts'
import type { LiveActor } from '../turn.ts'
import { upgradeTurn } from './commit-upgrades.ts'
import { armed, findPlace, upgradableOf } from './find-place.ts'

type BringingBack = { database: Database; now: Date; definitions?: ActorDefinitions }

/** Actors without a way back that a refusal names. */
const namedMax = 3

/**
 * Returns how many actors were brought back. Those that a worker moves meanwhile stay: it is run again once the last process
 * of this release has ended. @throws where the version, or one of its actors, has no way back
 */
export async function bringBack(
  { database, now, definitions = actorDefinitions }: BringingBack,
  kind: ActorKind,
): Promise<number> {
  const definition = definitions[kind]
  const { version } = definition
  requireWayBack(kind, definition)
  await requireFormers(database, kind, definition)
  let count = 0
  for await (const actors of actorsOf(database, kind, version)) {
    const batch = new BatchBuilder()
    for (const actor of actors) batch.add(upgradeTurn(actor, findFormer(actor, definition), now))
    count += (await commitTurns(database, batch.toBatch())).size
  }
  await setMachineVersion(database, kind, version - 1)
  return count
}

function requireWayBack(kind: ActorKind, { version, upgrades, downgrades }: ActorDefinition): void {
  if (version === 1) throw new Error(`the machine of ${kind} is of version 1: none was before it`)
  if (upgrades[version - 1] && !downgrades[version])
    throw new Error(
      `version ${version} of the machine of ${kind} has no way back: go on with this release, or restore the backup that was made before it`,
    )
}

async function requireFormers(
  database: Database,
  kind: ActorKind,
  definition: ActorDefinition,
): Promise<void> {
  const named: string[] = []
  let count = 0
  for await (const actors of actorsOf(database, kind, definition.version))
    for (const actor of actors)
      try {
        findFormer(actor, definition)
      } catch (error) {
        if (++count <= namedMax) named.push(`${kind}/${actor.id} (${errorText(error)})`)
      }
  if (count > 0)
    throw new Error(`${count} have no way back, and nothing was changed: ${named.join('; ')}`)
}

async function* actorsOf(
  database: Database,
  kind: ActorKind,
  version: number,
): AsyncGenerator<StoredActor[]> {
  for await (const actors of readStoredActors(database, kind)) {
    const wanted = actors.filter(({ machineVersion }) => machineVersion === version)
    if (wanted.length) yield wanted
  }
}

/**
 * The actor as the version before has it, one turn later. This release cannot try that version's machine; what it can say is
 * that its own upgrade would take the actor up again. Which commands are accepted the next turn says anew.
 */
function findFormer(actor: StoredActor, definition: ActorDefinition): LiveActor {
  const { version, downgrades } = definition
  const before = upgradableOf(actor)
  const { value, context, timers } = downgrades[version]?.(before) ?? before
  const former = {
    ...actor,
    phase: phaseOf(value),
    revision: actor.revision + 1,
    machineVersion: version - 1,
    snapshot: { ...actor.snapshot, value, context, timers: armed(actor, timers) },
  } as StoredActor
  const status = statusOf(value)
  if (status !== actor.status)
    throw new Error(`its status would change from ${actor.status} to ${status}`)
  const place = findPlace(former, definition)
  if ('impossible' in place) throw new Error(place.impossible)
  return { ...place.live, actor: former }
}
