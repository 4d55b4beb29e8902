/**
 * The message bus as the other folders see it. It stores nothing that counts: Postgres does, and a
 * message on the bus is a wake-up with an id.
 */
import type { Msg, NatsConnection } from 'nats'
import { errorText } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import type { Change, Message, Moved, Reply } from '../shared/message.ts'
import type { Owner } from '../shared/owner.ts'
import type { ActorKind } from '../shared/stored-actor.ts'
import { stepWithOthers } from '../shared/pulse.ts'
import { decodeJson, encodeJson } from './codec.ts'
import type { AnswerMessages, NearWorker } from './commands.ts'
import { AskingClient, BusUnavailable, serveAsked } from './commands.ts'
import type { NatsAccess } from './access.ts'
import { connectNats } from './connection.ts'
import { consumeEvents, publishEvents } from './events.ts'
import { listenTo, respondTo } from './listen.ts'
import { Rights } from './rights.ts'
import {
  allCommands,
  allSystem,
  behindPrefix,
  chainSubject,
  proofSubject,
  changedSubject,
  commandSubject,
  ownersSubject,
  pollSubject,
  revokedSubject,
  subscriptionsSubject,
  systemSubject,
  wakeSubject,
} from './subjects.ts'

export type Stop = { stop(): Promise<void> }
/** The channels of the outbox, due timers, and blocks of local chains. */
export type WakeChannel = 'actor' | 'chain' | 'event' | 'webhook' | 'timer' | 'block'

export class Bus {
  readonly connection: NatsConnection
  #log: Log
  #replicas: number
  #prefix: string | null
  #rights: Rights | null
  #near: NearWorker | null
  #commands: AskingClient
  #system: AskingClient
  readonly #publishing = new Set<Promise<void>>()

