/** Sends what a person pressed to the actor it is about, if that is theirs to press. */
import type { Cause, MessageEvent } from '../../shared/message.ts'
import type { ActorKind, StoredActor } from '../../shared/stored-actor.ts'
import { newToken } from '../../shared/secrets/tokens.ts'
import { findActor } from '../../store/views/actors.ts'
import type { Owner } from '../../shared/owner.ts'
import { requireTaken } from '../commands.ts'
import type { DashboardDependencies } from './dependencies.ts'

const commandTimeoutMs = 10_000

export type Target<K extends ActorKind = ActorKind> = { kind: K; id: string; owner: Owner }
type Person = Extract<Cause, { type: 'command' }>['by']

/** Returns the actor; throws the problem for 404 where the owner has none of this id. */
export async function requireActor<K extends ActorKind>(
  { database }: Pick<DashboardDependencies, 'database'>,
  { kind, id, owner }: Target<K>,
): Promise<StoredActor<K>> {
  const actor = await findActor(database, kind, id, owner)
  if (actor) return actor
  return requireTaken({ outcome: 'notFound' }, { kind, entityId: id, event: { type: 'find' } })
}

/** Commands an actor that exists and is the owner's; returns it as it is after the command. */
export async function sendCommand<K extends ActorKind>(
  dependencies: DashboardDependencies,
  target: Target<K>,
  event: MessageEvent,
  by: Person = 'merchant',
): Promise<StoredActor<K>> {
  await requireActor(dependencies, target)
  return ask(dependencies, target, event, by)
}

/** Creates an actor; one that exists already is left as it is. */
export async function createActor<K extends ActorKind>(
  dependencies: DashboardDependencies,
  target: Target<K>,
  input: Record<string, unknown>,
): Promise<StoredActor<K>> {
  return ask(dependencies, target, { type: `${target.kind}.create`, input }, 'merchant')
}

async function ask<K extends ActorKind>(
  { bus }: DashboardDependencies,
  { kind, id: entityId, owner }: Target<K>,
  event: MessageEvent,
  by: Person,
): Promise<StoredActor<K>> {
  const id = `dashboard/${newToken(128)}`
  const cause: Cause = { type: 'command', command: event.type, by }
  const message = { id, kind, entityId, ...owner, event, cause }
  const reply = await bus.request(message, commandTimeoutMs)
  return requireTaken(reply, { kind, entityId, event, by })
}
