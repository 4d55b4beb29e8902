/** Commands, as a merchant's requests send them. */
import type { Message } from '../../src/shared/message.ts'
import type { StoredActor } from '../../src/shared/stored-actor.ts'
import { network, type World } from './world.ts'

const replyTimeoutMs = 60_000
let commandNumber = 0

/** Sends an actor a command, and expects it to be accepted. */
export async function sayTo(
  world: World,
  actor: Pick<Message, 'kind' | 'entityId' | 'merchantId'>,
  event: Message['event'],
): Promise<StoredActor> {
  const reply = await world.bus.request(
    {
      id: `http/test/${commandNumber++}/${actor.entityId}`,
      ...actor,
      network,
      event,
      cause: { type: 'command', command: event.type, by: 'merchant' },
    },
    replyTimeoutMs,
  )
  if (reply.outcome !== 'applied') throw new Error(`${event.type}: ${JSON.stringify(reply)}`)
  return reply.actor
}
