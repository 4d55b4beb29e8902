/**
 * The open streams of one feed. Whoever wants to listen needs a place; the stream stays open, with a sign of life in
 * between, until its reader leaves, its permission ends or the service stops. What it carries is the feed's to say.
 */
import type { FastifyReply } from 'fastify'
import { errorText } from '../../shared/errors.ts'
import { after, every, type Scheduled } from '../../shared/time.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { serviceUnavailable } from '../error-answers.ts'
import { toCountedAddress } from '../requests/client-address.ts'
import { EventStream, type ServerSentEvent } from './event-stream.ts'
import { ListenerPlaces } from './listener-places.ts'

export type Feed<Listener> = {
  /** The call that answers those who find no place. */
  askInstead: string
  /** Listeners with the same key share the places of one payment, customer or account. */
  placeOf: (listener: Listener) => string
  /**
   * Sends how everything is now, and from then on every change. Resolves after the first event was sent, and rejects where
   * there is none to send.
   */
  follow: (listener: Listener, stream: EventStream) => Promise<void>
  /** Absent where anybody may listen for ever. */
  permissionOf?: (listener: Listener) => Permission
  close?: () => void
}

/** It is checked every few seconds. */
export type Permission = {
  /** Returns the last event of the stream where the permission has ended, and null where it has not. */
  check: () => Promise<ServerSentEvent | null>
  /** How long it lasts by itself: it is checked again at that moment. */
  leftMs?: () => number
  /** Calls back when it may have ended; returns what stops that. */
  onRevoked?: (check: () => void) => () => void
}

const beatIntervalMs = 15_000
/** A permission that has less time left than a timer can count is checked again after this. */
const checkAgainMinMs = 10

export type StreamDependencies = Pick<HttpDependencies, 'log' | 'settings'>

export class LiveStreams<Listener> {
  readonly #dependencies: StreamDependencies
  readonly #feed: Feed<Listener>
  readonly #places: ListenerPlaces
  readonly #open = new Set<EventStream>()
  readonly #beating: Scheduled
  #isClosed = false

  constructor(dependencies: StreamDependencies, feed: Feed<Listener>) {
    this.#dependencies = dependencies
    this.#feed = feed
    this.#places = new ListenerPlaces(dependencies.settings.listeners, feed.askInstead)
    this.#beating = every(beatIntervalMs, () => {
      for (const stream of this.#open) stream.beat()
    })
  }

  /** Answers with a stream; resolves after its first event was sent. */
  async open(reply: FastifyReply, listener: Listener): Promise<void> {
    const { placeOf, follow, permissionOf } = this.#feed
    const stream = new EventStream(reply)
    stream.whenGone(this.#places.take(placeOf(listener), toCountedAddress(reply.request)))
    if (this.#isClosed) throw serviceUnavailable('The service is stopping; come back shortly.')
    this.#open.add(stream)
    stream.whenGone(() => this.#open.delete(stream))
    if (permissionOf) this.#endWith(permissionOf(listener), stream)
    await follow(listener, stream)
  }

  /** Ends every stream, so that the server can stop. */
  close(): void {
    this.#isClosed = true
    this.#beating.cancel()
    this.#feed.close?.()
    for (const stream of this.#open) stream.close()
  }

  #endWith({ check, leftMs, onRevoked }: Permission, stream: EventStream): void {
    const { log, settings } = this.#dependencies
    let timer: Scheduled | undefined
    let isGone = false
    const checkNow = async () => {
      try {
        const last = await check()
        if (last) {
          stream.send(last)
          return stream.close()
        }
      } catch (error) {
        log.warn({ error: errorText(error) }, 'the permission of a live stream was not checked')
      }
      checkLater()
    }
    const checkLater = () => {
      if (isGone) return
      timer?.cancel()
      const waitMs = Math.min(leftMs?.() ?? Infinity, settings.listeners.readAnywayMs)
      timer = after(Math.max(checkAgainMinMs, waitMs), () => void checkNow())
    }
    checkLater()
    stream.whenGone(() => {
      isGone = true
      timer?.cancel()
    })
    if (onRevoked) stream.whenGone(onRevoked(() => void checkNow()))
  }
}
