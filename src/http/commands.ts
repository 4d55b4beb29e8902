/**
 * Sends a command to its actor and turns the reply into the actor as it is now, or into the problem
 * that says why not. The message's id comes from the request's seed, so a command that is sent again
 * has its effect once.
 */
import type { Cause, Message, MessageEvent, Reply } from '../shared/message.ts'
import { Problem } from '../shared/problems.ts'
import { currentTrace } from '../shared/tracing/tracing.ts'
import { type ActorKind, requireKind, type StoredActor } from '../shared/stored-actor.ts'
import { type Asker, listAccepted } from '../core/accepted/accepted-commands.ts'
import { whyNotPause } from '../core/accepted/why-not-pause.ts'
import { type CommandRole, mayCommand } from '../core/turn/command-roles.ts'
import { findActor } from '../store/views/actors.ts'
import { withoutUsedRight } from '../store/views/payers/withdrawals.ts'
import type { Owner } from '../shared/owner.ts'
import { serviceUnavailable } from './error-answers.ts'
import type { Call } from './routing/route.ts'
import { isSoAlready } from './subscriptions/so-already.ts'
import { unknownId } from './unknown-id.ts'

/** A command that takes longer is not lost: the worker takes it when it comes to it. */
const commandTimeoutMs = 5_000

/** An actor, and whose it must be. */
export type Target<K extends ActorKind = ActorKind> = { kind: K; entityId: string; owner: Owner }
/** By the merchant, where nobody else is named. */
type Command<K extends ActorKind = ActorKind> = Target<K> & {
  event: MessageEvent
  by?: CommandRole
  /** A refusal names the list of this one, where it is not that of the role. */
  asker?: Asker
}
type Commanding = Pick<Call, 'seed' | 'audit' | 'reserved' | 'granted'> & {
  dependencies: Pick<Call['dependencies'], 'bus' | 'database' | 'clock'>
}

/** Returns the actor; throws the problem for 404 where the owner has none of this id. */
export async function requireActor<K extends ActorKind>(
  { database }: Pick<Call['dependencies'], 'database'>,
  { kind, entityId, owner }: Target<K>,
): Promise<StoredActor<K>> {
  const actor = await findActor(database, kind, entityId, owner)
  if (actor) return actor
  throw unknownId(owner, kind, entityId)
}

/**
 * Sends the command and returns the worker's reply; throws `BusUnavailable` where none comes, and
 * `Forbidden` where the machine does not give the command to this person.
 */
export async function askActor(
  { seed, audit, reserved, granted, dependencies }: Commanding,
  command: Command,
): Promise<Reply> {
  requirePermission(command)
  await granted
  const message = toMessage(seed.id, command)
  audit?.concern(command.entityId)
  const beside = { ...(audit && { deed: audit.command }), ...(reserved && { reserved }) }
  const reply = await dependencies.bus.request({ ...message, ...beside }, commandTimeoutMs)
  // The list of a refusal names no right that another subscription has used up.
  if (reply.outcome !== 'refused') return reply
  return { ...reply, actor: await withoutUsedRight(dependencies.database, reply.actor) }
}

/** Sends the command and returns the actor after it; throws a `Problem` where it was refused. */
export async function commandActor<K extends ActorKind>(
  call: Commanding,
  command: Command<K>,
): Promise<StoredActor<K>> {
  const reply = await askActor(call, command)
  const actor = requireAccepted(reply, command, call.dependencies.clock.now())
  const after = { status: actor.status }
  // If the actor moved, its turn has written the entry, with what was before.
  call.audit?.note({ before: reply.outcome === 'applied' ? null : after, after })
  return actor
}

/**
 * Returns the actor of a reply, also where what was refused is so already; throws the problem that says why the command
 * was refused, and what is accepted `now`.
 */
export function requireAccepted<K extends ActorKind>(
  reply: Reply,
  command: Command<K>,
  now: Date,
): StoredActor<K> {
  switch (reply.outcome) {
    case 'applied':
    case 'ignored':
    case 'exists':
      return requireKind(reply.actor, command.kind)
    case 'refused':
      if (isSoAlready(reply.actor, command.event, now))
        return requireKind(reply.actor, command.kind)
      throw notAllowed(reply.actor, command, now)
    case 'notFound':
      throw unknownId(command.owner, command.kind, command.entityId)
    case 'failed':
      throw serviceUnavailable('The command met a fault and was not taken; try again shortly.')
  }
}

/** Says what each role may create; the machines say what may be sent to it afterwards. */
const creators: Record<CommandRole, (kind: ActorKind) => boolean> = {
  merchant: () => true,
  payer: (kind) => kind === 'subscription' || kind === 'permit',
  operator: () => false,
}

function requirePermission({ kind, event: { type }, by = 'merchant' }: Command): void {
  const isCreation = type === `${kind}.create` && creators[by](kind)
  if (!isCreation && !mayCommand(by, type))
    throw new Problem('Forbidden', `The command '${type}' is not for a ${by} to send.`)
}

function toMessage(
  seedId: string,
  { kind, entityId, owner, event, by = 'merchant' }: Command,
): Message {
  const cause: Cause = { type: 'command', command: event.type, by, ...currentTrace() }
  return { id: `http/${seedId}/${event.type}/${entityId}`, kind, entityId, ...owner, event, cause }
}

function notAllowed(
  actor: StoredActor,
  { event, by = 'merchant', asker = by }: Pick<Command, 'event' | 'by' | 'asker'>,
  now: Date,
): Problem {
  const { kind, status } = actor
  const command = event.type.slice(event.type.indexOf('.') + 1)
  const allowed = listAccepted(asker, actor, now)
  // A state that takes the command at other times refused the values that it came with.
  const how = allowed.includes(command) ? ' with these values' : ''
  const known = allowed.length > 0 ? `It allows: ${allowed.join(', ')}.` : 'It allows nothing.'
  const refusal = `The ${kind} is ${status}; it cannot ${command}${how}. ${known}`
  const pause =
    command === 'pause' || command === 'pauseUntil'
      ? whyNotPause(requireKind(actor, 'subscription'), now)
      : null
  const message = pause === null ? refusal : `${refusal} ${pause.why}`
  const details = { state: status, allowed, ...pause?.details }
  return new Problem('CommandNotAllowed', message, { details })
}
