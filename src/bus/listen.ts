import type { Msg, NatsConnection, Subscription } from 'nats'
import { errorText } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'

/** How the inboxes of all roles begin. */
const anyInbox = '_INBOX'

/**
 * Listens on a subject. What `take` throws, such as on bytes that it cannot read, is logged:
 * thrown into the client it would end the connection's reading for good.
 */
export function listenTo(
  connection: NatsConnection,
  subject: string,
  take: (message: Msg) => void,
  { log, queue }: { log: Log; queue?: string },
): Subscription {
  return connection.subscribe(subject, {
    ...(queue && { queue }),
    callback: (error, message) => {
      if (error) {
        // A user that may not subscribe would otherwise hear nothing and not know why.
        log.error({ subject, error: errorText(error) }, 'nothing is heard on a subject of the bus')
        return
      }
      try {
        take(message)
      } catch (cause) {
        log.error({ subject: message.subject, error: errorText(cause) }, 'a message was unreadable')
      }
    },
  })
}

/**
 * Answers whoever asked, in an inbox and nowhere else: who may ask names the subject of the answer,
 * and would otherwise speak on any subject that the answering role may speak on.
 */
export function respondTo(request: Msg, answer: Uint8Array): void {
  if (request.reply?.startsWith(anyInbox)) request.respond(answer)
}
