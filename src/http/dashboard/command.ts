/**
 * Sends what a person pressed to the actor it is about, and turns the reply into the
 * actor as it is now, or into the problem that says why not.
 */
import type { Cause, MessageEvent, Reply } from '../../shared/message.ts'
import { Problem, type ProblemCode } from '../../shared/problems.ts'
import type { Kind, StoredActor } from '../../shared/stored-actor.ts'
import { newToken } from '../../shared/tokens.ts'
import type { Owner } from '../../store/views/stored-actor.ts'
import { findActor } from '../../store/views/actors.ts'
import { serviceUnavailable } from '../error-answers.ts'
import type { DashboardDependencies } from './dependencies.ts'

const commandTimeoutMs = 10_000

type Target = { kind: Kind; id: string; owner: Owner }
type Person = Extract<Cause, { type: 'command' }>['by']

const notFoundCodes: Partial<Record<Kind, ProblemCode>> = {
  plan: 'PlanNotFound',
  subscription: 'SubscriptionNotFound',
}

/** Returns the actor; throws the problem for 404 where the owner has none of this id. */
export async function requireActor(
  { database }: Pick<DashboardDependencies, 'database'>,
  { kind, id, owner }: Target,
): Promise<StoredActor> {
  const actor = await findActor(database, kind, id, owner)
  if (!actor) throw notFound(kind, id)
  return actor
}

/** Commands an actor that exists and is the owner's. */
export async function sendCommand(
  dependencies: DashboardDependencies,
  target: Target,
  event: MessageEvent,
  by: Person = 'merchant',
): Promise<StoredActor> {
  await requireActor(dependencies, target)
  return ask(dependencies, target, event, by)
}

/** Creates an actor; one that exists already is left as it is. */
export async function createActor(
  dependencies: DashboardDependencies,
  target: Target,
  input: Record<string, unknown>,
): Promise<StoredActor> {
  return ask(dependencies, target, { type: `${target.kind}.create`, input }, 'merchant')
}

async function ask(
  { bus }: DashboardDependencies,
  { kind, id, owner }: Target,
  event: MessageEvent,
  by: Person,
): Promise<StoredActor> {
  const cause: Cause = { type: 'command', command: event.type, by }
  const message = { id: `dashboard/${newToken(128)}`, kind, entityId: id, ...owner, event, cause }
  return toActor(await bus.request(message, commandTimeoutMs), kind, id)
}

function toActor(reply: Reply, kind: Kind, id: string): StoredActor {
  switch (reply.outcome) {
    case 'applied':
    case 'ignored':
    case 'exists':
      return reply.actor
    case 'refused': {
      const { actor, event, allowed } = reply
      throw new Problem(
        'CommandNotAllowed',
        `The ${kind} is ${actor.status} and does not take '${event}' now.`,
        { details: { state: actor.status, allowed } },
      )
    }
    case 'notFound':
      throw notFound(kind, id)
    case 'failed':
      throw serviceUnavailable(`The command was not confirmed: ${reply.message}.`)
  }
}

function notFound(kind: Kind, id: string): Problem {
  return new Problem(notFoundCodes[kind] ?? 'NotFound', `You have no ${kind} '${id}' here.`)
}
