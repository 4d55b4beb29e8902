/**
 * Requests and replies: a message goes to one worker, and its reply comes back after the commit.
 * Messages of one tick and one merchant share a NATS message. A worker of the same process is asked without NATS, with the
 * same bytes.
 */
import { ErrorCode, type Msg, type NatsConnection, NatsError } from 'nats'
import { errorText, RetryableError } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import type { Message, Reply } from '../shared/message.ts'
import {
  decodeMessages,
  decodeReplies,
  type Envelope,
  encodeReplies,
  packMessages,
} from './codec.ts'
import { listenTo, respondTo } from './listen.ts'
import { workerQueue } from './subjects.ts'
import { inTime, wait } from '../shared/time.ts'

const togetherMax = 128

/** With ten workers, one of them newer, one question in seventy has not reached it by then; its caller tries again. */
const handoversMax = 40
/** Longer and longer, so that workers among which there is no newer one are not kept busy. */
const handoverWaitMs = (handedOn: number): number => Math.min(2 * handedOn, 25)

/** No worker answered in time. The command may still have happened: ask again with the same id. */
export class BusUnavailable extends RetryableError {
  override name = 'BusUnavailable'
}

type PendingRequest = {
  message: Message
  /** Counts the workers of an older release that have passed it on. */
  handedOn: number
  resolve: (reply: Reply) => void
  reject: (error: Error) => void
}

/** Answers messages: one JSON text for each, in order. */
export type AnswerMessages = (messages: Message[]) => Promise<string[]>

/** What the worker of a process answers to its other roles directly; null while there is none. */
type Near = { answer: AnswerMessages | null }
export type NearWorker = { commands: Near; events: Near }
export const noneNear = (): NearWorker => ({ commands: { answer: null }, events: { answer: null } })

export class AskingClient {
  #connection: NatsConnection
  #near: Near | undefined
  #subjectOf: (message: Message) => string
  #waiting = new Map<string, PendingRequest[]>()

  constructor(connection: NatsConnection, subjectOf: (message: Message) => string, near?: Near) {
    this.#connection = connection
    this.#subjectOf = subjectOf
    this.#near = near
  }

  ask(message: Message, timeoutMs: number): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const key = `${this.#subjectOf(message)} ${timeoutMs}`
      const asked = this.#waiting.get(key) ?? []
      asked.push({ message, handedOn: 0, resolve, reject })
      if (asked.length === 1) {
        this.#waiting.set(key, asked)
        setImmediate(() => this.#flush(key, timeoutMs))
      }
    })
  }

  #flush(key: string, timeoutMs: number): void {
    const asked = this.#waiting.get(key) ?? []
    this.#waiting.delete(key)
    this.#send(asked, togetherMax, timeoutMs)
  }

  #send(asked: PendingRequest[], together: number, timeoutMs: number): void {
    for (const envelope of packMessages(asked, ({ message }) => message, together))
      void this.#sendEnvelope(envelope, timeoutMs)
  }

  /** Any worker may get it next. */
  async #sendLater(asked: PendingRequest, timeoutMs: number): Promise<void> {
    await wait(handoverWaitMs(asked.handedOn))
    this.#send([asked], 1, timeoutMs)
  }

  async #sendEnvelope(envelope: Envelope<PendingRequest>, timeoutMs: number): Promise<void> {
    const { carried } = envelope
    try {
      const replies = await this.#repliesTo(envelope, timeoutMs)
      const left = carried.filter((_, index) => !replies[index])
      if (left.length === carried.length) throw new Error('the reply is too large for the bus')
      const elsewhere: PendingRequest[] = []
      for (const [index, asked] of carried.entries()) {
        const reply = replies[index]
        if (reply && isForAnother(reply) && asked.handedOn < handoversMax)
          elsewhere.push({ ...asked, handedOn: asked.handedOn + 1 })
        else if (reply) asked.resolve(reply)
      }
      this.#send(left, 1, timeoutMs)
      for (const asked of elsewhere) void this.#sendLater(asked, timeoutMs)
    } catch (cause) {
      const error = new BusUnavailable(whyUnanswered(cause), { cause })
      for (const { reject } of carried) reject(error)
    }
  }

  /** What a worker of an older release has passed on is for another process. */
  async #repliesTo(
    { carried, bytes }: Envelope<PendingRequest>,
    timeoutMs: number,
  ): Promise<(Reply | null)[]> {
    const isFirstTry = carried.every(({ handedOn }) => handedOn === 0)
    const answer = isFirstTry && this.#near?.answer
    if (answer) {
      const texts = await inTime(answer(decodeMessages(bytes)), timeoutMs)
      if (!texts) throw NatsError.errorForCode(ErrorCode.Timeout)
      return texts.map((text) => JSON.parse(text) as Reply)
    }
    const subject = this.#subjectOf(carried[0]!.message)
    const answered = await this.#connection.request(subject, bytes, { timeout: timeoutMs })
    return decodeReplies(answered.data)
  }
}

const isForAnother = (reply: Reply): boolean =>
  reply.outcome === 'failed' && reply.isForNewerRelease === true

/** Serves requests on these subjects, and those of the same process without NATS. */
export function serveAsked(
  connection: NatsConnection,
  subjects: string,
  answer: AnswerMessages,
  { log, near }: { log: Log; near: Near | undefined },
): { stop(): Promise<void> } {
  const serve = async (request: Msg, messages: Message[]) => {
    try {
      const replies = await answer(messages)
      respondTo(request, encodeReplies(replies))
    } catch (error) {
      // The sender times out, and the id makes asking again safe.
      log.warn(
        { error: errorText(error) },
        'messages stay unanswered: their senders time out and ask again',
      )
    }
  }
  const take = (request: Msg) => void serve(request, decodeMessages(request.data))
  const subscription = listenTo(connection, subjects, take, { log, queue: workerQueue })
  if (near) near.answer = answer
  return {
    stop: () => {
      if (near) near.answer = null
      return subscription.drain()
    },
  }
}

function whyUnanswered(cause: unknown): string {
  if (cause instanceof NatsError && cause.code === ErrorCode.NoResponders)
    return 'no worker is running'
  if (cause instanceof NatsError && cause.code === ErrorCode.Timeout)
    return 'no worker answered in time'
  return `the message bus did not take the command: ${String(cause)}`
}
