import { isCommandType } from '../../src/core/turn/message-check.ts'
import type { Bus } from '../../src/bus/bus.ts'
import type { Message, Reply } from '../../src/shared/message.ts'
import type { Database } from '../../src/store/database.ts'
import { enqueueMessages } from '../../src/store/engine/outbox.ts'

/** Asks a worker in the way that the message may come: a command as it is, else with its outbox row. */
export async function askWorker(
  { bus, database }: { bus: Bus; database: Database },
  message: Message,
  timeoutMs: number,
): Promise<Reply> {
  if (isCommandType(message.kind, message.event.type)) return bus.request(message, timeoutMs)
  await enqueueMessages(database.pool, [message])
  return bus.requestEvent(message, timeoutMs)
}
