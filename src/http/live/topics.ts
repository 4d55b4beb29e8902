/**
 * What is followed now, by its id. It is read once for all who follow it: when the bus reports that it moved and, because
 * the bus may lose that, every few seconds besides. Each event is the whole view, so nobody needs the one before.
 */
import { errorText } from '../../shared/errors.ts'
import { elapsedMs, every } from '../../shared/time.ts'
import type { EventStream } from './event-stream.ts'
import type { StreamDependencies } from './live-streams.ts'

/** A view as JSON, and the part of it by which it is told whether anything has changed. */
type View = { json: string; timeless: string }
export type Source<Reading> = {
  read: () => Promise<Reading>
  show: (reading: Reading) => View
  /** Calls `refresh` when it has moved; returns what stops that. */
  onMoved: (refresh: () => void) => () => void
}

/** A stream that comes within this time after a reading gets the cached view. */
const readingFreshMs = 1_000

export class Topics<Reading> {
  readonly #dependencies: StreamDependencies
  readonly #event: string
  readonly #topics = new Map<string, Topic<Reading>>()

  /** `event` names what is sent. */
  constructor(dependencies: StreamDependencies, event: string) {
    this.#dependencies = dependencies
    this.#event = event
  }

  get all(): Topic<Reading>[] {
    return [...this.#topics.values()]
  }

  /** Sends the present view, and from then on every other; rejects where there is none to send. */
  async follow(id: string, source: Source<Reading>, stream: EventStream): Promise<void> {
    const topic = this.#topics.get(id) ?? new Topic(id, source, this.#event, this.#dependencies)
    this.#topics.set(id, topic)
    topic.join(stream)
    stream.whenGone(() => {
      if (topic.leave(stream) === 0) this.#topics.delete(id)
    })
    await topic.sendFirst(stream)
  }
}

class Topic<Reading> {
  readonly #source: Source<Reading>
  readonly #event: string
  readonly #stop: () => void
  /** The streams, with what each was sent last, but for its time; null before its first view. */
  readonly #streams = new Map<EventStream, string | null>()
  #reading: Reading | null = null
  #readAtMs = -Infinity
  #last: Promise<unknown> = Promise.resolve()
  #next: Promise<void> | null = null

  constructor(
    id: string,
    source: Source<Reading>,
    event: string,
    { log, settings }: StreamDependencies,
  ) {
    this.#source = source
    this.#event = event
    const refresh = () =>
      void this.#refresh().catch((error: unknown) => {
        log.warn(
          { followed: id, error: errorText(error) },
          'what somebody follows was not read; trying again in seconds',
        )
      })
    const unlisten = source.onMoved(refresh)
    const timer = every(settings.listeners.readAnywayMs, refresh)
    this.#stop = () => {
      unlisten()
      timer.cancel()
    }
  }

  /** The last reading; null before the first. */
  get reading(): Reading | null {
    return this.#reading
  }

  join(stream: EventStream): void {
    this.#streams.set(stream, null)
  }

  /** Returns how many are left; the last one ends the topic. */
  leave(stream: EventStream): number {
    this.#streams.delete(stream)
    if (this.#streams.size === 0) this.#stop()
    return this.#streams.size
  }

  async sendFirst(stream: EventStream): Promise<void> {
    if (elapsedMs() - this.#readAtMs > readingFreshMs) await this.#refresh()
    this.#send(stream, this.#view())
  }

  /** Takes a reading that was completed elsewhere. */
  take(reading: Reading): void {
    this.#reading = reading
    const view = this.#view()
    for (const [stream, sent] of this.#streams) if (sent !== null) this.#send(stream, view)
  }

  /** Reads again and sends a changed view; calls during one reading share the next. */
  #refresh(): Promise<void> {
    this.#next ??= this.#last.then(async () => {
      this.#next = null
      const reading = await this.#source.read()
      this.#readAtMs = elapsedMs()
      this.take(reading)
    })
    this.#last = this.#next.catch(() => undefined)
    return this.#next
  }

  #send(stream: EventStream, { json, timeless }: View): void {
    const sent = this.#streams.get(stream)
    if (sent === undefined || sent === timeless) return
    this.#streams.set(stream, timeless)
    stream.send({ name: this.#event, text: json })
  }

  #view(): View {
    if (this.#reading === null) throw new Error('it has not been read yet')
    return this.#source.show(this.#reading)
  }
}
