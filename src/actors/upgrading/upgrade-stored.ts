/**
 * Brings all stored actors to this release's versions of their machines, before the service takes turns. Nothing is
 * written while any of them has no place, and what a newer release has written is left alone.
 */
import type { Database } from '../../store/database.ts'
import { readStoredActors, saveMachineVersion } from '../../store/upgrading/stored-actors.ts'
import { type ActorDefinitions, actorDefinitions } from '../../core/turn/actor-definitions.ts'
import { commitUpgrades } from './commit-upgrades.ts'
import { compareVersions, countPlaces } from './count-places.ts'

type Upgrading = {
  database: Database
  now: Date
  /** Told what a newer release has stored; an older process runs beside it, and leaves that alone. */
  tell: (sentence: string) => void
  definitions?: ActorDefinitions
}

/** Returns how many actors were changed. @throws where one has no place. */
export async function upgradeStored({
  database,
  now,
  tell,
  definitions = actorDefinitions,
}: Upgrading): Promise<number> {
  const versions = await compareVersions(database, definitions)
  for (const { kind, stored, known } of versions)
    if (stored > known)
      tell(
        `the actors of kind ${kind} are of machine version ${stored}, this release knows ${known}: they are left to processes of the newer release. Start that one; going back to this one means to restore the backup that was made before it`,
      )
  const { without, named } = await countPlaces(database, versions, { definitions })
  if (without > 0)
    throw new Error(
      `${without} stored actors have no place in this release, and nothing was changed: ${named.join('; ')}. Start the release before it`,
    )
  let upgraded = 0
  for (const { kind, stored, known } of versions) {
    if (stored >= known) continue
    for await (const actors of readStoredActors(database, kind, { before: known }))
      upgraded += await commitUpgrades({ database, definitions, now }, actors)
    await saveMachineVersion(database, kind, known)
  }
  return upgraded
}
