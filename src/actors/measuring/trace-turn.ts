/** Follows a message from when a worker takes it until it is answered, where traces are on. */
import type { Message } from '../../shared/message.ts'
import { beginSpan } from '../../shared/tracing/tracing.ts'

type TracedMessage = { message: Message; resolve: (reply: string) => void }

/** Returns the message with its turn as the cause's trace, which its effects are a part of then; as it is where traces are off. */
export function traceTurn({ message, resolve }: TracedMessage): TracedMessage {
  const { id, kind, entityId, event, cause } = message
  const span = beginSpan(`turn ${event.type}`, () => ({
    kind: 'consumer',
    parent: cause.trace,
    attributes: { 'mandate.machine': kind, 'mandate.actor': entityId, 'mandate.message': id },
  }))
  if (!span) return { message, resolve }
  return {
    message: { ...message, cause: { ...cause, trace: span.trace } },
    resolve(reply) {
      span.end()
      resolve(reply)
    },
  }
}
