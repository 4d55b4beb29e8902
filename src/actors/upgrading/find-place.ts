/** Finds the place that a stored actor has in this version of its machine, or says why it has none. */
import type { AnyMachineSnapshot } from 'xstate'
import { isDeepStrictEqual } from 'node:util'
import type { Upgradable } from '../../../machines/upgrade.ts'
import { errorText } from '../../shared/errors.ts'
import type { StoredActor, StoredSnapshot } from '../../shared/stored-actor.ts'
import type { ActorDefinition } from '../../core/turn/actor-definitions.ts'
import { acceptedCommandsOf } from '../../core/turn/commands.ts'
import { findAccess } from '../../core/turn/customer-access.ts'
import { restoreActor, restoreSnapshot } from '../restore-actor.ts'
import { phaseOf, statePath, statusOf } from '../../core/turn/state-path.ts'
import type { LiveActor } from '../../core/turn/turn.ts'

/**
 * The actor as this version has it: one turn later, where an upgrade changed it, and as it is stored where none
 * did; or why it has no place.
 */
export type UpgradePlace = { live: LiveActor; isMoved: boolean } | { impossible: string }

export function findPlace(actor: StoredActor, definition: ActorDefinition): UpgradePlace {
  try {
    const carried = carry(actor, definition)
    return isDeepStrictEqual(carried, upgradableOf(actor))
      ? { live: stayed(actor, definition), isMoved: false }
      : { live: upgraded(actor, carried, definition), isMoved: true }
  } catch (error) {
    return { impossible: errorText(error) }
  }
}

function stayed(actor: StoredActor, definition: ActorDefinition): LiveActor {
  const live = restoreActor(actor, definition)
  requireWholeState(live.snapshot)
  requireKnownTimers(live.snapshot, Object.keys(actor.snapshot.timers))
  return live
}

function upgraded(
  actor: StoredActor,
  { value, context, timers }: Upgradable,
  definition: ActorDefinition,
): LiveActor {
  const snapshot = restoreSnapshot({ value, status: actor.snapshot.status, context }, definition)
  requireWholeState(snapshot)
  requireKnownTimers(snapshot, Object.keys(timers))
  if (!isDeepStrictEqual(value, actor.snapshot.value)) requireTimers(snapshot, Object.keys(timers))
  const status = statusOf(value)
  if (status !== actor.status)
    throw new Error(
      `its status would change from ${actor.status} to ${status}, and merchants were told it`,
    )
  const next = {
    ...actor,
    phase: phaseOf(value),
    revision: actor.revision + 1,
    machineVersion: definition.version,
    snapshot: {
      ...actor.snapshot,
      value,
      context,
      timers: armed(actor, timers),
      acceptedCommands: acceptedCommandsOf(actor.kind, snapshot),
    },
  } as StoredActor
  const access = findAccess(next)
  if (!isDeepStrictEqual(access, actor.snapshot.access ?? null))
    throw new Error('what its customer may do would change, and nobody would hear of it')
  return { actor: next, snapshot }
}

/** Takes what is stored from version to version. */
function carry(actor: StoredActor, { upgrades, version }: ActorDefinition): Upgradable {
  let carried = upgradableOf(actor)
  for (let from = actor.machineVersion; from < version; from++)
    carried = upgrades[from]?.(carried) ?? carried
  return carried
}

function upgradableOf({ snapshot }: StoredActor): Upgradable {
  const { value, context, timers } = structuredClone(snapshot)
  const dueAt = Object.entries(timers).map(([id, timer]) => [id, timer.dueAt] as const)
  return { value, context: { ...context }, timers: Object.fromEntries(dueAt) }
}

/** Timers that stay as they were are still those of the turn that armed them. */
function armed({ snapshot, revision }: StoredActor, timers: Upgradable['timers']) {
  const after: StoredSnapshot['timers'] = {}
  for (const [id, dueAt] of Object.entries(timers)) {
    const before = snapshot.timers[id]
    after[id] = before?.dueAt === dueAt ? before : { armedAtRevision: revision + 1, dueAt }
  }
  return after
}

/** A state value may end above the innermost states, and nothing would happen there. */
function requireWholeState(snapshot: AnyMachineSnapshot): void {
  const isWhole = snapshot._nodes.some(({ type }) => type === 'atomic' || type === 'final')
  if (!isWhole)
    throw new Error(`${statePath(snapshot.value)} has phases, and it is in none of them`)
}

const timersOf = ({ _nodes }: AnyMachineSnapshot): string[] =>
  _nodes.flatMap(({ after }) => after.map(({ eventType }) => eventType as string))

function requireKnownTimers(snapshot: AnyMachineSnapshot, ids: string[]): void {
  const unknown = ids.find((id) => !timersOf(snapshot).includes(id))
  if (unknown) throw new Error(`its timer ${unknown} is none of ${statePath(snapshot.value)}`)
}

function requireTimers(snapshot: AnyMachineSnapshot, ids: string[]): void {
  const missing = timersOf(snapshot).find((id) => !ids.includes(id))
  if (missing) throw new Error(`nothing would fire ${missing} of ${statePath(snapshot.value)}`)
}
