/**
 * The message bus as the rooms see it. Nothing on it is remembered: Postgres is, and
 * a message is a wake-up with an id.
 */
import type { NatsConnection } from 'nats'
import type { Log } from '../shared/log.ts'
import type { Change, Message, Reply } from '../shared/message.ts'
import type { Kind } from '../shared/stored-actor.ts'
import { decodeJson, encodeJson } from './codec.ts'
import { BusUnavailable, CommandClient, serveCommands } from './commands.ts'
import { connectNats } from './connection.ts'
import { consumeEvents, publishEvents } from './events.ts'
import { chainSubject, changedSubject, wakeSubject } from './subjects.ts'

export type Stop = { stop(): Promise<void> }
export type Channel = 'actor' | 'chain' | 'event' | 'webhook' | 'timer'

export class Bus {
  readonly connection: NatsConnection
  #log: Log
  #commands: CommandClient

  constructor(connection: NatsConnection, log: Log) {
    this.connection = connection
    this.#log = log
    this.#commands = new CommandClient(connection)
  }

  /** Asks one worker; resolves after its commit. Throws `BusUnavailable` when nobody answers. */
  request(message: Message, timeoutMs: number): Promise<Reply> {
    return this.#commands.ask(message, timeoutMs)
  }

  /** Sends events to the workers. They stay in the outbox until a turn has consumed them. */
  publish(messages: Message[]): Promise<void> {
    return publishEvents(this.connection, messages, this.#log)
  }

  serveCommands(answer: (messages: Message[]) => Promise<string[]>): Stop {
    return serveCommands(this.connection, answer)
  }

  consumeEvents(consume: (messages: Message[]) => Promise<void>): Stop {
    return consumeEvents(this.connection, consume, this.#log)
  }

  /** Says that a channel of the outbox has new rows. */
  wake(channel: Channel): void {
    if (!this.connection.isClosed()) this.connection.publish(wakeSubject(channel))
  }

  onWake(channel: Channel, listener: () => void): () => void {
    return this.#listen(wakeSubject(channel), listener)
  }

  /** Says that an actor has moved; at most once, to whoever listens. */
  changed(change: Change): void {
    if (!this.connection.isClosed())
      this.connection.publish(changedSubject(change.kind, change.id), encodeJson(change))
  }

  onChanged(kind: Kind, id: string, listener: (change: Change) => void): () => void {
    return this.#listen(changedSubject(kind, id), (data) => listener(decodeJson(data) as Change))
  }

  /** Asks the chain room something that only it can know, such as a live allowance. */
  async requestChain(question: string, body: unknown, timeoutMs: number): Promise<unknown> {
    try {
      const answer = await this.connection.request(chainSubject(question), encodeJson(body), {
        timeout: timeoutMs,
      })
      return decodeJson(answer.data)
    } catch (cause) {
      throw new BusUnavailable('the chain room did not answer', { cause })
    }
  }

  /** Answers a question to the chain room; an answer that fails stays unanswered. */
  serveChain(question: string, answer: (body: unknown) => Promise<unknown>): Stop {
    const subscription = this.connection.subscribe(chainSubject(question), {
      queue: 'chain',
      callback: (error, request) => {
        if (error) return
        void answer(decodeJson(request.data)).then(
          (body) => request.respond(encodeJson(body)),
          (cause: unknown) => this.#log.warn({ question, cause }, 'a question to the chain failed'),
        )
      },
    })
    return { stop: () => subscription.drain() }
  }

  async close(): Promise<void> {
    if (!this.connection.isClosed()) await this.connection.drain()
  }

  #listen(subject: string, listener: (data: Uint8Array) => void): () => void {
    const subscription = this.connection.subscribe(subject, {
      callback: (error, message) => {
        if (!error) listener(message.data)
      },
    })
    return () => subscription.unsubscribe()
  }
}

export async function connectBus(url: string, log: Log): Promise<Bus> {
  return new Bus(await connectNats(url), log)
}
