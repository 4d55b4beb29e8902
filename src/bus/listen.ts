import type { Msg, NatsConnection, Subscription } from 'nats'
import { errorText } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import { anyInbox } from './subjects.ts'

/**
 * Listens on a subject. An error of `take`, such as for unreadable bytes, is logged: thrown into the
 * client it would end the connection's reading for good.
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
        // A user that may not subscribe would otherwise receive nothing, without a reason.
        log.error(
          { subject, error: errorText(error) },
          'a subscription to a subject of the bus failed: nothing is received on it',
        )
        return
      }
      try {
        take(message)
      } catch (cause) {
        log.error(
          { subject: message.subject, error: errorText(cause) },
          'an unreadable message was dropped',
        )
      }
    },
  })
}

/**
 * Answers a request, in an inbox and nowhere else: the sender names the subject of the answer, and
 * could otherwise publish on any subject that the answering role may publish on.
 */
export function respondTo(request: Msg, answer: Uint8Array): void {
  if (request.reply?.startsWith(anyInbox)) request.respond(answer)
}
