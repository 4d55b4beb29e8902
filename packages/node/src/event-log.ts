/**
 * The event log as a walk: every event once, oldest first, without a hole. Unlike webhooks it cannot
 * miss one, so it serves to catch up, or instead of webhooks.
 */
import type { CallOptions } from './call.ts'
import { ConnectionError, MandateError } from './errors.ts'
import type { Event, EventPage } from './generated/types.generated.ts'
import type { List } from './list.ts'
import { ProblemError } from './problem-error.ts'
import { sleep } from './sleep.ts'

/** A place in the log: a log number, the id of an event, or a moment. */
export type LogPlace = number | string | Date

export type EventLogOptions = Pick<CallOptions, 'signal' | 'timeoutMs'> & {
  /**
   * The log is read from here: behind this log number (default 0, the beginning) or event, or with the first event of
   * this moment.
   */
  after?: LogPlace
  /** Go on waiting for new events at the end of the log; otherwise the walk ends there. Default: false. */
  follow?: boolean
  /** At the end of the log it waits this long before it asks again, in milliseconds. Default: 1,000. */
  pollMs?: number
  /** Limits the events that are read at once, from 1 to 1,000. Default: 100. */
  limit?: number
  /** Told of what stands in the way while following: the walk goes on once it has passed. */
  onTrouble?: (error: MandateError) => void
}

type ListEvents = (
  query: { after: LogPlace; limit: number },
  options: CallOptions,
) => List<Event, EventPage>

const pollMsDefault = 1_000
const limitDefault = 100
/** A walk that is in trouble waits at most this long, in milliseconds. */
const troubleWaitMsMax = 30_000

export class EventLog implements AsyncIterable<Event> {
  readonly #list: ListEvents
  readonly #options: EventLogOptions
  #position: LogPlace

  constructor(list: ListEvents, options: EventLogOptions) {
    this.#list = list
    this.#options = options
    this.#position = options.after ?? 0
  }

  /**
   * The number of the last event that the walk handed out, or of the last before the first: store it
   * when that event is dealt with, and give it as `after` to go on there.
   */
  get position(): LogPlace {
    return this.#position
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void> {
    const { follow = false, limit = limitDefault, pollMs = pollMsDefault, signal } = this.#options
    for (;;) {
      const { items, page } = await this.#readOn(limit)
      this.#position = page.after
      for (const event of items) {
        this.#position = event.logNumber
        yield event
      }
      if (items.length >= page.limit) continue
      if (!follow) return
      await sleep(pollMs, signal)
    }
  }

  async #readOn(limit: number) {
    const { follow = false, signal, timeoutMs, onTrouble, pollMs = pollMsDefault } = this.#options
    const options = { ...(signal && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) }
    for (let troubles = 0; ; troubles++) {
      try {
        return await this.#list({ after: this.#position, limit }, options).firstPage()
      } catch (error) {
        if (!follow || !mayPass(error)) throw error
        onTrouble?.(error)
        await sleep(Math.min(pollMs * 2 ** troubles, troubleWaitMsMax), signal)
      }
    }
  }
}

/** Outages pass; a refusal stays. */
const mayPass = (error: unknown): error is MandateError =>
  error instanceof ConnectionError ||
  (error instanceof ProblemError && (error.status >= 500 || error.status === 429))
