/**
 * Asking: a command goes to one worker and its reply comes back after the commit.
 * Commands of one tick and one merchant share a NATS message.
 */
import { ErrorCode, type NatsConnection, NatsError } from 'nats'
import { RetryableError } from '../shared/errors.ts'
import type { Message, Reply } from '../shared/message.ts'
import { decodeMessages, decodeReplies, encodeMessages, encodeReplies } from './codec.ts'
import { allCommands, commandSubject, workerQueue } from './subjects.ts'

const togetherMax = 128

/** Nobody answered in time. The command may still have happened: ask again with the same id. */
export class BusUnavailable extends RetryableError {
  override name = 'BusUnavailable'
}

type Asked = {
  message: Message
  resolve(reply: Reply): void
  reject(error: Error): void
}

export class CommandClient {
  #connection: NatsConnection
  #waiting = new Map<string, Asked[]>()

  constructor(connection: NatsConnection) {
    this.#connection = connection
  }

  ask(message: Message, timeoutMs: number): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const key = `${commandSubject(message)} ${timeoutMs}`
      const asked = this.#waiting.get(key) ?? []
      asked.push({ message, resolve, reject })
      if (asked.length === 1) {
        this.#waiting.set(key, asked)
        setImmediate(() => this.#flush(key, timeoutMs))
      }
    })
  }

  #flush(key: string, timeoutMs: number): void {
    const asked = this.#waiting.get(key) ?? []
    this.#waiting.delete(key)
    for (let i = 0; i < asked.length; i += togetherMax)
      void this.#send(asked.slice(i, i + togetherMax), timeoutMs)
  }

  async #send(asked: Asked[], timeoutMs: number): Promise<void> {
    try {
      const subject = commandSubject(asked[0]!.message)
      const messages = asked.map(({ message }) => message)
      const answer = await this.#connection.request(subject, encodeMessages(messages), {
        timeout: timeoutMs,
      })
      const replies = decodeReplies(answer.data)
      for (const [index, { resolve }] of asked.entries()) resolve(replies[index]!)
    } catch (cause) {
      const error = new BusUnavailable(whyUnanswered(cause), { cause })
      for (const { reject } of asked) reject(error)
    }
  }
}

/** Serves commands; `answer` returns one JSON text for each message, in order. */
export function serveCommands(
  connection: NatsConnection,
  answer: (messages: Message[]) => Promise<string[]>,
): { stop(): Promise<void> } {
  const subscription = connection.subscribe(allCommands, {
    queue: workerQueue,
    callback: (error, request) => {
      if (error) return
      void answer(decodeMessages(request.data)).then(
        (replies) => request.reply && request.respond(encodeReplies(replies)),
        () => undefined, // Unanswered on purpose: the asker's timeout says so, and the id makes asking again safe.
      )
    },
  })
  return { stop: () => subscription.drain() }
}

function whyUnanswered(cause: unknown): string {
  if (cause instanceof NatsError && cause.code === ErrorCode.NoResponders)
    return 'no worker is running'
  if (cause instanceof NatsError && cause.code === ErrorCode.Timeout)
    return 'no worker answered in time'
  return `the message bus did not take the command: ${String(cause)}`
}
