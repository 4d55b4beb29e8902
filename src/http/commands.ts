/**
 * Sends a merchant's command to its actor and turns the reply into the actor as it is
 * now, or into the problem that says why not. The message's id comes from the request's
 * seed, so a command that is sent again has its effect once.
 */
import type { Cause, Message, MessageEvent, Reply } from '../shared/message.ts'
import { Problem, type ProblemCode } from '../shared/problems.ts'
import { type ActorKind, requireKind, type StoredActor } from '../shared/stored-actor.ts'
import { serviceUnavailable } from './error-answers.ts'
import { openToMerchant } from './open-actions.ts'
import type { MerchantCall } from './routing/route.ts'

const commandTimeoutMs = 5_000

const notFoundCodes: Partial<Record<ActorKind, ProblemCode>> = {
  plan: 'PlanNotFound',
  subscription: 'SubscriptionNotFound',
  payment: 'PaymentNotFound',
}

type Person = Extract<Cause, { type: 'command' }>['by']
/** By the merchant, where nobody else is named. */
type Command<K extends ActorKind = ActorKind> = {
  kind: K
  entityId: string
  event: MessageEvent
  by?: Person
}

/** Sends the command and returns the worker's reply; throws `BusUnavailable` where none comes. */
export function askActor(call: MerchantCall, command: Command): Promise<Reply> {
  return call.services.bus.request(toMessage(call, command), commandTimeoutMs)
}

/** Sends the command and returns the actor after it; throws a `Problem` where it was not taken. */
export async function commandActor<K extends ActorKind>(
  call: MerchantCall,
  command: Command<K>,
): Promise<StoredActor<K>> {
  return requireTaken(await askActor(call, command), command)
}

/** Returns the actor of a reply; throws the problem that says why the command was not taken. */
export function requireTaken<K extends ActorKind>(
  reply: Reply,
  { kind, entityId, event, by }: Command<K>,
): StoredActor<K> {
  switch (reply.outcome) {
    case 'applied':
    case 'ignored':
    case 'exists':
      return requireKind(reply.actor, kind)
    case 'refused':
      throw notAllowed(reply.actor, event.type, by)
    case 'notFound':
      throw new Problem(
        notFoundCodes[kind] ?? 'NotFound',
        `You have no ${kind} '${entityId}' here.`,
      )
    case 'failed':
      throw serviceUnavailable('The command met a fault and was not taken; try again shortly.')
  }
}

function toMessage({ seed, caller }: MerchantCall, { kind, entityId, event }: Command): Message {
  const cause: Cause = { type: 'command', command: event.type, by: 'merchant' }
  const id = `http/${seed.id}/${event.type}/${entityId}`
  return { id, kind, entityId, ...caller.owner, event, cause }
}

function notAllowed(actor: StoredActor, eventType: string, by: Person = 'merchant'): Problem {
  const { kind, status, snapshot } = actor
  const command = eventType.slice(eventType.indexOf('.') + 1)
  const actions = by === 'merchant' ? openToMerchant(actor) : snapshot.actions
  // A state that takes the command at other times has looked at what it was sent with.
  const how = actions.includes(command) ? ' with these values' : ''
  const allowed = actions.length > 0 ? `It allows: ${actions.join(', ')}.` : 'It allows nothing.'
  return new Problem(
    'CommandNotAllowed',
    `The ${kind} is ${status}; it cannot ${command}${how}. ${allowed}`,
    {
      details: { state: status, allowed: actions },
    },
  )
}
