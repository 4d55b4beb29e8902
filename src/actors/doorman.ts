/**
 * Who may say what, before a message comes to a turn. On the subject of commands counts only what
 * people may command. Everything else is told by the system: it counts by the row that Postgres
 * holds of it, which the turn-store looks at, and a timer by what its actor has armed; what was
 * sent beside the ids is not believed.
 */
import type { Message } from '../shared/message.ts'
import type { ActorKind } from '../shared/stored-actor.ts'
import { timerMessage } from '../store/timers.ts'
import { commandsOf } from './commands.ts'
import { actorDefinitions } from './actor-definitions.ts'

/** Kinds whose actors people create. The others are created by actors and relays. */
const createdByPeople: readonly ActorKind[] = ['plan', 'subscription', 'payment', 'verification']

/** How the ids of commands start, so that none is ever the id of an outbox row or a timer. */
const commandIdStart = /^(http|dashboard|demo)\//

const commandTypes = new Map(
  Object.entries(actorDefinitions).map(([kind, { machine }]) => {
    const creation = createdByPeople.includes(kind as ActorKind) ? [`${kind}.create`] : []
    return [kind as ActorKind, new Set([...commandsOf(machine), ...creation])]
  }),
)

export const isCommandType = (kind: ActorKind, type: string): boolean =>
  commandTypes.get(kind)!.has(type)

/** A message as it comes to its turn, or what is wrong with it. */
export type Admitted = { message: Message } | { forged: string }

export function admitCommand(sent: Message): Admitted {
  const { id, kind, entityId, merchantId, network, event, cause, isRepeat } = sent
  if (!isCommandType(kind, event.type)) return { forged: `${event.type} is not for people to say` }
  if (!commandIdStart.test(id)) return { forged: 'its id is not that of a command' }
  if (cause.type !== 'command' || cause.command !== event.type)
    return { forged: 'its cause is another than itself' }
  const repeat = isRepeat ? { isRepeat } : {}
  return { message: { id, kind, entityId, merchantId, network, event, cause, ...repeat } }
}

export function admitEvent({ armedAtRevision, ...told }: Message): Message {
  if (armedAtRevision === undefined) return { ...told, isFromOutbox: true }
  const { kind, entityId, merchantId, network, event, isRepeat } = told
  const timer = { kind, entityId, timerId: event.type, armedAtRevision, merchantId, network }
  return timerMessage(timer, isRepeat === true)
}
