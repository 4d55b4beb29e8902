/**
 * Admits messages to turns by where they came from. The subject of commands admits only the commands
 * of people. Every other message is the system's own: it counts by its outbox row, which the
 * turn-store checks, and a timer by the timer that its actor has armed; nothing else that was sent
 * beside the ids is believed.
 */
import type { Message } from '../../shared/message.ts'
import type { ActorKind } from '../../shared/stored-actor.ts'
import { findCommands } from './command-roles.ts'
import { actorDefinitions } from './actor-definitions.ts'

/** Whether people create actors of the kind; actors and relays create the others. */
const isCreatedByPeople: Record<ActorKind, boolean> = {
  plan: true,
  subscription: true,
  charge: false,
  payment: true,
  transaction: false,
  delivery: false,
  customer: false,
  destination: false,
  verification: true,
  gasWallet: false,
  permit: true,
}

/** The start of every command's id, so that none is ever the id of an outbox row or a timer. */
const commandIdStart = /^(http|demo)\//

const commandTypes = new Map(
  Object.entries(actorDefinitions).map(([kind, { machine }]) => {
    const creation = isCreatedByPeople[kind as ActorKind] ? [`${kind}.create`] : []
    return [kind as ActorKind, new Set([...findCommands(machine).keys(), ...creation])]
  }),
)

export const isCommandType = (kind: ActorKind, type: string): boolean =>
  commandTypes.get(kind)!.has(type)

/** A message as its turn takes it, or why it counts as forged. */
export type Admitted = { message: Message } | { forged: string }

export function admitCommand(sent: Message): Admitted {
  const { id, kind, entityId, merchantId, network, event, cause, deed, reserved, isRepeat } = sent
  if (!isCommandType(kind, event.type)) return { forged: `${event.type} is not for people to say` }
  if (!commandIdStart.test(id)) return { forged: 'its id is not that of a command' }
  if (cause.type !== 'command' || cause.command !== event.type)
    return { forged: 'its cause is another than itself' }
  if (deed && deed.merchantId !== merchantId)
    return { forged: 'its entry of the audit log is of another merchant' }
  const beside = {
    ...(deed && { deed }),
    ...(reserved && { reserved }),
    ...(isRepeat && { isRepeat }),
  }
  return { message: { id, kind, entityId, merchantId, network, event, cause, ...beside } }
}

/** Removes the audit entry: only a person's command has one, and this message is the system's own. */
export function admitEvent({ armedAtRevision, deed: _, reserved: __, ...sent }: Message): Message {
  if (armedAtRevision === undefined) return { ...sent, isFromOutbox: true }
  const { kind, entityId, merchantId, network, event, isRepeat, handedOn } = sent
  const timer = { kind, entityId, timerId: event.type, armedAtRevision, merchantId, network }
  return { ...timerMessage(timer, isRepeat === true), ...(handedOn && { handedOn }) }
}

export type Timer = Pick<Message, 'kind' | 'entityId' | 'merchantId' | 'network'> & {
  timerId: string
  armedAtRevision: number
}

/** Makes the message of a fired timer; all of it follows from the timer. */
export function timerMessage(timer: Timer, isRepeat: boolean): Message {
  const { kind, entityId, timerId, armedAtRevision, merchantId, network } = timer
  return {
    id: `${kind}/${entityId}/${timerId}/${armedAtRevision}`,
    kind,
    entityId,
    merchantId,
    network,
    event: { type: timerId },
    armedAtRevision,
    cause: { type: 'timer', timer: nameOf(timerId) },
    ...(isRepeat ? { isRepeat: true as const } : {}),
  }
}

export const nameOf = (timerId: string): string => timerId.split('.')[2] ?? timerId
