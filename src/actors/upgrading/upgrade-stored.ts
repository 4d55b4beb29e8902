/**
 * Brings all stored actors to this release's versions of their machines, before the service takes turns. Nothing is
 * written while any of them has no place, and what a newer release has written is left alone.
 */
import { type ActorKind, actorKinds } from '../../shared/stored-actor.ts'
import type { Database } from '../../store/database.ts'
import {
  readMachineVersions,
  readStoredActors,
  saveMachineVersion,
} from '../../store/upgrading/stored-actors.ts'
import { type ActorDefinitions, actorDefinitions } from '../actor-definitions.ts'
import { commitUpgrades } from './commit-upgrades.ts'
import { findPlace } from './find-place.ts'

type Upgrading = {
  database: Database
  now: Date
  /** Told what a newer release has stored; an older process runs beside it, and leaves that alone. */
  tell: (sentence: string) => void
  definitions?: ActorDefinitions
}
type Outdated = { kind: ActorKind; version: number }

/** Actors without a place that a refusal names. */
const namedMax = 3

/** Returns how many actors were changed. @throws where one has no place. */
export async function upgradeStored({
  database,
  now,
  tell,
  definitions = actorDefinitions,
}: Upgrading): Promise<number> {
  const outdated = await findOutdated({ database, tell }, definitions)
  await requirePlaces({ database, definitions }, outdated)
  let upgraded = 0
  for (const { kind, version } of outdated) {
    for await (const actors of readStoredActors(database, kind, { before: version }))
      upgraded += await commitUpgrades({ database, definitions, now }, actors)
    await saveMachineVersion(database, kind, version)
  }
  return upgraded
}

async function findOutdated(
  { database, tell }: Pick<Upgrading, 'database' | 'tell'>,
  definitions: ActorDefinitions,
): Promise<Outdated[]> {
  const stored = await readMachineVersions(database)
  const kinds = actorKinds.map((kind) => ({
    kind,
    stored: stored.get(kind) ?? 1,
    version: definitions[kind].version,
  }))
  for (const { kind, stored: newest, version } of kinds.filter((one) => one.stored > one.version))
    tell(
      `the actors of kind ${kind} are of machine version ${newest}, this release knows ${version}: they are left to processes of the newer release. Start it, or bring them back with its: npm run machines:upgrade -- --back ${kind}`,
    )
  return kinds.filter((one) => one.stored < one.version)
}

async function requirePlaces(
  { database, definitions }: { database: Database; definitions: ActorDefinitions },
  outdated: readonly Outdated[],
): Promise<void> {
  const named: string[] = []
  let count = 0
  for (const { kind, version } of outdated)
    for await (const actors of readStoredActors(database, kind, { before: version }))
      for (const actor of actors) {
        const place = findPlace(actor, definitions[kind])
        if ('live' in place) continue
        if (++count <= namedMax) named.push(`${kind}/${actor.id} (${place.impossible})`)
      }
  if (count === 0) return
  throw new Error(
    `${count} stored actors have no place in this release, and nothing was changed: ${named.join('; ')}. Start the release before it, and see all with: npm run machines:upgrade -- --dry-run`,
  )
}