  constructor(
    connection: NatsConnection,
    log: Log,
    { replicas = 1, prefix = null, role }: Pick<NatsAccess, 'replicas' | 'prefix' | 'role'> = {},
    near: NearWorker | null = null,
  ) {
    this.connection = connection
    this.#log = log
    this.#replicas = replicas
    this.#prefix = prefix
    this.#rights = role ? new Rights(connection, { role, prefix }) : null
    this.#near = near
    const at = (subjectOf: (message: Message) => string) => (message: Message) =>
      this.#at(subjectOf(message))
    this.#commands = new AskingClient(connection, at(commandSubject), near?.commands)
    this.#system = new AskingClient(connection, at(systemSubject), near?.events)
    void connection.closed().then(stepWithOthers({ what: 'the bus', step: () => this.#step() }))
  }

  /** Returns what NATS refuses to this role, though it lets it in; null where it is as it has to be. @throws where it does not answer */
  async findRefusal(): Promise<string | null> {
    await this.connection.rtt()
    return this.#rights?.findNow() ?? null
  }

  /** Sends a command; resolves after a worker's commit. Throws `BusUnavailable` when no worker answers. */
  request(message: Message, timeoutMs: number): Promise<Reply> {
    return this.#commands.ask(message, timeoutMs)
  }

  /** Sends one event that the outbox holds, and waits for its outcome like `request`. */
  requestEvent(message: Message, timeoutMs: number): Promise<Reply> {
    return this.#system.ask(message, timeoutMs)
  }

  /** Sends events to the workers. They stay in the outbox until a turn has consumed them. */
  publish(messages: Message[]): Promise<void> {
    const publishing = publishEvents(this.connection, messages, {
      log: this.#log,
      prefix: this.#prefix,
    }).finally(() => this.#publishing.delete(publishing))
    this.#publishing.add(publishing)
    return publishing
  }

  serveCommands(answer: AnswerMessages): Stop {
    const near = this.#near?.commands
    return serveAsked(this.connection, this.#at(allCommands), answer, { log: this.#log, near })
  }

  /** Serves events that come directly: those of `requestEvent`, and those that JetStream refused. */
  serveEvents(answer: AnswerMessages): Stop {
    const near = this.#near?.events
    return serveAsked(this.connection, this.#at(allSystem), answer, { log: this.#log, near })
  }

  consumeEvents(consume: (messages: Message[]) => Promise<void>): Stop {
    return consumeEvents(this.connection, consume, {
      log: this.#log,
      replicas: this.#replicas,
      prefix: this.#prefix,
    })
  }

  /** Wakes those who take what is new on a channel. */
  wake(channel: WakeChannel): void {
    this.#publishOnce(wakeSubject(channel))
  }

  onWake(channel: WakeChannel, listener: () => void): () => void {
    return this.#listen(wakeSubject(channel), listener)
  }

  /** Asks the watcher of a chain to poll it soon. */
  requestPoll(blockchain: string): void {
    this.#publishOnce(pollSubject(blockchain))
  }

  onPollRequest(blockchain: string, listener: () => void): () => void {
    return this.#listen(pollSubject(blockchain), listener)
  }

  /** Announces that an actor has moved: at most once, to those who listen. */
  publishChange(change: Change): void {
    this.#publishOnce(changedSubject(change.kind, change.id), encodeJson(change))
  }

  onChanged(kind: ActorKind, id: string, listener: (change: Change) => void): () => void {
    return this.#listen(changedSubject(kind, id), (data) => listener(decodeJson(data) as Change))
  }

  /** Announces that one of a customer's subscriptions was made or has moved: at most once, to those who listen. */
  publishSubscriptionsChange(customerActorId: string): void {
    this.#publishOnce(subscriptionsSubject(customerActorId))
  }

  onSubscriptionsChanged(customerActorId: string, listener: () => void): () => void {
    return this.#listen(subscriptionsSubject(customerActorId), listener)
  }

  /** Announces what of an owner one commit has moved or logged: at most once, to those who listen. */
  publishOwnersChanges(owner: Owner, moved: Moved[]): void {
    this.#publishOnce(ownersSubject(owner), encodeJson(moved))
  }

  onOwnersChanges(owner: Owner, listener: (moved: Moved[]) => void): () => void {
    return this.#listen(ownersSubject(owner), (data) => listener(decodeJson(data) as Moved[]))
  }

  /** Announces that a customer's tokens were revoked: at most once, to those who listen. */
  publishRevocation(customerActorId: string): void {
    this.#publishOnce(revokedSubject(customerActorId))
  }

  onRevoked(customerActorId: string, listener: () => void): () => void {
    return this.#listen(revokedSubject(customerActorId), listener)
  }

  /** Asks the watcher for something that only it can know, such as a live allowance. */
  async requestChain(question: string, body: unknown, timeoutMs: number): Promise<unknown> {
    return this.#ask(chainSubject(question), 'the watcher', body, timeoutMs)
  }

  /** Asks the relays, which open gas keys, for a proof of leaving. */
  requestProof(body: unknown, timeoutMs: number): Promise<unknown> {
    return this.#ask(proofSubject, 'the relays', body, timeoutMs)
  }

  /** Answers requests for proofs of leaving; one that fails stays unanswered. */
  serveProofs(answer: (body: unknown) => Promise<unknown>): Stop {
    return this.#serve(proofSubject, 'proof', answer)
  }

  /** Answers a question to the watcher; an answer that fails stays unanswered. */
  serveChain(question: string, answer: (body: unknown) => Promise<unknown>): Stop {
    return this.#serve(chainSubject(question), 'chain', answer)
  }

  async close(): Promise<void> {
    if (!this.connection.isClosed()) await this.connection.drain()
  }

  /** Resolves when what was published has reached this process, where it listens to that. */
  async #step(): Promise<void> {
    await Promise.all(this.#publishing)
    if (!this.connection.isClosed()) await this.connection.flush().catch(() => undefined)
  }

  async #ask(subject: string, whom: string, body: unknown, timeoutMs: number): Promise<unknown> {
    try {
      const answer = await this.connection.request(this.#at(subject), encodeJson(body), {
        timeout: timeoutMs,
      })
      return decodeJson(answer.data)
    } catch (cause) {
      throw new BusUnavailable(`${whom} did not answer`, { cause })
    }
  }

  #serve(subject: string, queue: string, answer: (body: unknown) => Promise<unknown>): Stop {
    const serve = async (request: Msg, body: unknown) => {
      try {
        respondTo(request, encodeJson(await answer(body)))
      } catch (error) {
        this.#log.warn(
          { subject, error: errorText(error) },
          'a question of another role failed: it stays unanswered',
        )
      }
    }
    const subscription = listenTo(
      this.connection,
      this.#at(subject),
      (request) => void serve(request, decodeJson(request.data)),
      { log: this.#log, queue },
    )
    return { stop: () => subscription.drain() }
  }

  #listen(subject: string, listener: (data: Uint8Array) => void): () => void {
    const take = ({ data }: Msg) => listener(data)
    const subscription = listenTo(this.connection, this.#at(subject), take, { log: this.#log })
    return () => subscription.unsubscribe()
  }

  /** Publishes once, without waiting; while the connection closes nothing is sent. */
  #publishOnce(subject: string, bytes?: Uint8Array): void {
    if (!this.connection.isClosed() && !this.connection.isDraining())
      this.connection.publish(this.#at(subject), bytes)
  }

  #at(subject: string): string {
    return behindPrefix(this.#prefix, subject)
  }
}

/** Connects to an address, or as a role with all of its settings, beside a worker of the same process where there is one. */
export async function connectBus(
  access: NatsAccess | string,
  log: Log,
  near: NearWorker | null = null,
): Promise<Bus> {
  const named = typeof access === 'string' ? { url: access } : access
  return new Bus(await connectNats(named), log, named, near)
}
