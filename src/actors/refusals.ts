/**
 * Tells messages that a worker refuses from those that it does not take now. A refusal is of the message: no turn will ever
 * take it, so it is parked for the operator once it was refused often enough. What does not count: the database is away,
 * others move the actor all the time, or the actor is of a newer release, whose workers will take it.
 */
import { errorText, RetryableError } from '../shared/errors.ts'
import type { ActorKind } from '../shared/stored-actor.ts'
import { isDatabaseAway, isRowRefused, isFromDatabase } from '../store/database-errors.ts'
import type { Untaken } from '../store/engine/outbox.ts'
import { type ActorDefinitions, actorDefinitions } from '../core/turn/actor-definitions.ts'

/** The actor, or what is said to it, is of a newer release than this worker: its workers take the message. */
export class OfNewerRelease extends RetryableError {
  override name = 'OfNewerRelease'

  constructor(what: string, { stored, known }: { stored: number; known: number }) {
    super(`${what} of version ${stored}, this release knows ${known}: the newer release takes it`)
  }
}

export const isForNewerRelease = (error: unknown): boolean => error instanceof OfNewerRelease

export function isRefusal(error: unknown): boolean {
  if (error instanceof RetryableError || isDatabaseAway(error)) return false
  return !isFromDatabase(error) || isRowRefused(error)
}

/** Says why messages were refused, as it is recorded. `definitions` are left out for those of this release. */
export function toUntaken(
  message: Untaken['message'],
  error: unknown,
  definitions: ActorDefinitions = actorDefinitions,
): Untaken {
  const { version } = definitions[message.kind]
  return { message, error: errorText(error), refusedBy: isRefusal(error) ? version : null }
}

/** Answers a message that came before its actor, or whose actor never existed. */
export const noActor = (kind: ActorKind, id: string): Error =>
  new Error(`there is no ${kind} '${id}'`)
