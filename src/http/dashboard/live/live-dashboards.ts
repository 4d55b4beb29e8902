/**
 * The dashboards that are open now: each hears what of its merchant has moved, a few times a second at
 * most, and reads again what it shows of that. A stream ends with its session: sessions are looked at
 * every few seconds.
 */
import type { FastifyReply } from 'fastify'
import { errorText } from '../../../shared/errors.ts'
import type { Moved } from '../../../shared/message.ts'
import { findSession } from '../../../store/people/sessions.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import { callWhenGone, type EventStream, EventStreams } from '../../live/event-streams.ts'
import { ListenerPlaces } from '../../live/listener-places.ts'
import { toCountedAddress } from '../../requests/client-address.ts'
import { after, every, type Scheduled } from '../../../shared/time.ts'
import type { Member } from '../../authentication/people.ts'

/** Moves within this time are reported together. */
export const gatherMs = 250
/** Past this number none is named, and everything is to be read again. */
const namedAtOnceMax = 100

export class LiveDashboards {
  readonly #dependencies: HttpDependencies
  readonly #places: ListenerPlaces
  readonly #streams = new EventStreams()

  constructor(dependencies: HttpDependencies) {
    this.#dependencies = dependencies
    this.#places = new ListenerPlaces(dependencies.settings.listeners, 'the lists')
  }

  /** Answers with a stream of what moves; resolves once it has begun. */
  async open(reply: FastifyReply, member: Member): Promise<void> {
    const { bus } = this.#dependencies
    const address = toCountedAddress(reply.request)
    callWhenGone(reply, this.#places.take(`account ${member.account.id}`, address))
    const stream = this.#streams.prepare(reply)
    const news = new News(stream)
    callWhenGone(
      reply,
      bus.onOwnersChanges(member.owner, (moved) => news.take(moved)),
    )
    callWhenGone(reply, () => news.stop())
    callWhenGone(reply, this.#endWithSession(stream, member))
    // The page reads again what moved before the stream was there.
    stream.send('moved', JSON.stringify({ moved: null }))
  }

  close(): void {
    this.#streams.close()
  }

  #endWithSession(stream: EventStream, { sessionToken, account, from }: Member): () => void {
    const { log, settings } = this.#dependencies
    const look = async () => {
      try {
        const found = await findSession(this.#dependencies, sessionToken, from)
        if (found?.account.id !== account.id) stream.finish('over', '{}')
      } catch (error) {
        log.warn({ error: errorText(error) }, 'the session of a live dashboard was not looked at')
      }
    }
    const timer = every(settings.listeners.readAnywayMs, () => void look())
    return () => timer.cancel()
  }
}

/** Gathers what has moved since the last report. */
class News {
  readonly #stream: EventStream
  readonly #moved = new Map<string, Moved>()
  #timer: Scheduled | undefined

  constructor(stream: EventStream) {
    this.#stream = stream
  }

  take(moved: Moved[]): void {
    for (const one of moved) {
      if (this.#moved.size > namedAtOnceMax) break
      this.#moved.set(`${one.kind} ${one.id}`, one)
    }
    this.#timer ??= after(gatherMs, () => this.#tell())
  }

  stop(): void {
    this.#timer?.cancel()
  }

  #tell(): void {
    this.#timer = undefined
    const moved = this.#moved.size > namedAtOnceMax ? null : [...this.#moved.values()]
    this.#moved.clear()
    this.#stream.send('moved', JSON.stringify({ moved }))
  }
}
