import type { Msg, NatsConnection, Subscription } from 'nats'
import { errorText } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'

/**
 * Listens on a subject. What `take` throws, such as on bytes that it cannot read, is logged:
 * thrown into the client it would end the connection's reading for good.
 */
export function listen(
  connection: NatsConnection,
  subject: string,
  take: (message: Msg) => void,
  { log, queue }: { log: Log; queue?: string },
): Subscription {
  return connection.subscribe(subject, {
    ...(queue && { queue }),
    callback: (error, message) => {
      if (error) return
      try {
        take(message)
      } catch (cause) {
        log.error({ subject: message.subject, error: errorText(cause) }, 'a message was unreadable')
      }
    },
  })
}
