/**
 * Places a message as its sender does: a command of a person as it comes from the API, a fired timer by the row of the
 * timer, everything else by a row of the outbox. The message check then admits it like any other.
 */
import {
  admitCommand,
  admitEvent,
  isCommandType,
  timerMessage,
} from '../../../src/core/turn/message-check.ts'
import { actorDefinitions } from '../../../src/core/turn/actor-definitions.ts'
import { isTimer } from '../../../src/core/lifecycles/chart.ts'
import type { Cause, Message } from '../../../src/shared/message.ts'
import { findCommands } from '../../../src/core/turn/command-roles.ts'
import type { Database } from '../../../src/store/database.ts'
import { enqueueMessages } from '../../../src/store/engine/outbox.ts'
/** Names a message and its actor; `nonce` makes the message's id. */
export type Saying = Pick<Message, 'kind' | 'entityId' | 'merchantId' | 'network' | 'event'> & {
  nonce: string
}

/** Returns the message as a turn takes it. */
export async function place(database: Database, saying: Saying): Promise<Message> {
  const { kind, event } = saying
  if (isTimer(event.type)) return admitEvent(await findTimer(database, saying))
  if (isCommandType(kind, event.type)) return toCommand(saying)
  const { nonce, ...rest } = saying
  const cause: Cause = { type: 'chain', detail: event.type }
  const message: Message = { id: `telling/${nonce}`, ...rest, cause }
  await enqueueMessages(database.pool, [message])
  return admitEvent(message)
}

/** The command as a worker admits it, of somebody who may send it. */
export function toCommand({ nonce, ...saying }: Saying): Message {
  const { kind, event } = saying
  const [role = 'merchant'] = findCommands(actorDefinitions[kind].machine).get(event.type) ?? []
  const cause: Cause = { type: 'command', command: event.type, by: role }
  const admitted = admitCommand({ id: `http/${nonce}`, ...saying, cause })
  if ('forged' in admitted) throw new Error(`the command is taken for forged: ${admitted.forged}`)
  return admitted.message
}

type TimerRow = Pick<Message, 'merchantId' | 'network'> & { armedAtRevision: number }

async function findTimer({ pool }: Database, { kind, entityId, event }: Saying): Promise<Message> {
  const { rows } = await pool.query<TimerRow>(
    `select armed_at_revision as "armedAtRevision", merchant_id as "merchantId", network from timer
     where kind = $1 and entity_id = $2 and timer_id = $3`,
    [kind, entityId, event.type],
  )
  if (!rows[0]) throw new Error(`no timer ${event.type} is armed in the table`)
  return timerMessage({ kind, entityId, timerId: event.type, ...rows[0] }, false)
}
