/** Makes a stored actor live again. */
import type { AnyMachineSnapshot } from 'xstate'
import type { StoredActor } from '../shared/stored-actor.ts'
import type { ActorDefinition } from '../core/turn/actor-definitions.ts'
import { OfNewerRelease } from './refusals.ts'
import type { LiveActor } from '../core/turn/turn.ts'

/** Restores an actor. Throws where its row is newer than this code, or its context is malformed. */
export function restoreActor(actor: StoredActor, definition: ActorDefinition): LiveActor {
  if (actor.machineVersion > definition.version)
    throw new OfNewerRelease(`the machine of ${actor.kind}/${actor.id} is`, {
      stored: actor.machineVersion,
      known: definition.version,
    })
  return { actor, snapshot: restoreSnapshot(actor.snapshot, definition) }
}

/** Restores the machine's snapshot. Throws where the machine has no such state, or the context is malformed. */
export function restoreSnapshot(
  {
    value,
    status,
    context,
  }: Pick<StoredActor['snapshot'], 'value' | 'status'> & {
    context: object
  },
  { machine, Context }: ActorDefinition,
): AnyMachineSnapshot {
  Context.parse(context)
  const unused = { children: {}, historyValue: {}, output: undefined, error: undefined }
  const stored = { value, status, context, ...unused }
  return machine.restoreSnapshot(stored as never, undefined as never) as AnyMachineSnapshot
}
